import { merchantCredentials } from '../credentials.ts'
import { defineOperation } from '../operation.ts'
import { type TSchema, Type } from '../schema.ts'

const prefix = '/zkseradmin/openapi'

export const coinField = Type.String({
  minLength: 1,
  maxLength: 64,
  description: '<SYMBOL> or <SYMBOL>-<NETWORK>, one of support_coin',
  examples: ['ETH', 'USDT-TRC20'],
})

export const addressField = Type.String({
  minLength: 1,
  maxLength: 256,
  description: "An address of the coin's network",
})

export const count = Type.Integer({ minimum: 0 })
export const timestamp = Type.Integer({ minimum: 0, description: 'Unix seconds' })

export const coinAndAddress = { ...merchantCredentials, coin: coinField, address: addressField }

type KytParts<Request extends TSchema, Data extends TSchema> = {
  id: string
  path: `/kyt/${string}`
  summary: string
  request: Request
  data: Data
  envelope?: 'profile'
}

export function kytOperation<Request extends TSchema, Data extends TSchema>(parts: KytParts<Request, Data>) {
  return defineOperation({
    id: parts.id,
    surface: 'admin-gateway',
    method: 'POST',
    path: `${prefix}${parts.path}`,
    // The published prefix already ends in /kyt, so that clients exist which send it twice.
    aliases: [`${prefix}/kyt${parts.path}`],
    group: 'Address risk',
    summary: parts.summary,
    envelope: parts.envelope ?? 'common',
    credentials: 'body',
    request: parts.request,
    data: parts.data,
  })
}
