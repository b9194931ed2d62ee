import { commonSuccess, gatewaySuccess } from './errors.ts'
import { type TSchema, Type } from './schema.ts'

/** Response envelope of the KYT operations and the statistics operation. */
export const commonEnvelope = {
  success: <Data extends TSchema>(data: Data) =>
    Type.Object({ code: Type.Literal(commonSuccess), message: Type.String(), data }),
  error: Type.Object({
    code: Type.Integer({ minimum: 400, maximum: 599 }),
    message: Type.String({ minLength: 1 }),
    data: Type.Null(),
  }),
}

/** Response envelope of the KYC operations of the admin gateway, the token exchange and the widget checks. */
export const gatewayEnvelope = {
  success: <Data extends TSchema>(data: Data) =>
    Type.Object({
      code: Type.Literal(gatewaySuccess),
      data,
      msg: Type.String(),
      timestamp: Type.Integer({ description: 'Unix milliseconds' }),
    }),
  error: Type.Object({
    code: Type.Integer({ minimum: gatewaySuccess + 1 }),
    data: Type.Null(),
    msg: Type.String({ minLength: 1 }),
    timestamp: Type.Integer({ description: 'Unix milliseconds' }),
  }),
}

/** Response envelope of the address profile operation. */
export const profileEnvelope = {
  success: <Data extends TSchema>(data: Data) =>
    Type.Object({ success: Type.Literal(true), msg: Type.String(), data }),
  error: Type.Object({ success: Type.Literal(false), msg: Type.String({ minLength: 1 }), data: Type.Null() }),
}

/** All response envelopes by name. */
export const envelopes = { common: commonEnvelope, gateway: gatewayEnvelope, profile: profileEnvelope }
/** Name of a response envelope. */
export type EnvelopeName = keyof typeof envelopes
