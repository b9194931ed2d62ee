import { riskLevels } from '../operations/kyt.ts'
import { RiskPolicy } from '../risk-policy.ts'
import { oneOf, type Static, Type } from '../schema.ts'
import { Time } from './parts.ts'

/** The policy that a merchant's questions are answered by. */
export const MerchantPolicy = Type.Object({
  policy: RiskPolicy,
  /** Differs between policies of the same version that are not the same. */
  fingerprint: Type.String(),
  /** It has one of its own; else it is everybody's. */
  own: Type.Boolean(),
  /** Everybody's, for comparison. */
  base: Type.Object({ version: Type.String(), fingerprint: Type.String() }),
})
export type MerchantPolicy = Static<typeof MerchantPolicy>

export const SetPolicy = Type.Object({ policy: RiskPolicy })
export type SetPolicy = Static<typeof SetPolicy>

const coin = Type.String({ minLength: 1, maxLength: 64 })
const address = Type.String({ minLength: 1, maxLength: 256 })

/** The last addresses that were asked about, the newest first. */
export const RecentAddresses = Type.Object({
  addresses: Type.Array(Type.Object({ coin, address, at: Time })),
})
export type RecentAddresses = Static<typeof RecentAddresses>

export const previewedAtOnce = 10

/** Scores some of them under a policy that is not stored. */
export const PreviewPolicy = Type.Object({
  policy: RiskPolicy,
  addresses: Type.Array(Type.Object({ coin, address }), { minItems: 1, maxItems: previewedAtOnce }),
})
export type PreviewPolicy = Static<typeof PreviewPolicy>

const Level = Type.Object({ score: Type.Integer(), level: oneOf(riskLevels) })
/** Those that there was time for; the others can be asked for again. */
export const PolicyPreview = Type.Object({
  previewed: Type.Array(Type.Object({ coin, address, before: Level, after: Level })),
})
export type PolicyPreview = Static<typeof PolicyPreview>
