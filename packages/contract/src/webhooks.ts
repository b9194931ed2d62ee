import { riskDescriptions, riskLevels } from './operations/kyt.ts'
import { oneOf, type Static, Type } from './schema.ts'

/** Headers of every webhook request. */
export const webhookHeaders = { signature: 'Touchstone-Signature', alertId: 'Touchstone-Alert-Id' } as const

const Level = Type.Object({
  score: Type.Integer({ minimum: 3, maximum: 100 }),
  risk_level: oneOf(riskLevels),
})

/** Payload of the webhook that reports a change in a watched address's risk level. */
export const WatchLevelChanged = Type.Object(
  {
    id: Type.String({ description: 'Alert id. It is the same for every delivery attempt' }),
    type: Type.Literal('kyt.watch.level_changed'),
    created: Type.Integer({ minimum: 0, description: 'When the change was detected, Unix seconds' }),
    coin: Type.String(),
    address: Type.String({ description: 'Address in canonical form' }),
    from: Level,
    to: Level,
    hacking_event: Type.String({ description: 'Related security incident, or an empty string' }),
    detail_list: Type.Array(oneOf(riskDescriptions)),
  },
  { title: 'WatchLevelChanged' },
)
export type WatchLevelChanged = Static<typeof WatchLevelChanged>
