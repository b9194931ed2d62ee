import { checkWebhookUrl } from '@touchstone/common'
import type { WatchList, WatchRemoval } from '@touchstone/contract'
import { maxWatches, ServiceError, type Watch, watchesOnPage } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { releaseFetches } from '../fetch/fetch-queue-store.ts'
import { neverChecked } from '../imports/import-journal-store.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { resolveAccount } from '../lookup/resolve-account.ts'
import { resolveCovered } from '../lookup/resolve-covered.ts'
import { currentVersion } from './current-version.ts'
import { scoreWatch } from './score-watch.ts'
import type { WatchContext } from './watch-context.ts'
import { releaseWatchFetches } from './watch-fetch-store.ts'
import type { WatchRow } from './watch-store.ts'
import {
  countWatches,
  deleteWatch,
  insertWatch,
  lockPause,
  lockWatchesOf,
  releaseAllWatches,
  resumeAllWatches,
  selectPause,
  selectWatches,
  subjectOf,
  updateWatch,
  type WatchKey,
} from './watch-store.ts'

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Converts a row to the record that merchants receive. */
function watchRecord(row: WatchRow): Watch {
  return {
    coin: row.coin,
    address: row.address,
    url: row.url ?? '',
    score: row.score,
    risk_level: row.riskLevel,
    coverage: row.coverage,
    since: seconds(row.addedAt),
    changed: seconds(row.changedAt),
    checked: seconds(row.checkedAt),
  }
}

/**
 * Watches an address. If the address is already watched, the watch keeps its level but gets the coin and URL
 * from this call. While watches are paused, the new watch is scored once but causes no event until an operator
 * resumes them.
 */
export async function addWatch(
  context: WatchContext,
  reader: KytReader,
  input: { merchant: string; coin: string; address: string; url?: string },
): Promise<Watch> {
  const { merchant } = input
  const account = await resolveCovered(reader, input)
  const coin = account.coin.identifier
  const key = { merchant, network: account.key.network, address: account.address.text }
  const url = await checkedUrl(context, merchant, input.url)
  const db = journalOf(context)

  const known = await changeWatch(context, key, { coin, url })
  if (known !== undefined) return known

  // Reads the version before scoring, so that the next round finds changes made during scoring.
  const checkedVersion = await currentVersion(context)
  const {
    score,
    risk_level: riskLevel,
    coverage: { state: coverage },
  } = await scoreWatch(reader, { merchant, coin, address: key.address }, { owner: merchant, isTimed: false })
  return await db.transaction().execute(async (transaction) => {
    await lockWatchesOf(transaction, merchant)
    const meanwhile = await updateWatch(transaction, key, { coin, url })
    if (meanwhile !== undefined) return watchRecord(meanwhile)
    const most = context.watchLimit ?? maxWatches
    if ((await countWatches(transaction, merchant)) >= most) {
      throw new ServiceError('tooManyWatches', { detail: `the maximum is ${most}` })
    }
    const now = new Date(context.clock.now())
    const times = { addedAt: now, changedAt: now, checkedAt: now }
    // The ledger is incomplete during a pause, so the watch must be scored again after the pause.
    const version = (await lockPause(transaction)) ? neverChecked : checkedVersion
    const watch = { ...key, coin, url, score, riskLevel, coverage, ...times, checkedVersion: version }
    return watchRecord(await insertWatch(transaction, watch))
  })
}

async function changeWatch(
  context: WatchContext,
  key: WatchKey,
  change: { coin: string; url: string | null },
): Promise<Watch | undefined> {
  return await journalOf(context)
    .transaction()
    .execute(async (transaction) => {
      const watch = await updateWatch(transaction, key, change)
      if (watch !== undefined) {
        const of = { merchant: watch.merchant, subject: subjectOf(watch) }
        await context.events.redirect(transaction, of, watch.url)
      }
      return watch && watchRecord(watch)
    })
}

async function checkedUrl(
  context: WatchContext,
  merchant: string,
  text: string | undefined,
): Promise<string | null> {
  if (text === undefined) return null
  const checked = checkWebhookUrl(text, { loopback: context.loopbackReceivers })
  if ('wrong' in checked) throw new ServiceError('parameter', { detail: `url ${checked.wrong}` })
  if (!(await context.events.canSign(merchant))) throw new ServiceError('noWebhookSecret')
  return checked.url
}

/** Removes a watch. Its existing events are still delivered. */
export async function removeWatch(
  context: WatchContext,
  input: { merchant: string; coin: string; address: string },
): Promise<WatchRemoval> {
  const { key, address } = resolveAccount(input)
  const watch = { merchant: input.merchant, network: key.network, address: address.text }
  return { removed: await deleteWatch(journalOf(context), watch) }
}

export async function listWatches(
  context: WatchContext,
  input: { merchant: string; page?: number },
): Promise<WatchList> {
  const { merchant, page = 1 } = input
  const db = journalOf(context)
  const total = await countWatches(db, merchant)
  const offset = (page - 1) * watchesOnPage
  const rows = offset < total ? await selectWatches(db, { merchant, offset, limit: watchesOnPage }) : []
  return {
    watch_list: rows.map(watchRecord),
    page,
    total,
    total_pages: Math.ceil(total / watchesOnPage),
  }
}

/**
 * Ends the pause that a ledger reset started. Must be called after all data has been imported again. Returns
 * the number of watches to rescore.
 */
export async function resumeWatches(context: WatchContext): Promise<number> {
  return await resumeAllWatches(journalOf(context))
}

export async function areWatchesPaused(context: WatchContext): Promise<boolean> {
  return await selectPause(journalOf(context))
}

/**
 * Releases all claims in an embedded store at startup. Only one process uses such a store, so existing claims
 * belong to a process that has ended. With a database server, existing claims may belong to another node.
 */
export async function releaseClaims(context: WatchContext): Promise<void> {
  if (context.database.engine !== 'embedded') return
  await releaseAllWatches(journalOf(context))
  await releaseWatchFetches(journalOf(context))
  await releaseFetches(journalOf(context))
}
