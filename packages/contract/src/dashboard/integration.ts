import { riskLevels } from '../operations/kyt.ts'
import { longestWebhookUrl } from '../operations/watch.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Count, Time } from './parts.ts'

const KeyId = Type.String({ pattern: '^[0-9a-f]{8}$' })

/** Where a merchant's site and backend reach the service. */
export const Integration = Type.Object({
  /** The same as the merchant number. */
  appId: Type.String(),
  apiUrl: Type.String(),
  authUrl: Type.String(),
  frameUrl: Type.String(),
})
export type Integration = Static<typeof Integration>

export const Keys = Type.Object({
  keys: Type.Array(
    Type.Object({
      keyId: KeyId,
      createdAt: Time,
      lastUsedAt: nullable(Time),
      expiresAt: nullable(Time),
      revokedAt: nullable(Time),
    }),
  ),
})
export type Keys = Static<typeof Keys>

export const RotateKey = Type.Object({
  keyId: KeyId,
  graceSeconds: Type.Integer({ minimum: 0, maximum: 30 * 86_400 }),
})
export const RevokeKey = Type.Object({ keyId: KeyId })
/** The only time that the key is told. */
export const MadeKey = Type.Object({ keyId: KeyId, apiKey: Type.String() })
export type MadeKey = Static<typeof MadeKey>

export const Webhook = Type.Object({
  url: nullable(Type.String()),
  hasSecret: Type.Boolean(),
  /** Until then the secret before the present one is used too. */
  oldSecretUntil: nullable(Time),
})
export type Webhook = Static<typeof Webhook>
export const SetWebhook = Type.Object({
  url: nullable(Type.String({ minLength: 1, maxLength: longestWebhookUrl })),
})
export const MakeWebhookSecret = Type.Object({
  graceSeconds: Type.Integer({ minimum: 0, maximum: 30 * 86_400 }),
})
export const MadeWebhookSecret = Type.Object({ secret: Type.String() })
export type MadeWebhookSecret = Static<typeof MadeWebhookSecret>
export const SendAgain = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

/** `before`: the last of the page before. */
export const DeliveriesQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
})
/** The newest first. */
export const Deliveries = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      seq: Count,
      id: Type.String(),
      at: Time,
      coin: Type.String(),
      address: Type.String(),
      from: oneOf(riskLevels),
      to: oneOf(riskLevels),
      /** The host alone: a path may hold a secret. Null where there was no address to send it to. */
      host: nullable(Type.String()),
      state: oneOf(['pending', 'delivered', 'dead']),
      tries: Count,
      problem: nullable(Type.String()),
      finishedAt: nullable(Time),
    }),
  ),
  more: Type.Boolean(),
})
export type Deliveries = Static<typeof Deliveries>

/** What the test console can call: each operation with its fields, but for the credentials. */
export const ConsoleOperations = Type.Object({
  operations: Type.Array(
    Type.Object({
      name: Type.String(),
      group: Type.String(),
      summary: Type.String(),
      method: Type.String(),
      path: Type.String(),
      fields: Type.Array(
        Type.Object({
          name: Type.String(),
          type: oneOf(['text', 'number', 'choice']),
          required: Type.Boolean(),
          description: Type.String(),
          example: Type.String(),
          choices: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
})
export type ConsoleOperations = Static<typeof ConsoleOperations>

/** With a pasted key the call is made with that one; it is not stored. */
export const ConsoleCall = Type.Object({
  operation: Type.String({ minLength: 1, maxLength: 64 }),
  input: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()),
  apiKey: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
})
export const ConsoleAnswer = Type.Object({
  http: Type.Integer(),
  milliseconds: Count,
  body: Type.Unknown(),
})
export type ConsoleAnswer = Static<typeof ConsoleAnswer>
