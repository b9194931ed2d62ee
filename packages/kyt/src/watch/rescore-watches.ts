import { ServiceError } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { changeLevel } from './change-level.ts'
import { currentVersion } from './current-version.ts'
import { checkedWatch, isWithoutData, type Scored, scoreWatch } from './score-watch.ts'
import type { WatchContext } from './watch-context.ts'
import { claimOutdatedWatches, lockPause, skipChecked, updateChecked, type WatchRow } from './watch-store.ts'

/** How long a claim on a watch is valid. If scoring a watch fails, it is retried when the claim expires. */
const claimMs = 60_000
/** Number of watches per round, small enough that other requests do not wait long. */
const defaultBatch = 50
/**
 * Number of watches scored at a time. Calculating a score with the largest allowed budget needs tens of
 * megabytes.
 */
const atOnce = 8

export type Rescored = {
  /** Number of claimed watches. */
  readonly taken: number
  /** Number of claimed watches whose level changed. */
  readonly changed: number
  /** The error of the first watch that could not be scored. */
  readonly problem: unknown
}

/**
 * Runs one round: scores a batch of watches that were last scored before the latest change. Each watch stores
 * the version of its last score, so the next round can resume from there, even in another process.
 */
export async function rescoreWatches(
  context: WatchContext,
  reader: KytReader,
  options: { readonly batch?: number } = {},
): Promise<Rescored> {
  const db = journalOf(context)
  const version = await currentVersion(context)
  const now = context.clock.now()
  const claim = { version, now: new Date(now), until: new Date(now + claimMs) }
  const watches = await claimOutdatedWatches(db, { ...claim, limit: options.batch ?? defaultBatch })
  const results: PromiseSettledResult<Scored>[] = []
  for (let from = 0; from < watches.length; from += atOnce) {
    const some = watches.slice(from, from + atOnce)
    results.push(...(await Promise.allSettled(some.map((watch) => scoreWatch(reader, watch)))))
  }

  const same: { watch: WatchRow; scored: Scored }[] = []
  const other: { watchId: number; scored: Scored; version: number }[] = []
  const unscorable: number[] = []
  let problem: unknown
  for (const [index, watch] of watches.entries()) {
    const result = results[index]
    if (result === undefined) continue
    if (result.status === 'rejected') {
      if (isPermanent(result.reason)) unscorable.push(watch.id)
      problem ??= result.reason
    } else if (isDataLost(watch, result.value)) {
      // A watch must not report that its address has become harmless.
      same.push({ watch, scored: keepLevel(watch, result.value) })
    } else if (result.value.risk_level === watch.riskLevel) same.push({ watch, scored: result.value })
    else other.push({ watchId: watch.id, scored: result.value, version })
  }

  const checked = same.map(({ watch, scored }) => checkedWatch(watch, scored))
  if (checked.length + unscorable.length > 0) {
    await db.transaction().execute(async (transaction) => {
      if (await lockPause(transaction)) return
      await updateChecked(transaction, checked, { version, now: new Date(context.clock.now()) })
      await skipChecked(transaction, unscorable, version)
    })
  }
  let changed = 0
  for (const found of other) if (await changeLevel(context, found)) changed += 1
  return { taken: watches.length, changed, problem }
}

/**
 * Returns whether a retry is certain to fail, for example because this version of the program no longer
 * supports the coin.
 */
function isPermanent(reason: unknown): boolean {
  return reason instanceof ServiceError && !reason.retryable
}

/** Whether the level of a watch would fall because the ledger has lost the data on which it was based. */
function isDataLost(watch: WatchRow, scored: Scored): boolean {
  if (isWithoutData(scored)) return true
  return watch.coverage !== 'none' && scored.coverage.state === 'none' && scored.score < watch.score
}

/** Returns a watch's level as it was, with the coverage on which it was based. */
function keepLevel({ score, riskLevel: risk_level, coverage: state }: WatchRow, scored: Scored): Scored {
  const coverage = scored.score < score ? { ...scored.coverage, state } : scored.coverage
  return { ...scored, score, risk_level, coverage }
}
