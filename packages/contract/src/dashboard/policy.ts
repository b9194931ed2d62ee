import { riskLevels } from '../risk-levels.ts'
import { RiskPolicy } from '../risk-policy.ts'
import { oneOf, type Static, Type } from '../schema.ts'
import { Time } from './parts.ts'

/** Risk policy that applies to a merchant's requests. */
export const MerchantPolicy = Type.Object({
  policy: RiskPolicy,
  /** Distinguishes policies that have the same version but different contents. */
  fingerprint: Type.String(),
  /** True if the merchant has its own policy, false if the default policy applies. */
  own: Type.Boolean(),
  /** The default policy, for comparison. */
  base: Type.Object({ version: Type.String(), fingerprint: Type.String() }),
})
export type MerchantPolicy = Static<typeof MerchantPolicy>

/** Request to set the merchant's own risk policy. */
export const SetPolicy = Type.Object({ policy: RiskPolicy })
export type SetPolicy = Static<typeof SetPolicy>

const coin = Type.String({ minLength: 1, maxLength: 64 })
const address = Type.String({ minLength: 1, maxLength: 256 })

/** Addresses for which the merchant requested a risk score most recently, newest first. */
export const RecentAddresses = Type.Object({
  addresses: Type.Array(Type.Object({ coin, address, at: Time })),
})
export type RecentAddresses = Static<typeof RecentAddresses>

/** Maximum number of addresses in one policy preview. */
export const maxPreviewedAddresses = 10

/** Request to score addresses under a policy that is not stored. */
export const PreviewPolicy = Type.Object({
  policy: RiskPolicy,
  addresses: Type.Array(Type.Object({ coin, address }), { minItems: 1, maxItems: maxPreviewedAddresses }),
})
export type PreviewPolicy = Static<typeof PreviewPolicy>

const Level = Type.Object({ score: Type.Integer(), level: oneOf(riskLevels) })
/**
 * Scores under the current policy and under the previewed policy. Addresses that could not be scored within
 * the time limit are missing and can be requested again.
 */
export const PolicyPreview = Type.Object({
  previewed: Type.Array(Type.Object({ coin, address, before: Level, after: Level })),
})
export type PolicyPreview = Static<typeof PolicyPreview>
