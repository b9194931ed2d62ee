import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { mintModes, programKinds } from '../statuses.ts'
import { Count, changeParts, ProgramNo, Time } from './parts.ts'

const text = Type.String({ maxLength: 200 })
const words = Type.Array(text, { maxItems: 300 })
const Version = Type.Integer({ minimum: 1 })

/** Checked by the engine, which says what is wrong with a field; here only its form. */
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

export const ProgramDraft = Type.Object({ kind: text, ...parts })
export type ProgramDraft = Static<typeof ProgramDraft>
/** What people have to show, and where the result goes: a new version, where it differs from the newest. */
export const ChangeRequirements = Type.Object({ programNo: ProgramNo, ...requirements })
export type ChangeRequirements = Static<typeof ChangeRequirements>
/** What says how people are verified: so at once for everybody. */
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
export const SwitchProgram = Type.Object({ programNo: ProgramNo, active: Type.Boolean() })

export const ProgramLine = Type.Object({
  ...parts,
  programNo: ProgramNo,
  kind: oneOf(programKinds),
  mintMode: oneOf(mintModes),
  version: Version,
  active: Type.Boolean(),
  users: Count,
  createdAt: Time,
  /** The last page whose widget showed other colours than the program asks for. */
  overruled: nullable(Type.Object({ theme: oneOf(['light', 'dark']), origin: Type.String(), at: Time })),
})
export type ProgramLine = Static<typeof ProgramLine>
export const Programs = Type.Object({ programs: Type.Array(ProgramLine) })
export type Programs = Static<typeof Programs>

export const AskHistory = Type.Object({ programNo: ProgramNo })
/** What a program asked for over time, and who changed what. */
export const ProgramHistory = Type.Object({
  programNo: ProgramNo,
  name: text,
  kind: oneOf(programKinds),
  /** The newest first. */
  versions: Type.Array(
    Type.Object({
      ...requirements,
      mintMode: oneOf(mintModes),
      version: Version,
      since: Time,
      /** Whose present attempt is of it, and how many of them came to a result. */
      people: Count,
      completed: Count,
    }),
  ),
  /** The newest first. */
  changes: Type.Array(Type.Object(changeParts)),
  /** There are older changes, which the audit log has. */
  more: Type.Boolean(),
})
export type ProgramHistory = Static<typeof ProgramHistory>

/** What can be chosen, so that the page knows no rule. */
export const ProgramOptions = Type.Object({
  kinds: Type.Array(
    Type.Object({
      kind: oneOf(programKinds),
      checks: words,
      alwaysChecks: words,
      mintModes: Type.Array(oneOf(mintModes)),
      /** Why no other. */
      mintModesWhy: Type.String(),
      chainIds: words,
      films: Type.Boolean(),
      hasCountries: Type.Boolean(),
      hasAmounts: Type.Boolean(),
    }),
  ),
  chains: Type.Array(Type.Object({ chainId: Type.String(), name: Type.String(), minter: Type.Boolean() })),
  countries: words,
  walletProofs: words,
  themes: words,
})
export type ProgramOptions = Static<typeof ProgramOptions>

/** What the screens of a program depend on. */
export const PreviewProgram = Type.Object({
  kind: text,
  checks: words,
  mintMode: text,
  chainId: text,
  walletProof: text,
})
/** The parts that a person notices, in their order. */
export const ProgramPreview = Type.Object({ stages: Type.Array(Type.String()) })
export type ProgramPreview = Static<typeof ProgramPreview>
