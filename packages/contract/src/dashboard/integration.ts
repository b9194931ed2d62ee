import { maxWebhookUrlLength } from '../operations/watch.ts'
import { eventTypes } from '../operations/webhooks.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { maxKeyName, maxKeyNetworks, Scope, scopes } from '../scopes.ts'
import { Count, Time } from './parts.ts'

const KeyId = Type.String({ pattern: '^[0-9a-f]{8}$' })

/** The URLs at which the merchant's site and backend reach the service. */
export const Integration = Type.Object({
  /** The application ID, which is equal to the merchant number. */
  appId: Type.String(),
  apiUrl: Type.String(),
  authUrl: Type.String(),
  frameUrl: Type.String(),
})
export type Integration = Static<typeof Integration>

/** API keys of the merchant, without their secrets. */
export const Keys = Type.Object({
  keys: Type.Array(
    Type.Object({
      keyId: KeyId,
      name: nullable(Type.String()),
      /** Null for all scopes, including those that are added later. */
      scopes: nullable(Type.Array(Scope)),
      /** Null for all networks. */
      networks: nullable(Type.Array(Type.String())),
      createdAt: Time,
      lastUsedAt: nullable(Time),
      expiresAt: nullable(Time),
      revokedAt: nullable(Time),
      /** Whether the key was revoked or its grace period has ended, by the clock of the server. */
      over: Type.Boolean(),
    }),
  ),
})
export type Keys = Static<typeof Keys>

const keyLimits = {
  name: Type.Optional(nullable(Type.String({ maxLength: maxKeyName }))),
  /** Null for all scopes. */
  scopes: Type.Optional(nullable(Type.Array(Scope, { minItems: 1, maxItems: scopes.length }))),
  /** Null for all networks. */
  networks: Type.Optional(
    nullable(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: maxKeyNetworks })),
  ),
  /** Null for no expiry. */
  expiresInSeconds: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
}
/** Request to create an API key. A limit that is omitted does not apply. */
export const AddKey = Type.Object(keyLimits)
export type AddKey = Static<typeof AddKey>
/** Request to change the name or the limits of an API key. A property that is omitted stays as it is. */
export const ChangeKey = Type.Object({ keyId: KeyId, ...keyLimits })
export type ChangeKey = Static<typeof ChangeKey>
/**
 * Request to replace an API key. The old key stays valid for the grace period. If no expiry is given, the new key
 * expires when the old key would have expired.
 */
export const RotateKey = Type.Object({
  keyId: KeyId,
  graceSeconds: Type.Integer({ minimum: 0, maximum: 30 * 86_400 }),
  expiresInSeconds: keyLimits.expiresInSeconds,
})
export type RotateKey = Static<typeof RotateKey>
/** Request to revoke an API key immediately. */
export const RevokeKey = Type.Object({ keyId: KeyId })
/** A new API key. The service returns the key only in this response. */
export const CreatedKey = Type.Object({ keyId: KeyId, apiKey: Type.String() })
export type CreatedKey = Static<typeof CreatedKey>

/** Webhook settings of the merchant. */
export const Webhook = Type.Object({
  url: nullable(Type.String()),
  hasSecret: Type.Boolean(),
  /** Until this time, webhooks are also signed with the previous secret. */
  oldSecretUntil: nullable(Time),
})
export type Webhook = Static<typeof Webhook>
/** Request to set or remove the merchant's default webhook URL. */
export const SetWebhook = Type.Object({
  url: nullable(Type.String({ minLength: 1, maxLength: maxWebhookUrlLength })),
})
/** Request to create a webhook secret. The old secret stays valid for the grace period. */
export const CreateWebhookSecret = Type.Object({
  /** Defaults to the default endpoint, which the first secret creates. */
  endpoint: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  graceSeconds: Type.Integer({ minimum: 0, maximum: 30 * 86_400 }),
})
/** A new webhook secret. The service returns the secret only in this response. */
export const CreatedWebhookSecret = Type.Object({ secret: Type.String() })
export type CreatedWebhookSecret = Static<typeof CreatedWebhookSecret>
/** Maximum number of webhook endpoints per merchant, including the default one. */
export const maxEndpoints = 16

/** A webhook endpoint, without its secret. */
export const WebhookEndpoint = Type.Object({
  id: Type.String(),
  isDefault: Type.Boolean(),
  /** Null if nothing is sent to the endpoint. */
  url: nullable(Type.String()),
  /** Null for all types. */
  types: nullable(Type.Array(oneOf(eventTypes))),
  enabled: Type.Boolean(),
  oldSecretUntil: nullable(Time),
  createdAt: Time,
})
export type WebhookEndpoint = Static<typeof WebhookEndpoint>
/** Webhook endpoints of the merchant: the default endpoint first, then oldest first. */
export const WebhookEndpoints = Type.Object({ endpoints: Type.Array(WebhookEndpoint) })
export type WebhookEndpoints = Static<typeof WebhookEndpoints>

const EndpointId = Type.String({ minLength: 1, maxLength: 64 })
const EndpointUrl = Type.String({ minLength: 1, maxLength: maxWebhookUrlLength })
const EndpointTypes = nullable(Type.Array(oneOf(eventTypes), { minItems: 1, maxItems: 100 }))
/** Request to add a webhook endpoint. */
export const AddEndpoint = Type.Object({ url: EndpointUrl, types: EndpointTypes })
/** A new webhook endpoint. The service returns the secret only in this response. */
export const AddedEndpoint = Type.Object({ id: Type.String(), secret: Type.String() })
export type AddedEndpoint = Static<typeof AddedEndpoint>
/** Request to change a webhook endpoint. */
export const ChangeEndpoint = Type.Object({
  id: EndpointId,
  url: Type.Optional(EndpointUrl),
  types: Type.Optional(EndpointTypes),
  enabled: Type.Optional(Type.Boolean()),
})
/** Request to remove a webhook endpoint with its deliveries. */
export const RemoveEndpoint = Type.Object({ id: EndpointId })
/** Request to send a sample event. Without `endpoint`, to all endpoints that want its type. */
export const SendTestEvent = Type.Object({
  endpoint: Type.Optional(EndpointId),
  type: Type.Optional(oneOf(eventTypes)),
})
/** The sample event that was recorded. */
export const SentTestEvent = Type.Object({ id: Type.String(), type: oneOf(eventTypes) })
export type SentTestEvent = Static<typeof SentTestEvent>

/** Request to send an event again. */
export const ResendEvent = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

/** Query parameters of the events. `before` is the `seq` of the last entry on the previous page. */
export const EventsQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  type: Type.Optional(oneOf(eventTypes)),
})
/** A page of events with their deliveries, newest first. */
export const Events = Type.Object({
  events: Type.Array(
    Type.Object({
      seq: Count,
      id: Type.String(),
      at: Time,
      type: oneOf(eventTypes),
      test: Type.Boolean(),
      deliveries: Type.Array(
        Type.Object({
          /**
           * Host of the receiver. The path is omitted, because it can contain a secret. Null if the endpoint has no
           * URL.
           */
          host: nullable(Type.String()),
          state: oneOf(['pending', 'delivered', 'dead']),
          tries: Count,
          problem: nullable(Type.String()),
          finishedAt: nullable(Time),
        }),
      ),
    }),
  ),
  more: Type.Boolean(),
})
export type Events = Static<typeof Events>

/** The operations that the API console can call, with all of their fields except credentials. */
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

/**
 * Request to call an operation from the API console. If `apiKey` is present, the call uses that key, which is
 * not stored.
 */
export const ConsoleCall = Type.Object({
  operation: Type.String({ minLength: 1, maxLength: 64 }),
  input: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()),
  apiKey: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
})
/** Response of an operation that was called from the API console. */
export const ConsoleResponse = Type.Object({
  http: Type.Integer(),
  milliseconds: Count,
  body: Type.Unknown(),
})
export type ConsoleResponse = Static<typeof ConsoleResponse>
