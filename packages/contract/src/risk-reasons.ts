import { riskLevels } from './risk-levels.ts'
import { riskClasses } from './risk-policy.ts'
import { nullable, oneOf, type Static, Type } from './schema.ts'

const direction = oneOf(['received', 'sent'])
const unit = Type.String({ description: 'USD, or the requested coin if it has no price' })
const rounded = (description: string) => Type.Number({ description })
const percent = rounded('Percentage, rounded to one decimal')
const amount = rounded('Amount in the unit, rounded to two decimals')
const block = Type.Integer({ minimum: 0 })

function reason<const Code extends string, Members extends Parameters<typeof Type.Object>[0]>(
  code: Code,
  members: Members,
) {
  return Type.Object({ code: oneOf([code]), ...members })
}

/** A reason for a risk score: a code with the figures of its sentence. */
export const RiskReason = Type.Union([
  reason('unseen', {}),
  reason('label', {
    label: Type.String(),
    category: Type.String(),
    source: Type.String(),
    version: Type.String(),
    score: Type.Integer(),
  }),
  reason('pooled', {}),
  reason('class', {
    direction,
    unit,
    of: rounded('Value that counts, rounded to two decimals'),
    whole: rounded('Value received or sent in total, rounded to two decimals'),
    within: rounded('Tainted value within this number of hops, rounded to two decimals'),
    all_counts: Type.Boolean({
      description: 'Whether the whole value counts. Otherwise, `of` can still equal `whole` after rounding',
    }),
    class: oneOf(riskClasses),
    hops: Type.Integer({ minimum: 1 }),
    weight: Type.Integer(),
    decay: rounded('Factor for the distance, rounded to six decimals'),
    ratio: rounded('within / of, rounded to four decimals'),
    points: rounded('Rounded to two decimals'),
    dust: Type.Boolean(),
  }),
  reason('points', {
    direction,
    sum: rounded('Rounded to two decimals'),
    counted: rounded('Rounded to two decimals'),
  }),
  reason('inferred', { direction, percent }),
  reason('unrecorded', { direction, percent }),
  reason('shortfall', { unit, amount }),
  reason('not_followed', { direction, percent }),
  reason('late', {}),
  reason('score', {
    own: nullable(Type.Integer({ description: 'Score of the own label. Null if it has no effect' })),
    floor: Type.Integer(),
    points: rounded('Rounded to two decimals'),
    score: Type.Integer(),
    level: oneOf(riskLevels),
  }),
])
export type RiskReason = Static<typeof RiskReason>

/** Why histories that a score needs have not been fetched. */
export const notFetchedReasons = ['off', 'background', 'time', 'budget', 'failed', 'behind'] as const
export type NotFetched = (typeof notFetchedReasons)[number]

/** A part of the note of a coverage: a code with the figures of its sentence. */
export const CoverageReason = Type.Union([
  reason('network_empty', {}),
  reason('network_whole', { block }),
  reason('address_unseen', {}),
  reason('address_whole', {}),
  reason('network_partial', {}),
  reason('blocks_missing', {
    before: nullable(Type.Integer({ minimum: 0, description: 'The first block with data' })),
    gaps: Type.Array(Type.Object({ first: block, last: block })),
    more: Type.Integer({ minimum: 0, description: 'Number of further gaps' }),
    after: block,
  }),
  reason('history_whole', { block: Type.Integer() }),
  reason('history_busy', { transfers: nullable(Type.Integer()) }),
  reason('history_part', {}),
  reason('history_old', {}),
  reason('not_reported', { kinds: Type.Array(Type.String()) }),
  reason('unread', {
    addresses: Type.Integer({ minimum: 1 }),
    because: nullable(oneOf(notFetchedReasons)),
  }),
])
export type CoverageReason = Static<typeof CoverageReason>
