import { nullable, type Static, Type } from '../schema.ts'
import { Count, Time } from './parts.ts'

/** What a merchant is, and what it may use. */
export const MerchantSettings = Type.Object({
  mchNo: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  /** For each key; by the plan, or a limit of its own. */
  callsPerSecond: Type.Integer({ minimum: 1 }),
  ownLimit: Type.Boolean(),
  mostWatches: Count,
  /** Where people can ask. */
  support: nullable(Type.String()),
  since: Time,
  /** Its own people decide the reviews of its programs; a decision takes two. */
  reviewsDelegated: Type.Boolean(),
  reviewsByTwo: Type.Boolean(),
})
export type MerchantSettings = Static<typeof MerchantSettings>
export const RenameMerchant = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) })
export type RenameMerchant = Static<typeof RenameMerchant>
