import { type Static, Type } from './schema.ts'

/** Payload of the widget's `finished` events. */
export const FinishedResults = Type.Object(
  {
    isGrant: Type.Boolean(),
    associatedAccount: Type.String({ description: 'The user account in lower case' }),
  },
  { title: 'FinishedResults' },
)
export type FinishedResults = Static<typeof FinishedResults>

/** Payload schema of each widget event. `close` has no payload. */
export const widgetEvents = {
  meidFinished: FinishedResults,
  kycFinished: FinishedResults,
  close: Type.Void(),
} as const

/** Payload type of each widget event. */
export type WidgetEvents = { [Name in keyof typeof widgetEvents]: Static<(typeof widgetEvents)[Name]> }

/** Events that each verification level emits. */
export const widgetLevels = {
  MeID: ['meidFinished', 'close'],
  zkKYC: ['kycFinished', 'close'],
} as const satisfies Record<string, readonly (keyof WidgetEvents)[]>
/** Verification level of the widget. */
export type WidgetLevel = keyof typeof widgetLevels
