import { nullable, oneOf, type Static, Type } from '../schema.ts'
import {
  accreditedInvestorStatuses,
  addressProofStatuses,
  programKinds,
  usersListStatuses,
} from '../statuses.ts'
import { Count, Day, ProgramNo, SvcId, Time } from './parts.ts'

export const journeyStatuses = [
  ...new Set([...usersListStatuses, ...addressProofStatuses, ...accreditedInvestorStatuses]),
].filter((status) => status !== 'Not Started')

/** Sent in a body, not in an address: an account is personal data. */
const filters = {
  programNo: Type.Optional(ProgramNo),
  status: Type.Optional(oneOf(journeyStatuses)),
  /** Of the last activity, both days included. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
}

export const PeopleSearch = Type.Object({
  ...filters,
  /** A whole account or id: what is sealed can't be searched in part. */
  find: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  /** `next` of the page before. */
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
})
/** The same filters; the answer is a CSV file with all of them. */
export const PeopleExport = Type.Object(filters)
export const ShowPerson = Type.Object({ svcId: SvcId })
/** Ends what the merchant has with a person, in one of its programs or in all. */
export const EndRelation = Type.Object({ svcId: SvcId, programNo: Type.Optional(ProgramNo) })

export const peoplePerPage = 50

export const PeoplePage = Type.Object({
  people: Type.Array(
    Type.Object({
      svcId: SvcId,
      programNo: ProgramNo,
      programName: Type.String(),
      kind: oneOf(programKinds),
      status: oneOf(journeyStatuses),
      /** Why it failed. */
      reason: nullable(Type.String()),
      activityAt: Time,
      completedAt: nullable(Time),
      /** A wallet address that the result is shared for; never an e-mail address. */
      wallet: nullable(Type.String()),
      ended: Type.Boolean(),
    }),
    { maxItems: peoplePerPage },
  ),
  /** Null where counting would mean reading them all. */
  total: nullable(Count),
  next: nullable(Type.String()),
})
export type PeoplePage = Static<typeof PeoplePage>

export const Person = Type.Object({
  svcId: SvcId,
  ssiWallet: Type.String(),
  journeys: Type.Array(
    Type.Object({
      programNo: ProgramNo,
      programName: Type.String(),
      kind: oneOf(programKinds),
      status: oneOf(journeyStatuses),
      attempt: Type.Integer({ minimum: 1 }),
      /** Of the program, since this attempt began. */
      version: Type.Integer({ minimum: 1 }),
      reason: nullable(Type.String()),
      activityAt: Time,
      completedAt: nullable(Time),
      /** When the person took the consent back, or the merchant ended it. */
      endedAt: nullable(Time),
      expiredAt: nullable(Time),
      journal: Type.Array(
        Type.Object({
          at: Time,
          attempt: Type.Integer({ minimum: 1 }),
          from: nullable(Type.String()),
          to: Type.String(),
          actor: Type.String(),
          reason: nullable(Type.String()),
        }),
      ),
      checks: Type.Array(
        Type.Object({
          check: Type.String(),
          passed: Type.Boolean(),
          /** What decided it, with its version. */
          checker: Type.String(),
          attempt: Type.Integer({ minimum: 1 }),
          at: Time,
        }),
      ),
      accounts: Type.Array(
        Type.Object({
          kind: oneOf(['login', 'wallet', 'email', 'other']),
          chainId: Type.String(),
          /** Of a wallet alone. */
          address: nullable(Type.String()),
          agreedAt: Time,
          provenAt: nullable(Time),
          consentedAt: nullable(Time),
          grantedAt: nullable(Time),
          onChainAt: nullable(Time),
          endedAt: nullable(Time),
        }),
      ),
      tokens: Type.Array(
        Type.Object({
          chainId: Type.String(),
          chain: Type.String(),
          tokenId: Type.String(),
          mintedAt: Time,
          /** A page about it in a block explorer, where the chain has one. */
          explorer: nullable(Type.String()),
        }),
      ),
    }),
  ),
})
export type Person = Static<typeof Person>
