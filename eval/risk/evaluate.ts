import type { Progress } from '../../bench/support/progress.ts'
import { type Background, generateBackground } from './background/generate-background.ts'
import type { LaunderingCase } from './cases/laundering-case.ts'
import { plainSearch, poisonEverywhere } from './measure/baselines.ts'
import { type Metrics, measure } from './measure/metrics.ts'
import { type Miss, missesOf } from './measure/misses.ts'
import { openWorld, type World } from './measure/open-world.ts'
import { policies } from './measure/policies.ts'
import { scoreAll } from './measure/score-all.ts'

export const methods = [
  'the policy',
  'one hop',
  'fifo',
  'poison',
  'plain search, 4 hops',
  'poison everywhere',
] as const
export type Method = (typeof methods)[number]

/** One case with the people of one seed. */
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
  }
  /** Of the policy alone where only it was asked for. */
  readonly metrics: Readonly<Partial<Record<Method, Metrics>>>
  readonly misses: readonly Miss[]
  readonly seconds: number
}

/** Scores everybody of one case and one seed, by the policy and, if asked for, by what it is compared with. */
export async function evaluate(options: {
  the: LaunderingCase
  seed: number
  perAddress: number
  compared: boolean
  progress: Progress
  own: (opening: Promise<World>) => Promise<World>
}): Promise<Run> {
  const { the, seed, perAddress, compared, progress, own } = options
  const startedAt = performance.now()
  const title = `${the.name}, seed ${seed}`
  progress(`${title}: filling a ledger`)
  const background = generateBackground({ the, seed, perAddress })
  const world = await own(openWorld({ the, background }))
  const addresses = [...new Set([...the.addresses, ...background.strangers.keys()])]
  const metrics: Partial<Record<Method, Metrics>> = {}
  let misses: Miss[] = []
  for (const [name, policy] of Object.entries(policies)) {
    const method = name as keyof typeof policies
    if (method !== 'the policy' && !compared) continue
    const scores = await scoreAll({
      desk: world.desk,
      addresses,
      policy,
      onProgress: (done, total) => progress(`${title}: scoring by ${method}`, done, total),
    })
    metrics[method] = measure({ the, background, scores })
    if (method === 'the policy') misses = missesOf({ the, background, scores, dustUsd: policy.dust_usd })
  }
  await world.close()
  if (compared) {
    const everything = [...the.transfers, ...background.transfers]
    const search = plainSearch(everything, the.sources)
    metrics['plain search, 4 hops'] = measure({ the, background, scores: search })
    const poisoned = poisonEverywhere(everything, the.sources)
    metrics['poison everywhere'] = measure({ the, background, scores: poisoned })
  }
  return {
    case: the.name,
    seed,
    counts: countsOf(the, background),
    metrics,
    misses,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

function countsOf(the: LaunderingCase, background: Background): Run['counts'] {
  return {
    transfers: the.transfers.length,
    addresses: the.addresses.length,
    services: the.services.size,
    sources: the.sources.size,
    strangers: background.strangers.size,
    strangersTransfers: background.transfers.length,
  }
}
