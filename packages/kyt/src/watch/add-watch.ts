import { mostWatches, ServiceError, type Watch } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { neverChecked } from '../imports/import-journal-store.ts'
import type { KytDesk } from '../lookup/desk.ts'
import { resolveAccount } from '../lookup/resolve-account.ts'
import { redirectAlerts } from '../webhooks/alert-store.ts'
import { checkWebhookUrl } from '../webhooks/check-webhook-url.ts'
import type { WatchContext } from '../webhooks/watch-context.ts'
import { selectWebhook } from '../webhooks/webhook-store.ts'
import { currentVersion } from './current-version.ts'
import { scoreWatch } from './score-watch.ts'
import { watchRecord } from './watch-record.ts'
import {
  countWatches,
  insertWatch,
  lockPause,
  lockWatchesOf,
  updateWatch,
  type WatchKey,
} from './watch-store.ts'

/**
 * Watches an address. One that is watched already gets the coin and the url of this call, and keeps its level. While
 * watches are paused, this one is too: it is scored once, and sends no alert before an operator resumes them.
 */
export async function addWatch(
  context: WatchContext,
  desk: KytDesk,
  asked: { merchant: string; coin: string; address: string; url?: string },
): Promise<Watch> {
  const { merchant } = asked
  const account = resolveAccount(asked)
  const coin = account.coin.identifier
  const key = { merchant, network: account.key.network, address: account.address.text }
  const url = await checkedUrl(context, merchant, asked.url)
  const db = journalOf(context)

  const known = await changeWatch(context, key, { coin, url })
  if (known !== undefined) return known

  // Read before the score: what changes meanwhile is found by the next round.
  const checkedVersion = await currentVersion(context)
  const { score, risk_level: riskLevel } = await scoreWatch(desk, { merchant, coin, address: key.address })
  return await db.transaction().execute(async (transaction) => {
    await lockWatchesOf(transaction, merchant)
    const meanwhile = await updateWatch(transaction, key, { coin, url })
    if (meanwhile !== undefined) return watchRecord(meanwhile)
    const most = context.mostWatches ?? mostWatches
    if ((await countWatches(transaction, merchant)) >= most) {
      throw new ServiceError('tooManyWatches', { detail: `${most} are the most` })
    }
    const now = new Date(context.clock.now())
    const times = { addedAt: now, changedAt: now, checkedAt: now }
    // Scored on a ledger that is not complete: the first thing to do after the pause is to score it again.
    const version = (await lockPause(transaction)) ? neverChecked : checkedVersion
    const watch = { ...key, coin, url, score, riskLevel, ...times, checkedVersion: version }
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
      if (watch !== undefined) await redirectAlerts(transaction, watch.id, watch.url)
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
  if ((await selectWebhook(journalOf(context), merchant)) === undefined) {
    throw new ServiceError('noWebhookSecret')
  }
  return checked.url
}
