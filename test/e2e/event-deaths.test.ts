import { kycMigrations, makeWebhookSecret, setDefaultUrl } from '@touchstone/kyc'
import { kytMigrations, openLedger, openPackedLedger } from '@touchstone/kyt'
import { openServer } from '@touchstone/storage'
import { expect, test } from 'vitest'
import { coverNetworks } from '../support/cover-networks.ts'
import { freshDatabase } from '../support/engines.ts'
import { createKycWorld, createMerchantWithProgram, startOfTest } from '../support/kyc-world.ts'
import { runUntilKilled } from '../support/spawn.ts'
import { useReceivers } from '../support/webhook-receiver.ts'

// Kills the process that records events and sends them, at various points. Each new process continues with
// the same store. In the end, every journey and every decision on a transfer has exactly one event, and the receiver
// has all of them.

const secret = 'a master secret for tests, 32 characters and more'
const receive = useReceivers()

/** Runs a process until it ends, or kills it after it has printed the given number of lines. */
async function runProcess(databaseUrl: string, task: object, killAtLine: number): Promise<'done' | 'killed'> {
  const args = [databaseUrl, JSON.stringify({ ...task, secret })]
  const { out } = await runUntilKilled('event-process.mjs', args, killAtLine)
  return out.includes('done\n') ? 'done' : 'killed'
}

test('kills between a change, its event and its delivery lose and double nothing', {
  timeout: 300_000,
}, async () => {
  const databaseUrl = await freshDatabase()
  const database = await openServer({ url: databaseUrl, poolSize: 2 })
  try {
    const migrations = { ...kycMigrations, ...kytMigrations }
    const world = { ...(await createKycWorld(database, { migrations })), loopbackReceivers: true }
    const { mchNo, program } = await createMerchantWithProgram(world)
    const ledger = { ...world, ledger: openPackedLedger(database) }
    await openLedger(ledger)
    await coverNetworks(ledger, 'ETH')
    const receiver = await receive()
    await makeWebhookSecret(world, { merchant: mchNo, graceSeconds: 0 })
    await setDefaultUrl(world, { merchant: mchNo, url: receiver.url })
    let deaths = 0
    // The clock of each run is past the claims of the previous one.
    const taskOf = (run: number, people: number) => ({
      ...{ run, people, programNo: program.programNo, merchant: mchNo, now: startOfTest + run * 60_000 },
    })
    const lines = [1, 2, 3, 4, 6, 9, 13, 18, 24, 31]
    for (const [run, line] of lines.entries())
      if ((await runProcess(databaseUrl, taskOf(run, 6), line)) === 'killed') deaths += 1
    expect(deaths).toBeGreaterThanOrEqual(8)
    expect(await runProcess(databaseUrl, taskOf(lines.length, 6), Number.POSITIVE_INFINITY)).toBe('done')

    const select = async (text: string) => (await database.run(text)).rows as { id: string }[]
    const journeys = await select(`select 'journey:' || id as id from journey order by id`)
    const events = await select(`select subject as id from event where type = 'kyc.started' order by seq`)
    expect(events.length).toBeGreaterThanOrEqual(8)
    expect(events.toSorted(byId)).toEqual(journeys.toSorted(byId))
    const decisions = await select('select transfer_id::text as id from kyt_transfer_decision')
    const decided = await select(
      `select substr(subject, 10) as id from event where type = 'kyt.transfer.decided' and subject like 'transfer:%'`,
    )
    expect(decisions.length).toBeGreaterThanOrEqual(12)
    expect(new Set(decisions.map(({ id }) => id)).size, 'one decision per transfer').toBe(decisions.length)
    expect(decided.toSorted(byId)).toEqual(decisions.toSorted(byId))
    const deliveries = await select('select distinct state as id from event_delivery')
    expect(deliveries).toEqual([{ id: 'delivered' }])
    const ids = await select(`select id from event where type in ('kyc.started', 'kyt.transfer.decided')`)
    const bodies = new Map(receiver.received.map(({ id, body }) => [id, body]))
    expect([...bodies.keys()].sort()).toEqual(ids.map(({ id }) => id).sort())
    // A delivery whose result was not stored is repeated with the same id and body.
    for (const { id, body } of receiver.received) expect(bodies.get(id)).toBe(body)
  } finally {
    await database.close()
  }
})

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)
