import { createManualClock, systemRandom } from '@touchstone/common'
import {
  addBatch,
  getBatch,
  importLabels,
  kytMigrations,
  networks,
  openKytReader,
  openLedger,
  openPackedLedger,
  refuseRejects,
  releaseBatches,
  runBatches,
} from '@touchstone/kyt'
import { migrate, openEmbedded } from '@touchstone/storage'

// Runs a batch in a store in a folder until it has finished. Reports each score and each stored part on standard
// output, and at the end the results.
const [folder, text] = process.argv.slice(2)
const { items, listed, part } = JSON.parse(text)
const say = (line) => process.stdout.write(`${line}\n`)
process.stdin.on('end', () => process.exit(0)).resume()

const database = await openEmbedded({ folder })
const context = {
  ...{ database, ledger: openPackedLedger(database), random: systemRandom },
  clock: createManualClock(Date.UTC(2026, 10, 15)),
}
await migrate({ database, migrations: kytMigrations })
await openLedger(context)
const range = { first: 1, last: 1, firstTime: 1_700_000_000, lastTime: 1_700_000_000, readAt: 1_700_000_000 }
await context.ledger.cover([{ network: networks.ETH.id, source: 'transfers', extent: 'transfers', ...range }])
const label = { network: 'ETH', label: '', incident: '', confidence: 90, category: 'theft', entity: 'Thief' }
const source = {
  ...{ name: 'test', version: '1', title: 'test' },
  async *entries() {
    for (const address of listed) yield { file: 'test', label: { ...label, address } }
  },
}
await importLabels(context, { sources: [source], rejects: refuseRejects })
await releaseBatches(context)
const opened = openKytReader(context)
const reader = {
  ...opened,
  async policyOf(merchant) {
    say('score')
    return await opened.policyOf(merchant)
  },
}
const merchant = 'merchant'
const { batch_id: id } = await addBatch(context, { merchant, keyId: 'key', items, requestId: 'list-1' })
const scored = []
for (;;) {
  const round = await runBatches(context, reader, async (_batch, wanted) => Math.min(wanted, part))
  if (round.problem !== undefined) throw round.problem
  if (round.batches === 0) break
  scored.push(round.scored)
  say(`stored ${round.scored}`)
}
const { state, total, done, result_list } = await getBatch(context, { merchant, id })
const { rows } = await database.run(
  'select (select count(*)::int from kyt_batch) as batches, count(*)::int as items, count(result)::int as results from kyt_batch_item',
)
say(`found ${JSON.stringify({ state, total, done, result_list, counts: rows[0], scored })}`)
await database.close()
process.exit(0)
