import { riskDescriptions, riskLevels } from './operations/kyt.ts'
import { oneOf, type Static, Type } from './schema.ts'

/** Headers of every webhook; names of HTTP headers have no case. */
export const webhookHeaders = { signature: 'Touchstone-Signature', alertId: 'Touchstone-Alert-Id' } as const

const Level = Type.Object({
  score: Type.Integer({ minimum: 3, maximum: 100 }),
  risk_level: oneOf(riskLevels),
})

/** What a webhook says when a watched address came to another level. */
export const WatchLevelChanged = Type.Object(
  {
    id: Type.String({ description: 'The same however often it is sent' }),
    type: Type.Literal('kyt.watch.level_changed'),
    created: Type.Integer({ minimum: 0, description: 'When the change was noticed, Unix seconds' }),
    coin: Type.String(),
    address: Type.String({ description: 'In its canonical form' }),
    from: Level,
    to: Level,
    hacking_event: Type.String({ description: 'Related security incident; empty when none' }),
    detail_list: Type.Array(oneOf(riskDescriptions)),
  },
  { title: 'WatchLevelChanged' },
)
export type WatchLevelChanged = Static<typeof WatchLevelChanged>
