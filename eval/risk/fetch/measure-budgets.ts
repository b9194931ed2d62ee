import type { RiskScore } from '@touchstone/contract'
import {
  type FetchContext,
  fetchRisk,
  getRiskScore,
  type HistorySource,
  networks,
  openBudget,
  openKytReader,
} from '@touchstone/kyt'
import type { Progress } from '../../../bench/support/progress.ts'
import { generateBackground } from '../background/generate-background.ts'
import { coin, type LaunderingCase } from '../cases/laundering-case.ts'
import { placesOf } from '../cases/walk.ts'
import { isHigh, isModerate, type Scored } from '../measure/ask-score.ts'
import type { openStage } from '../measure/open-world.ts'
import { policies } from '../measure/policies.ts'
import { serveWorld } from './serve-world.ts'

/** The budgets to compare, in requests per query. The last one has no limit. */
export const budgets = [10, 30, 100, 300, Number.POSITIVE_INFINITY] as const

export type BudgetResult = {
  readonly requests: number
  /** Of the addresses that the thief's funds reached within four hops. */
  readonly reached: { readonly count: number; readonly moderate: number; readonly high: number }
  /** Of the background users. */
  readonly strangers: { readonly count: number; readonly moderate: number; readonly high: number }
  /** Answers whose coverage was complete, across both groups. */
  readonly complete: number
  /** Answers with a different score or level than after a full import, across both groups. */
  readonly different: number
  /** The average number of requests per answer. */
  readonly used: number
}

const network = networks.ETH.id
const mostHops = 4

/**
 * Scores addresses for the first time with an empty ledger, which has only the case's labels, and fetches what
 * each score needs from a local server. Compares the results with a full import of the same transfers.
 */
export async function measureBudgets(options: {
  readonly the: LaunderingCase
  readonly seed: number
  readonly perAddress: number
  /** The maximum number of addresses in each group. */
  readonly most: number
  readonly stage: Awaited<ReturnType<typeof openStage>>
  readonly progress: Progress
}): Promise<readonly BudgetResult[]> {
  const { the, seed, perAddress, most, stage, progress } = options
  const background = generateBackground({ the, seed, perAddress })
  const hard = { users: new Map(), transfers: [] }
  const imported = await stage.setUp({ the, background, hard })
  const policy = policies['the policy']
  const places = placesOf(the)
  const reached = [...places].flatMap(([address, place]) =>
    place.at === 'downstream' && place.hops <= mostHops ? address : [],
  )
  const groups = {
    reached: spread(reached, most),
    strangers: spread([...background.strangers.keys()], most),
  }
  const addresses = [...groups.reached, ...groups.strangers]
  const expected = new Map<string, RiskScore>()
  for (const address of addresses) {
    expected.set(address, await getRiskScore(imported, { coin, address }, policy))
  }
  const world = await serveWorld([...the.transfers, ...background.transfers], imported.context.clock)
  const found = budgets.map(() => new Map<string, Scored & { complete: boolean; used: number }>())
  try {
    for (const [done, address] of addresses.entries()) {
      progress(`${the.name}: first scores from a source`, done, addresses.length)
      const steps = await scoreStepwise(imported.context, world.source, address)
      for (const [index, step] of steps.entries()) found[index]?.set(address, step)
    }
  } finally {
    await world.stop()
  }
  return budgets.map((requests, index) => {
    const scores = found[index] ?? new Map()
    const count = (of: readonly string[]) => ({
      count: of.length,
      moderate: of.filter((address) => isModerate(scores.get(address))).length,
      high: of.filter((address) => isHigh(scores.get(address))).length,
    })
    const all = [...scores.values()]
    return {
      requests,
      reached: count(groups.reached),
      strangers: count(groups.strangers),
      complete: all.filter(({ complete }) => complete).length,
      different: addresses.filter((address) => {
        const full = expected.get(address)
        const one = scores.get(address)
        return full?.score !== one?.score || full?.risk_level !== one?.level
      }).length,
      used: all.reduce((sum, { used }) => sum + used, 0) / Math.max(1, all.length),
    }
  })
}

/**
 * Scores an address with each budget. The larger budgets continue where the smaller ones stopped, which gives
 * the same result as starting again, because the order of the requests does not depend on the budget.
 */
async function scoreStepwise(
  { histories: _, ...context }: FetchContext,
  source: HistorySource,
  address: string,
  limits: readonly number[] = budgets,
): Promise<(Scored & { complete: boolean; used: number })[]> {
  const policy = policies['the policy']
  // Removes all transfers and histories, but not the labels.
  await context.ledger.retract({ network, fromBlock: 0 })
  const fetching: FetchContext = {
    ...context,
    histories: { of: async () => [source], networks: async () => ['ETH'] },
  }
  const reader = openKytReader(fetching)
  const answering = { ...policy, fetch: 'never' as const }
  const steps: (Scored & { complete: boolean; used: number })[] = []
  let used = 0
  let isDone = false
  for (const requests of limits) {
    if (!isDone) {
      const budget = openBudget({ requests: requests - used, rows: 1e12, seconds: 1e6 }, context.clock)
      isDone = (await fetchRisk(reader, { coin, address }, { policy, budget })) === undefined
      used += budget.used().requests
    }
    const { score, risk_level: level, coverage } = await getRiskScore(reader, { coin, address }, answering)
    steps.push({ score, level, complete: isDone && coverage.state !== 'none', used })
  }
  return steps
}

/**
 * Returns the addresses whose first score from a source, without a budget, differs from their score after a full
 * import.
 */
export async function findDifferences(options: {
  readonly the: LaunderingCase
  readonly addresses: readonly string[]
  readonly seed: number
  readonly perAddress: number
  readonly stage: Awaited<ReturnType<typeof openStage>>
}): Promise<readonly string[]> {
  const { the, addresses, seed, perAddress, stage } = options
  const background = generateBackground({ the, seed, perAddress })
  const imported = await stage.setUp({ the, background, hard: { users: new Map(), transfers: [] } })
  const policy = policies['the policy']
  const expected: RiskScore[] = []
  for (const address of addresses) expected.push(await getRiskScore(imported, { coin, address }, policy))
  const world = await serveWorld([...the.transfers, ...background.transfers], imported.context.clock)
  const different: string[] = []
  try {
    for (const [index, address] of addresses.entries()) {
      const [found] = await scoreStepwise(imported.context, world.source, address, [Number.POSITIVE_INFINITY])
      const full = expected[index]
      if (found?.score !== full?.score || found?.level !== full?.risk_level) different.push(address)
    }
  } finally {
    await world.stop()
  }
  return different
}

/** Returns at most the given number of values, evenly spread over the list. */
function spread<Value>(values: readonly Value[], most: number): Value[] {
  const step = Math.max(1, values.length / most)
  return values.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}
