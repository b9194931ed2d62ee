import { nullable, oneOf, type Static, Type } from '../schema.ts'
import {
  accreditedInvestorStatuses,
  addressProofStatuses,
  programKinds,
  usersListStatuses,
} from '../statuses.ts'
import { Count, Day, ProgramNo, SvcId, Time } from './parts.ts'

/** Statuses that a journey of any kind can have. */
export const journeyStatuses = [
  ...new Set([...usersListStatuses, ...addressProofStatuses, ...accreditedInvestorStatuses]),
].filter((status) => status !== 'Not Started')

/** Sent in the body rather than in the URL, because an account is personal data. */
const filters = {
  programNo: Type.Optional(ProgramNo),
  status: Type.Optional(oneOf(journeyStatuses)),
  /** Date range in which the last activity must fall. Both dates are included. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
}

/** Query parameters of the list of the merchant's users. */
export const PeopleSearch = Type.Object({
  ...filters,
  /** A complete account or id. A partial value is not accepted, because the values are stored encrypted. */
  find: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  /** The `next` value of the previous page. */
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
})
/** Request to export all users that match the filters as a CSV file. */
export const PeopleExport = Type.Object(filters)
/** Request for one user's record, or to undo the end of the merchant's relationship with this user. */
export const ShowPerson = Type.Object({ svcId: SvcId })
/** Request to end the merchant's relationship with a user, in one program or in all programs. */
export const EndRelation = Type.Object({ svcId: SvcId, programNo: Type.Optional(ProgramNo) })

/** Number of users on a page. */
export const peoplePerPage = 50

/** A page of the merchant's users. */
export const PeoplePage = Type.Object({
  people: Type.Array(
    Type.Object({
      svcId: SvcId,
      programNo: ProgramNo,
      programName: Type.String(),
      kind: oneOf(programKinds),
      /** Whether the program is in test mode. */
      test: Type.Boolean(),
      status: oneOf(journeyStatuses),
      /** Why the journey failed. */
      reason: nullable(Type.String()),
      activityAt: Time,
      completedAt: nullable(Time),
      /** A wallet address for which the result is shared. Never an e-mail address. */
      wallet: nullable(Type.String()),
      ended: Type.Boolean(),
    }),
    { maxItems: peoplePerPage },
  ),
  /** Number of matching users. Null if counting them would require reading all rows. */
  total: nullable(Count),
  next: nullable(Type.String()),
})
export type PeoplePage = Static<typeof PeoplePage>

/** A user's journeys with this merchant. */
export const Person = Type.Object({
  svcId: SvcId,
  ssiWallet: Type.String(),
  /** Programs in which the merchant has ended the relationship and the person has not agreed again. */
  endings: Type.Array(Type.Object({ programNo: ProgramNo, programName: Type.String(), at: Time })),
  journeys: Type.Array(
    Type.Object({
      programNo: ProgramNo,
      programName: Type.String(),
      kind: oneOf(programKinds),
      /** Whether the program is in test mode. */
      test: Type.Boolean(),
      status: oneOf(journeyStatuses),
      attempt: Type.Integer({ minimum: 1 }),
      /** Version of the program at the start of this attempt. */
      version: Type.Integer({ minimum: 1 }),
      reason: nullable(Type.String()),
      activityAt: Time,
      completedAt: nullable(Time),
      /** Time at which the person withdrew consent or the merchant ended the relationship. */
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
          /** Name and version of the checker that produced the check's result. */
          checker: Type.String(),
          attempt: Type.Integer({ minimum: 1 }),
          at: Time,
        }),
      ),
      accounts: Type.Array(
        Type.Object({
          kind: oneOf(['login', 'wallet', 'email', 'other']),
          chainId: Type.String(),
          /** The chain of the account. Set only for wallets. */
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
          /** Page of the token in a block explorer, if there is an explorer for the chain. */
          explorer: nullable(Type.String()),
        }),
      ),
    }),
  ),
})
export type Person = Static<typeof Person>
