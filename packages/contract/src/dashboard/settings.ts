import { nullable, type Static, Type } from '../schema.ts'
import { Count, Time } from './parts.ts'

/** Settings and limits of a merchant. */
export const MerchantSettings = Type.Object({
  mchNo: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  /** Rate limit per API key, from the plan or from the merchant's own limit. */
  callsPerSecond: Type.Integer({ minimum: 1 }),
  ownLimit: Type.Boolean(),
  mostWatches: Count,
  /** E-mail address or page at which people get support. */
  support: nullable(Type.String()),
  since: Time,
  /**
   * Whether the merchant's members decide the reviews of its programs, and whether two members must agree.
   */
  reviewsDelegated: Type.Boolean(),
  reviewsByTwo: Type.Boolean(),
  /** Whether two members must agree on decisions on customers' transfers. */
  transfersByTwo: Type.Boolean(),
})
export type MerchantSettings = Static<typeof MerchantSettings>
/** Renames the merchant. */
export const RenameMerchant = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) })
export type RenameMerchant = Static<typeof RenameMerchant>
