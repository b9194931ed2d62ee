import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { mintModes, programKinds } from '../statuses.ts'
import { Count, changeParts, ProgramNo, Time } from './parts.ts'

const text = Type.String({ maxLength: 200 })
const words = Type.Array(text, { maxItems: 300 })
const Version = Type.Integer({ minimum: 1 })

/**
 * Validates only types and lengths. The domain service validates the values and names the invalid field in
 * its error.
 */
const requirements = {
  checks: words,
  minimumAge: nullable(Type.Integer()),
  allowedCountries: nullable(words),
  barredCountries: nullable(words),
  minimumIncome: nullable(Type.Integer()),
  minimumNetWorth: nullable(Type.Integer()),
  mintMode: text,
  chainId: text,
}
const parts = {
  name: text,
  ...requirements,
  theme: text,
  allowedDomains: words,
  walletProof: text,
  meidRebindDays: Type.Integer(),
  colourFree: Type.Boolean(),
}

/** Creates a program. */
export const ProgramDraft = Type.Object({
  kind: text,
  ...parts,
  /** Creates the program in test mode, which never changes afterwards. */
  test: Type.Optional(Type.Boolean()),
})
export type ProgramDraft = Static<typeof ProgramDraft>
/**
 * Request to change the requirements of a program or the destination of its result. Creates a new version if
 * anything differs.
 */
export const ChangeRequirements = Type.Object({ programNo: ProgramNo, ...requirements })
export type ChangeRequirements = Static<typeof ChangeRequirements>
/** Request to change the program settings that apply to everyone immediately. */
export const ChangeProgram = Type.Object({
  programNo: ProgramNo,
  name: text,
  theme: text,
  allowedDomains: words,
  walletProof: text,
  meidRebindDays: Type.Integer(),
  colourFree: Type.Boolean(),
})
export type ChangeProgram = Static<typeof ChangeProgram>
/** Request to activate or deactivate a program. */
export const SwitchProgram = Type.Object({ programNo: ProgramNo, active: Type.Boolean() })

/** What a program can need from the installation. A program whose needs are not met is not offered. */
export const programRequirements = [
  'sanctions-list',
  'face-check',
  'proof-keys',
  'home-chain',
  'result-chain',
] as const
export type ProgramRequirement = (typeof programRequirements)[number]

/** A program with its current version. */
export const ProgramRow = Type.Object({
  ...parts,
  programNo: ProgramNo,
  kind: oneOf(programKinds),
  mintMode: oneOf(mintModes),
  version: Version,
  active: Type.Boolean(),
  /** Whether the program is in test mode. */
  test: Type.Boolean(),
  /** What the installation lacks for this program. Until the operator adds it, the program is not offered. */
  missing: Type.Array(oneOf(programRequirements)),
  users: Count,
  createdAt: Time,
  /** The most recent page whose widget used a theme other than the program's. */
  overruled: nullable(Type.Object({ theme: oneOf(['light', 'dark']), origin: Type.String(), at: Time })),
})
export type ProgramRow = Static<typeof ProgramRow>
/** Programs of the merchant. */
export const Programs = Type.Object({ programs: Type.Array(ProgramRow) })
export type Programs = Static<typeof Programs>

/** Request for the history of a program. */
export const ProgramHistoryQuery = Type.Object({ programNo: ProgramNo })
/** Versions and changes of a program. */
export const ProgramHistory = Type.Object({
  programNo: ProgramNo,
  name: text,
  kind: oneOf(programKinds),
  /** Newest first. */
  versions: Type.Array(
    Type.Object({
      ...requirements,
      mintMode: oneOf(mintModes),
      version: Version,
      since: Time,
      /**
       * Number of people whose current attempt uses this version, and how many of these people completed the
       * attempt.
       */
      people: Count,
      completed: Count,
    }),
  ),
  /** Newest first. */
  changes: Type.Array(Type.Object(changeParts)),
  /** Whether the audit log contains older changes of this program. */
  more: Type.Boolean(),
})
export type ProgramHistory = Static<typeof ProgramHistory>

/** The allowed values of each field of a program, so that the dashboard does not duplicate the rules. */
export const ProgramOptions = Type.Object({
  kinds: Type.Array(
    Type.Object({
      kind: oneOf(programKinds),
      checks: words,
      alwaysChecks: words,
      mintModes: Type.Array(oneOf(mintModes)),
      /** The reason why the other mint modes are not available. */
      mintModesWhy: Type.String(),
      chainIds: words,
      films: Type.Boolean(),
      hasCountries: Type.Boolean(),
      hasAmounts: Type.Boolean(),
    }),
  ),
  chains: Type.Array(Type.Object({ chainId: Type.String(), name: Type.String(), minter: Type.Boolean() })),
  countries: words,
  walletProofs: Type.Array(
    Type.Object({
      value: Type.String(),
      /** The mint modes whose programs use this value by default. */
      usualFor: Type.Array(oneOf(mintModes)),
    }),
  ),
  themes: words,
})
export type ProgramOptions = Static<typeof ProgramOptions>

/** Request to preview the screens of a program draft. */
export const PreviewProgram = Type.Object({
  kind: text,
  checks: words,
  mintMode: text,
  chainId: text,
  walletProof: text,
  test: Type.Optional(Type.Boolean()),
})
/** The stages of the verification that people would see, in order. */
export const ProgramPreview = Type.Object({
  stages: Type.Array(Type.String()),
  /** Whether people whose account is a wallet sign a message, which the site's provider must support. */
  signsWithWallet: Type.Boolean(),
})
export type ProgramPreview = Static<typeof ProgramPreview>
