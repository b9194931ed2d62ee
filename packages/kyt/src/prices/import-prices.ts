import { findCoin } from '../coins/find-coin.ts'
import { journalOf, type KytContext } from '../context.ts'
import { bumpVersion, insertImport, updateImport } from '../ledger/import-journal-store.ts'
import type { ImportReport } from '../ledger/import-progress.ts'
import { withLedgerLock } from '../ledger/ledger-lock.ts'
import { refusal } from '../ledger/refusal.ts'
import type { Rejects } from '../ledger/rejects.ts'
import { forgetVersions } from '../ledger/versions.ts'
import { loadPrices } from './price-store.ts'
import type { PriceEntry } from './read-prices.ts'

const scale = 10n ** 12n

/** Imports daily prices: one that comes later for the same coin and day takes the place of the earlier one. */
export async function importPrices(
  context: KytContext,
  options: { name: string; entries: AsyncIterable<PriceEntry> | Iterable<PriceEntry>; rejects: Rejects },
): Promise<ImportReport> {
  const journal = journalOf(context)
  const begun = await insertImport(journal, {
    kind: 'prices',
    name: options.name.slice(0, 200),
    fingerprint: '',
    startedAt: new Date(context.clock.now()),
  })
  const sink = await options.rejects.open(false)
  // Days of all coins over years are a few megabytes: kept, so that they go in at once or not at all.
  const prices = new Map<string, string>()
  let rows = 0
  let rejected = 0
  try {
    for await (const entry of options.entries) {
      rows += 1
      if ('problem' in entry) {
        rejected += 1
        if (sink.wanted(1) > 0) await sink.take([{ ...entry, text: '' }])
        continue
      }
      const { coin, date, usdE12 } = entry.price
      const id = findCoin(coin)?.id
      if (id === undefined) throw new RangeError('a price for something that is no coin')
      const usd = `${usdE12 / scale}.${String(usdE12 % scale).padStart(12, '0')}`
      prices.set(`${id} ${date}`, `${id}\t${date}\t${usd}\t${begun.id}\n`)
    }
  } finally {
    await sink.close()
  }
  const finishedAt = new Date(context.clock.now())
  if (rejected > 0 && !options.rejects.tolerated) {
    await updateImport(journal, begun.id, { state: 'refused', rows, rejected, finishedAt })
    throw refusal(sink.first(), rejected)
  }
  await withLedgerLock(context, async () => {
    if (prices.size > 0) await loadPrices(context.clickhouse, Buffer.from([...prices.values()].join('')))
    await journal.transaction().execute(async (db) => {
      await updateImport(db, begun.id, { state: 'done', rows, rejected, finishedAt })
      await bumpVersion(db, 'price_version')
    })
    forgetVersions(context)
  })
  return { rows, fresh: prices.size, rejected }
}
