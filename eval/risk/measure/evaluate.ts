import type { Progress } from '../../../bench/support/progress.ts'
import { type Background, generateBackground, type Stranger } from '../background/generate-background.ts'
import { generateHardUsers } from '../background/hard-users.ts'
import type { LaunderingCase } from '../cases/laundering-case.ts'
import { toUsd } from '../cases/parse-usd.ts'
import type { Scored } from './ask-score.ts'
import { isModerate } from './ask-score.ts'
import { plainSearch, poisonEverywhere } from './baselines.ts'
import { type HiddenMetrics, measureHidden } from './hidden-metrics.ts'
import { type Hiding, hideParts, titleOf } from './hide-parts.ts'
import { type HonestGroup, type Metrics, measure } from './metrics.ts'
import { type Miss, missesOf } from './misses.ts'
import type { Stage, World } from './open-world.ts'
import { policies } from './policies.ts'
import { type Scores, scoreAll } from './score-all.ts'

export const methods = [
  'the policy',
  'one hop',
  'fifo',
  'poison',
  'plain search, 4 hops',
  'poison everywhere',
] as const
export type Method = (typeof methods)[number]

/** A person who is unrelated to the case but scored Moderate or higher. */
export type FalseAlarm = Scored &
  Omit<Stranger, 'dust'> & { readonly address: string; readonly dustUsd: number }

/** A hard-to-distinguish honest user who scored Moderate or higher. */
export type HonestAlarm = Scored & { readonly address: string; readonly group: HonestGroup }

/** The results for one case with the background users of one seed. */
export type Run = {
  readonly case: string
  readonly seed: number
  readonly counts: {
    readonly transfers: number
    readonly addresses: number
    readonly services: number
    readonly sources: number
    readonly strangers: number
    readonly strangersTransfers: number
    readonly hardUsers: number
  }
  /** The metrics of each method. Contains only the default policy if no comparison was requested. */
  readonly metrics: Readonly<Partial<Record<Method, Metrics>>>
  readonly misses: readonly Miss[]
  readonly falseAlarms: readonly FalseAlarm[]
  readonly honestAlarms: readonly HonestAlarm[]
  /** The metrics of the default policy on ledgers that lack some transfers. Empty if not requested. */
  readonly hidden: readonly (Hiding & { readonly metrics: HiddenMetrics })[]
  readonly seconds: number
}

/**
 * Scores every address of one case and seed with the default policy and, if requested, with other methods and
 * with parts of the ledger hidden.
 */
export async function evaluate(options: {
  the: LaunderingCase
  seed: number
  perAddress: number
  perGroup: number
  /** Whether to score with the other methods for comparison. */
  compared: boolean
  /** The parts of the ledger to hide, one at a time. */
  hidings: readonly Hiding[]
  /** Whether the ledger lacks some transfers of background users. */
  gaps: boolean
  progress: Progress
  /** Other evaluations must not use the same stage while this one runs. */
  stage: Stage
}): Promise<Run> {
  const { the, seed, perAddress, perGroup, compared, hidings, gaps, progress, stage } = options
  const startedAt = performance.now()
  const title = `${the.name}, seed ${seed}`
  progress(`${title}: filling a ledger`)
  const whole = generateBackground({ the, seed, perAddress })
  const background = gaps ? withGaps(the, whole) : whole
  const exchanges = [...whole.furtherServices.keys()]
  const world: World = { the, background, hard: generateHardUsers({ the, seed, perGroup, exchanges }) }
  const reader = await stage.setUp(world)
  const addresses = [
    ...new Set([...the.addresses, ...background.strangers.keys(), ...world.hard.users.keys()]),
  ]
  const metrics: Partial<Record<Method, Metrics>> = {}
  let misses: Miss[] = []
  let falseAlarms: FalseAlarm[] = []
  let honestAlarms: HonestAlarm[] = []
  for (const [name, policy] of Object.entries(policies)) {
    const method = name as keyof typeof policies
    if (method !== 'the policy' && !compared) continue
    const scores = await scoreAll({
      reader,
      addresses,
      policy,
      onProgress: (done, total) => progress(`${title}: scoring by ${method}`, done, total),
    })
    metrics[method] = measure({ ...world, scores })
    if (method !== 'the policy') continue
    misses = missesOf({ the, background, scores, dustUsd: policy.dust_usd })
    falseAlarms = falseAlarmsOf(background, scores)
    honestAlarms = honestAlarmsOf(world, scores)
  }
  if (compared) {
    const everything = [...the.transfers, ...background.transfers, ...world.hard.transfers]
    const search = plainSearch(everything, the.sources)
    metrics['plain search, 4 hops'] = measure({ ...world, scores: search })
    const poisoned = poisonEverywhere(everything, the.sources)
    metrics['poison everywhere'] = measure({ ...world, scores: poisoned })
  }
  const hidden: { of: Hiding['of']; share: number; metrics: HiddenMetrics }[] = []
  for (const hiding of hidings) {
    const what = `${title}: scoring without ${titleOf(hiding)}`
    progress(what)
    const visible = hideParts(world, hiding, seed)
    const scores = await scoreAll({
      reader: await stage.setUp(visible),
      addresses,
      policy: policies['the policy'],
      onProgress: (done, total) => progress(what, done, total),
    })
    hidden.push({ ...hiding, metrics: measureHidden(world, visible, scores) })
  }
  return {
    case: the.name,
    seed,
    counts: countsOf(world),
    metrics,
    misses,
    falseAlarms,
    honestAlarms,
    hidden,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

/** One in this many transfers of background users is omitted from the ledger. */
const missingEach = 10

/**
 * Simulates a ledger that starts with the case and lacks a tenth of the background users' later transfers, so
 * that their recorded balances are too low.
 */
function withGaps(the: LaunderingCase, background: Background): Background {
  const start = the.transfers.at(0)?.time ?? 0
  const later = background.transfers.filter(({ time }) => time >= start)
  return { ...background, transfers: later.filter((_, at) => at % missingEach !== 0) }
}

function falseAlarmsOf(background: Background, scores: Scores): FalseAlarm[] {
  return [...background.strangers].flatMap(([address, { dust, ...stranger }]) => {
    const scored = scores.get(address)
    return scored !== undefined && isModerate(scored)
      ? [{ address, ...scored, ...stranger, dustUsd: toUsd(dust) }]
      : []
  })
}

function honestAlarmsOf({ hard }: World, scores: Scores): HonestAlarm[] {
  return [...hard.users].flatMap(([address, group]) => {
    const scored = scores.get(address)
    return scored !== undefined && isModerate(scored) ? [{ address, group, ...scored }] : []
  })
}

function countsOf({ the, background, hard }: World): Run['counts'] {
  return {
    transfers: the.transfers.length,
    addresses: the.addresses.length,
    services: the.services.size,
    sources: the.sources.size,
    strangers: background.strangers.size,
    strangersTransfers: background.transfers.length,
    hardUsers: hard.users.size,
  }
}
