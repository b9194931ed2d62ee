import { type Coverage, type CoverageReason, coverageSentences, sentenceOf } from '@touchstone/contract'
import type { BlockRange, CoveredRange } from '../ledger/covered-range.ts'

type Run = Omit<BlockRange, 'network'>

/** What the ledger contains for a network. */
export type NetworkCoverage = {
  /** The ranges of consecutive blocks that the ledger contains with all their transfers, in ascending order. */
  readonly runs: readonly Run[]
  /** The blocks that the ledger contains completely or in part. */
  readonly span: Run
  /** Whether the ledger contains the whole history of every address that occurs in it. */
  readonly hasWholeHistories: boolean
  /** The kinds of sources, in alphabetical order. */
  readonly sources: readonly string[]
  /** When a source was last read, in Unix seconds. */
  readonly readAt: number
}

/** Summarizes a network's ranges, given in ascending order. Returns `undefined` if there are none. */
export function coverageOf(ranges: readonly CoveredRange[]): NetworkCoverage | undefined {
  const [first] = ranges
  if (first === undefined) return undefined
  return {
    runs: ranges.filter(({ extent }) => extent === 'blocks').reduce(addToRuns, []),
    span: ranges.reduce<Run>(widen, first),
    hasWholeHistories: ranges.every(({ extent }) => extent === 'addresses'),
    sources: [...new Set(ranges.map(({ source }) => source))].sort(),
    readAt: Math.max(...ranges.map(({ readAt }) => readAt)),
  }
}

const widen = (one: Run, other: Run): Run => ({
  first: Math.min(one.first, other.first),
  last: Math.max(one.last, other.last),
  firstTime: Math.min(one.firstTime, other.firstTime),
  lastTime: Math.max(one.lastTime, other.lastTime),
})

function addToRuns(runs: readonly Run[], next: Run): readonly Run[] {
  const last = runs.at(-1)
  return last === undefined || next.first > last.last + 1
    ? [...runs, widen(next, next)]
    : [...runs.slice(0, -1), widen(last, next)]
}

/** The first block that can contain transfers. Some chains start at block 0, others at block 1. */
const firstBlock = 1

/** A chain whose newest block in the ledger is older than this is considered no longer followed. */
const freshSeconds = 86_400

/** Whether the ledger contains all of a network's transfers, from the first block to the last day. */
export function isFollowed(network: NetworkCoverage | undefined, now: number): boolean {
  const run = network?.runs[0]
  return run !== undefined && run.first <= firstBlock && run.lastTime >= now - freshSeconds
}

/** A coverage whose note is a list of reasons. */
export type DescribedCoverage = Omit<Coverage, 'note'> & { readonly reasons: CoverageReason[] }

/** Writes the reasons of a coverage as its note. */
export function withNote({ reasons, ...coverage }: DescribedCoverage): Coverage {
  return {
    ...coverage,
    note: reasons.map((reason) => sentenceOf(coverageSentences, reason)).join(' '),
  }
}

/**
 * Describes how much of an address's history the ledger contains. `isSeen` indicates whether the ledger
 * contains a transfer to or from the address, or the transaction in question.
 */
export function describeCoverage(
  network: NetworkCoverage | undefined,
  { isSeen, now }: { readonly isSeen: boolean; readonly now: number },
): DescribedCoverage {
  if (network === undefined)
    return { ...noData, as_of: null, sources: [], reasons: [{ code: 'network_empty' }] }
  const { runs, span, sources, readAt } = network
  const base = { as_of: readAt, sources: [...sources] }
  const [run] = runs
  if (run !== undefined && isFollowed(network, now)) {
    const reasons: CoverageReason[] = [{ code: 'network_whole', block: run.last }]
    return { ...base, ...timesOf(run), state: 'complete', reasons }
  }
  if (!isSeen) return { ...base, ...noData, reasons: [{ code: 'address_unseen' }] }
  if (network.hasWholeHistories)
    return { ...base, ...timesOf(span), state: 'complete', reasons: [{ code: 'address_whole' }] }
  return { ...base, ...timesOf(span), state: 'partial', reasons: [missingOf(runs)] }
}

const noData = { state: 'none', from: null, to: null } as const

const timesOf = ({ firstTime, lastTime }: Run) => ({ from: firstTime, to: lastTime })

/** Returns the blocks between the ranges of consecutive blocks. */
export function gapsBetween(runs: readonly Run[]): { readonly first: number; readonly last: number }[] {
  return runs.flatMap((run, index) => {
    const before = runs[index - 1]
    return before === undefined ? [] : { first: before.last + 1, last: run.first - 1 }
  })
}

/** Maximum number of gaps that a note lists. */
const mostGaps = 3

/** Returns the reason why a history is only partial. */
function missingOf(runs: readonly Run[]): CoverageReason {
  const [first] = runs
  const last = runs.at(-1)
  if (first === undefined || last === undefined) return { code: 'network_partial' }
  const gaps = gapsBetween(runs)
  return {
    code: 'blocks_missing',
    before: first.first <= firstBlock ? null : first.first,
    gaps: gaps.slice(0, mostGaps),
    more: Math.max(0, gaps.length - mostGaps),
    after: last.last,
  }
}
