import type { Static } from './schema.ts'
import { oneOf } from './schema.ts'

/** Groups of operations that an API key can be limited to. */
export const scopes = [
  'kyt:read',
  'kyt:write',
  'kyc:read',
  'transfers:read',
  'transfers:write',
  'events:read',
  'token:write',
] as const

/** Schema of a scope. */
export const Scope = oneOf(scopes)
/** Name of a group of operations that an API key can be limited to. */
export type Scope = Static<typeof Scope>

/** Maximum number of networks that an API key can be limited to. */
export const maxKeyNetworks = 32
/** Maximum length of the name of an API key. */
export const maxKeyName = 60
