import { findCoin } from '../coins/find-coin.ts'
import { journalOf, type LedgerContext } from '../context.ts'
import { insertImport, updateImport } from '../imports/import-journal-store.ts'
import type { ImportReport } from '../imports/import-progress.ts'
import { rejectedImport } from '../imports/rejected-import.ts'
import type { Rejects } from '../imports/rejects.ts'
import type { DayPrice } from '../ledger/ledger-store.ts'
import type { PriceEntry } from './read-prices.ts'

const millisecondsOfDay = 86_400_000

/** Imports daily prices. A later price for the same coin and day replaces the earlier one. */
export async function importPrices(
  context: LedgerContext,
  options: { name: string; entries: AsyncIterable<PriceEntry> | Iterable<PriceEntry>; rejects: Rejects },
): Promise<ImportReport> {
  const journal = journalOf(context)
  const inserted = await insertImport(journal, {
    kind: 'prices',
    name: options.name.slice(0, 200),
    fingerprint: '',
    startedAt: new Date(context.clock.now()),
  })
  const sink = await options.rejects.open(false)
  // Collects all prices first, so that either all or none are stored. Several years of daily prices for all
  // coins take up a few megabytes.
  const prices = new Map<string, DayPrice>()
  let rows = 0
  let rejected = 0
  try {
    for await (const entry of options.entries) {
      rows += 1
      if ('problem' in entry) {
        rejected += 1
        if (sink.countToRecord(1) > 0) await sink.take([{ ...entry, text: '' }])
        continue
      }
      const { date, usdE12 } = entry.price
      const coin = findCoin(entry.price.coin)?.id
      if (coin === undefined) throw new RangeError('a price belongs to an unknown coin')
      prices.set(`${coin} ${date}`, { coin, day: Date.parse(date) / millisecondsOfDay, usdE12 })
    }
  } finally {
    await sink.close()
  }
  const finishedAt = new Date(context.clock.now())
  if (rejected > 0 && !options.rejects.tolerated) {
    await updateImport(journal, inserted.id, { state: 'refused', rows, rejected, finishedAt })
    throw rejectedImport(sink.first(), rejected)
  }
  if (prices.size > 0) await context.ledger.putPrices([...prices.values()])
  await updateImport(journal, inserted.id, { state: 'done', rows, rejected, finishedAt })
  return { rows, fresh: prices.size, rejected }
}
