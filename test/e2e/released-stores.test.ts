import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyWebhook } from '@touchstone/client'
import { createManualClock } from '@touchstone/common'
import {
  deliverEvents,
  listEventDeliveries,
  newestEvents,
  type SendWebhook,
  verifyAudit,
} from '@touchstone/kyc'
import type { Runtime } from '@touchstone/runtime'
import { type Database, openEmbedded, openServer } from '@touchstone/storage'
import { describe, expect, test } from 'vitest'
import { createEmbeddedStore, freshDatabase } from '../support/engines.ts'
import { openReleased, readStore, type StoreKeys } from '../support/released-store.ts'
import { temporaryFolder } from '../support/spawn.ts'

// Since 0.2.0, migrations are only added and never changed. This version must therefore be able to open and
// read the database of every release.

const folder = fileURLToPath(new URL('../stores/', import.meta.url))
const releases = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -'.sql'.length))

test('includes the database of the first release', () => {
  expect(releases).toContain('0.2.0')
})

describe.each(releases)('database of release %s', (release) => {
  const sql = readFileSync(`${folder}${release}.sql`, 'utf8')
  /** Alerts of a watch in every state, as releases before the event stream stored them. */
  const alerts = (['delivered', 'kept', 'dead', 'pending'] as const).map((state, index) => {
    const id = `00000000-0000-4000-8000-00000000000${index}`
    const level = { score: 3, risk_level: 'Low' }
    const data = { coin: 'ETH', address: '0xab', from: level, to: level, hacking_event: '', detail_list: [] }
    const body = JSON.stringify({ id, type: 'kyt.watch.level_changed', created: 1_794_700_000, ...data })
    return { id, state, data, body }
  })
  const insertAlerts = async (database: Database) => {
    for (const { id, state, body } of alerts)
      await database.run(
        `insert into public.kyt_alert (id, merchant, watch_id, url, body, state, due_at, created_at, finished_at)
        values ($1, $2, 5, 'https://hooks.example.com/a', $3, $4, now(), to_timestamp(1794700000),
          case when $4 <> 'pending' then now() end)`,
        [id, keys.mchNo, body, state],
      )
  }
  const { keys, read } = JSON.parse(readFileSync(`${folder}${release}.json`, 'utf8')) as {
    keys: StoreKeys
    read: object
  }

  const check = async (store: Parameters<typeof openReleased>[0]) => {
    const { runtime, close } = await openReleased(store, keys.now)
    try {
      // Later versions can add fields, but must keep all existing ones. Scores are calculated by the current
      // model, so a new model version updates them in the record. The scores of watches are stored.
      expect(await readStore(runtime, keys)).toMatchObject(read)
      const { intact, chains } = await verifyAudit(runtime.kyc)
      expect(intact).toBe(true)
      if (release === '0.2.0') await checkAlerts(runtime)
      if (release === '0.2.0') expect(chains).toMatchObject([{ earlier: 4 }, { earlier: 4, verified: 0 }])
    } finally {
      await close()
    }
  }

  /** The alerts are now events, and the secret of the release still signs them. */
  const checkAlerts = async ({ kyc }: Runtime) => {
    const merchant = keys.mchNo
    const { events } = await newestEvents(kyc, { merchant, limit: 10 })
    expect(events.map(({ event }) => event).reverse()).toEqual(
      alerts.map(({ id, data }) => ({
        ...{ id, type: 'kyt.watch.level_changed', created: 1_794_700_000, test: false, data },
      })),
    )
    const listed = await listEventDeliveries(kyc, { merchant })
    const states = listed.events.flatMap(({ id, deliveries }) => deliveries.map(({ state }) => [id, state]))
    expect(states.reverse()).toEqual(
      alerts.filter(({ state }) => state !== 'kept').map(({ id, state }) => [id, state]),
    )
    const sent: Parameters<SendWebhook>[0][] = []
    const send: SendWebhook = async (request) => {
      sent.push(request)
      return { accepted: true }
    }
    // The test's clock is older than the time of the insert.
    await deliverEvents({ ...kyc, clock: createManualClock(Date.now() + 1000) }, { send })
    const now = Date.now()
    const verified = sent.map((each) => verifyWebhook({ ...each, secret: keys.webhookSecret, now }))
    expect(verified).toMatchObject([{ id: alerts.at(-1)?.id }])
  }

  test('is migrated and read on a database server', async () => {
    const databaseUrl = await freshDatabase()
    const database = await openServer({ url: databaseUrl, poolSize: 1 })
    await database.run(sql)
    if (release === '0.2.0') await insertAlerts(database)
    await database.close()
    await check({ databaseUrl })
  })

  test('is migrated and read in a data folder', async () => {
    const dataFolder = temporaryFolder()
    const postgres = join(dataFolder.path, 'postgres')
    await createEmbeddedStore(postgres)
    const database = await openEmbedded({ folder: postgres })
    await database.run(sql)
    if (release === '0.2.0') await insertAlerts(database)
    await database.close()
    await check({ dataFolder: dataFolder.path })
    dataFolder.remove()
  })
})
