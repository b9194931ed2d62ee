import { type Static, Type } from './schema.ts'

/** What the widget's `finished` listeners receive. */
export const FinishedResults = Type.Object(
  {
    isGrant: Type.Boolean(),
    associatedAccount: Type.String({ description: 'The user account, lower-cased' }),
  },
  { title: 'FinishedResults' },
)
export type FinishedResults = Static<typeof FinishedResults>

/** Event name → schema of what its listener is called with; `close` carries nothing. */
export const widgetEvents = {
  meidFinished: FinishedResults,
  kycFinished: FinishedResults,
  close: Type.Void(),
} as const

export type WidgetEvents = { [Name in keyof typeof widgetEvents]: Static<(typeof widgetEvents)[Name]> }

/** Which events each flow emits. */
export const widgetLevels = {
  MeID: ['meidFinished', 'close'],
  zkKYC: ['kycFinished', 'close'],
} as const satisfies Record<string, readonly (keyof WidgetEvents)[]>
export type WidgetLevel = keyof typeof widgetLevels
