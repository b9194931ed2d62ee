import { merchantCredentials } from '../credentials.ts'
import { defineOperation } from '../operation.ts'
import { type TSchema, Type } from '../schema.ts'
import type { Scope } from '../scopes.ts'

const prefix = '/zkseradmin/openapi'

/** Schema of a coin. */
export const coinField = Type.String({
  minLength: 1,
  maxLength: 64,
  description: '<SYMBOL> or <SYMBOL>-<NETWORK>, one of support_coin',
  examples: ['ETH', 'USDT-TRC20'],
})

/** Schema of an address. */
export const addressField = Type.String({
  minLength: 1,
  maxLength: 256,
  description: "An address of the coin's network",
})

/** Schema of a number of items. */
export const count = Type.Integer({ minimum: 0 })
/** Schema of a Unix time in seconds. */
export const timestamp = Type.Integer({ minimum: 0, description: 'Unix seconds' })

/** Request fields of the operations on one address. */
export const coinAndAddress = { ...merchantCredentials, coin: coinField, address: addressField }

type KytParts<Request extends TSchema, Data extends TSchema> = {
  id: string
  path: `/kyt/${string}`
  scope: Scope
  summary: string
  request: Request
  data: Data
  envelope?: 'profile'
  bodyLimit?: number
}

/** Defines a KYT operation on the admin gateway. */
export function kytOperation<Request extends TSchema, Data extends TSchema>(parts: KytParts<Request, Data>) {
  return defineOperation({
    id: parts.id,
    surface: 'admin-gateway',
    method: 'POST',
    path: `${prefix}${parts.path}`,
    // The published URL prefix already ends in /kyt, so some clients send /kyt twice.
    aliases: [`${prefix}/kyt${parts.path}`],
    group: 'Address risk',
    summary: parts.summary,
    envelope: parts.envelope ?? 'common',
    credentials: 'body',
    scope: parts.scope,
    request: parts.request,
    data: parts.data,
    ...(parts.bodyLimit === undefined ? {} : { bodyLimit: parts.bodyLimit }),
  })
}
