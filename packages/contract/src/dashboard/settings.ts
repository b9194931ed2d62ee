import { nullable, type Static, Type } from '../schema.ts'
import { Count, Time } from './parts.ts'

/** Settings and limits of a merchant. */
export const MerchantSettings = Type.Object({
  mchNo: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  /** Per API key. Set by the plan or by a limit of the merchant's own. */
  callsPerSecond: Type.Integer({ minimum: 1 }),
  ownLimit: Type.Boolean(),
  mostWatches: Count,
  /** E-mail address or page where people get support. */
  support: nullable(Type.String()),
  since: Time,
  /** Whether the merchant's members decide the reviews of its programs, and whether two must agree. */
  reviewsDelegated: Type.Boolean(),
  reviewsByTwo: Type.Boolean(),
})
export type MerchantSettings = Static<typeof MerchantSettings>
/** Renames the merchant. */
export const RenameMerchant = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) })
export type RenameMerchant = Static<typeof RenameMerchant>
