import { deliverEvents, makeWebhookSecret, setDefaultUrl } from '@touchstone/kyc'
import { type Database, openServer } from '@touchstone/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountWorld, walletOf } from '../support/account-world.ts'
import { freshDatabase } from '../support/engines.ts'

// Counts the row writes of one KYC journey, from the login to the shared result, in PostgreSQL's statistics.
// Jobs, transactions on chains and camera frames are not part of this world, so the real share is smaller.

let database: Database
beforeAll(async () => {
  // Each connection has its own statistics until it reports them.
  database = await openServer({ url: await freshDatabase(), poolSize: 1 })
})
afterAll(() => database?.close())

type Counts = Record<string, number>

async function counts(): Promise<Counts> {
  await database.run('select pg_stat_force_next_flush()')
  const { rows } = await database.run(
    'select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::int as count from pg_stat_user_tables',
  )
  return Object.fromEntries(
    (rows as { name: string; count: number }[]).map(({ name, count }) => [name, count]),
  )
}

test('events add at most 10 % to a journey, and deliveries at most three writes per event', async () => {
  const here = await createAccountWorld(database)
  const { kyc } = here.world
  const accept = async () => {
    while ((await deliverEvents(kyc, { send: async () => ({ accepted: true }) })) > 0);
  }
  const run = async (hasEndpoint: boolean) => {
    const place = await here.place({ checks: [] })
    const merchant = place.mchNo
    await makeWebhookSecret(kyc, { merchant, graceSeconds: 0 })
    if (hasEndpoint) await setDefaultUrl(kyc, { merchant, url: 'https://hooks.example.com/a' })
    await accept()
    const before = await counts()
    const visit = await here.visit(place, `${hasEndpoint}@example.com`, walletOf('a'))
    await here.walks.identified(visit)
    await here.walks.share(visit)
    await here.walks.settled()
    await accept()
    const now = Object.entries(await counts()).map(([name, count]) => [name, count - (before[name] ?? 0)])
    const { event = 0, event_delivery = 0, ...others } = Object.fromEntries(now) as Counts
    return { event, event_delivery, others: Object.values(others).reduce((sum, count) => sum + count, 0) }
  }
  const without = await run(false)
  expect(without).toMatchObject({ event: 4, event_delivery: 0 })
  expect(without.event / without.others).toBeLessThanOrEqual(0.1)
  expect(await run(true)).toMatchObject({ event: 4, event_delivery: 12 })
})
