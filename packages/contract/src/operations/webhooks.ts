import { riskLevels } from '../risk-levels.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import type { ProgramKind } from '../statuses.ts'
import { riskDescriptions } from './kyt.ts'

/** Headers of every webhook request, as defined by the Standard Webhooks specification. */
export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const

/** First part of the types of a program's events. */
export const eventPrefixes = { KYC: 'kyc', PoA: 'poa', PoAI: 'poai', MeID: 'meid' } as const satisfies Record<
  ProgramKind,
  string
>

/** Second part of the types of the events that every kind of program has. */
export const verificationMoments = [
  'started',
  'in_review',
  'token_minted',
  'passed',
  'failed',
  'shared',
  'withdrawn',
  'revoked',
  'expired',
] as const
/** Second part of the type of an event that every kind of program has. */
export type VerificationMoment = (typeof verificationMoments)[number]
/** Type of an event about a verification. */
export type VerificationEventType =
  | `${(typeof eventPrefixes)[ProgramKind]}.${VerificationMoment}`
  | 'meid.bound'
  | 'meid.moved'

const verificationEventTypes: readonly VerificationEventType[] = [
  ...Object.values(eventPrefixes).flatMap((prefix) =>
    verificationMoments.map((moment) => `${prefix}.${moment}` as const),
  ),
  'meid.bound',
  'meid.moved',
]

/** Types of events about transfers of a merchant's customers. */
export const transferEventTypes = ['kyt.transfer.decided', 'kyt.transfer.changed'] as const
/** Types of events about API keys. */
export const keyEventTypes = ['key.created', 'key.revoked'] as const

/** Every type of event. */
export const eventTypes = [
  ...verificationEventTypes,
  'kyt.watch.level_changed',
  ...transferEventTypes,
  ...keyEventTypes,
] as const
/** Type of an event. */
export type EventType = (typeof eventTypes)[number]

const head = {
  id: Type.String({ description: 'Event id. It is the same for every delivery attempt' }),
  created: Type.Integer({ minimum: 0, description: 'When the event occurred, Unix seconds' }),
  test: Type.Boolean({ description: 'Whether the event is a test. Tests say nothing about real people' }),
}

/** What an event reports about a person's verification. */
export const VerificationEventData = Type.Object({
  programNo: Type.String(),
  account: Type.Optional(
    Type.String({ description: 'The account, if the person shares the result for it with the merchant' }),
  ),
  svcId: nullable(Type.String({ description: 'User id, or null if the person has been erased' })),
  status: Type.String({ description: 'Status of the verification after the event' }),
})
export type VerificationEventData = Static<typeof VerificationEventData>

/** Event about a person's verification. */
export const VerificationEvent = Type.Object(
  { ...head, type: oneOf(verificationEventTypes), data: VerificationEventData },
  { title: 'VerificationEvent' },
)
export type VerificationEvent = Static<typeof VerificationEvent>

const Level = Type.Object({
  score: Type.Integer({ minimum: 3, maximum: 100 }),
  risk_level: oneOf(riskLevels),
})

/** What an event reports about a change in a watched address's risk level. */
export const WatchLevelData = Type.Object({
  coin: Type.String(),
  address: Type.String({ description: 'Address in canonical form' }),
  from: Level,
  to: Level,
  hacking_event: Type.String({ description: 'Related security incident, or an empty string' }),
  detail_list: Type.Array(oneOf(riskDescriptions)),
})
export type WatchLevelData = Static<typeof WatchLevelData>

/** Event about a change in a watched address's risk level. */
export const WatchLevelChanged = Type.Object(
  { ...head, type: Type.Literal('kyt.watch.level_changed'), data: WatchLevelData },
  { title: 'WatchLevelChanged' },
)
export type WatchLevelChanged = Static<typeof WatchLevelChanged>

const customerDecisions = ['allow', 'hold', 'block'] as const

/**
 * What an event reports about a customer's transfer. It contains neither the customer nor the address: the
 * merchant finds them by its own reference.
 */
export const TransferEventData = Type.Object({
  reference: Type.String({ description: "The merchant's reference of the transfer" }),
  direction: oneOf(['deposit', 'withdrawal']),
  coin: Type.String(),
  decision: oneOf(customerDecisions),
  by: oneOf(['rules', 'member'], { description: 'Who decided: the rules, or a member of the merchant' }),
  rules: Type.Array(Type.String(), { description: 'Ids of the rules that decided' }),
  score: nullable(Type.Integer({ minimum: 3, maximum: 100 })),
})
export type TransferEventData = Static<typeof TransferEventData>

/** What an event reports about a decision that replaces an earlier one. */
export const TransferChangedData = Type.Object({
  ...TransferEventData.properties,
  previous: Type.Object({ decision: oneOf(customerDecisions), by: oneOf(['rules', 'member']) }),
})
export type TransferChangedData = Static<typeof TransferChangedData>

/** Event about the first decision on a customer's transfer. */
export const TransferDecided = Type.Object(
  { ...head, type: Type.Literal('kyt.transfer.decided'), data: TransferEventData },
  { title: 'TransferDecided' },
)
export type TransferDecided = Static<typeof TransferDecided>

/** Event about a decision that replaces an earlier one. */
export const TransferChanged = Type.Object(
  { ...head, type: Type.Literal('kyt.transfer.changed'), data: TransferChangedData },
  { title: 'TransferChanged' },
)
export type TransferChanged = Static<typeof TransferChanged>

/** Event about an API key of the merchant. */
export const KeyEvent = Type.Object(
  { ...head, type: oneOf(keyEventTypes), data: Type.Object({ keyId: Type.String() }) },
  { title: 'KeyEvent' },
)
export type KeyEvent = Static<typeof KeyEvent>

/** Body of a webhook, and an entry in the list of events. */
export const WebhookEvent = Type.Union([
  VerificationEvent,
  WatchLevelChanged,
  TransferDecided,
  TransferChanged,
  KeyEvent,
])
export type WebhookEvent = Static<typeof WebhookEvent>

/** Events that KYT records, without the parts that the event stream adds. */
export type KytEventBody =
  | Pick<WatchLevelChanged, 'type' | 'data'>
  | Pick<TransferDecided, 'type' | 'data'>
  | Pick<TransferChanged, 'type' | 'data'>
