import { ServiceError } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import type { WatchContext } from '../webhooks/watch-context.ts'
import { changeLevel } from './change-level.ts'
import { currentVersion } from './current-version.ts'
import { type Scored, scoreWatch } from './score-watch.ts'
import { claimOutdatedWatches, lockPause, skipChecked, updateChecked, type WatchRow } from './watch-store.ts'

/** How long a watch belongs to the node that took it; also how long one waits that could not be scored. */
const claimMs = 60_000
/** Small enough that a call which comes meanwhile does not wait long. */
const defaultBatch = 50

export type Rescored = {
  /** Watches that were taken up. */
  readonly taken: number
  /** Of these, the ones that came to another level. */
  readonly changed: number
  /** Why some of them could not be scored now; they are taken up again later. */
  readonly problem: unknown
}

/**
 * One round: scores a batch of the watches that were last scored before something changed. Every watch remembers how far
 * it has come, so that the next round, or another process after this one died, goes on where this one stopped.
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
  const results = await Promise.allSettled(watches.map((watch) => scoreWatch(reader, watch)))

  const same: { watch: WatchRow; scored: Scored }[] = []
  const other: { watchId: number; scored: Scored; version: number }[] = []
  const unscorable: number[] = []
  let problem: unknown
  for (const [index, watch] of watches.entries()) {
    const result = results[index]
    if (result === undefined) continue
    if (result.status === 'rejected') {
      if (isForGood(result.reason)) unscorable.push(watch.id)
      problem ??= result.reason
    } else if (result.value.risk_level === watch.riskLevel) same.push({ watch, scored: result.value })
    else other.push({ watchId: watch.id, scored: result.value, version })
  }

  const checked = same.map(({ watch, scored }) => ({
    id: watch.id,
    score: scored.score,
    riskLevel: scored.risk_level,
  }))
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

/** A coin that a newer version of the program no longer has can't be scored however often one tries. */
function isForGood(reason: unknown): boolean {
  return reason instanceof ServiceError && !reason.retryable
}
