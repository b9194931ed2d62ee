import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import { journalOf } from '../context.ts'
import { insertAlert } from './alert-store.ts'
import { retryDeadAlerts } from './alerts.ts'
import { listDeliveries } from './list-deliveries.ts'
import { makeWebhookSecret } from './make-webhook-secret.ts'
import { setDefaultUrl, showWebhook } from './webhook.ts'

onOneLedger('embedded', "A merchant's deliveries", (suite) => {
  let world: WatchWorld
  beforeAll(() => {
    world = createWatchWorld(suite.ledger)
  })
  const put = async (merchant: string, url: string | null) => {
    const id = randomUUID()
    const level = (risk_level: string) => ({ score: 3, risk_level })
    const body = JSON.stringify({ coin: 'ETH', address: '0xab', from: level('Low'), to: level('High') })
    const createdAt = new Date(world.context.clock.now())
    await insertAlert(journalOf(world.context), {
      ...{ id, merchant, watchId: 1, url, body, createdAt, hasReceiver: true },
    })
    return id
  }
  const kill = (id: string) =>
    suite.ledger.database.run(`update kyt_alert set state = 'dead', problem = 'HTTP 500' where id = '${id}'`)

  test("are listed in pages, newest first, showing only the receiver's host and excluding other merchants' deliveries", async () => {
    const [merchant, other] = [world.merchant(), world.merchant()]
    const ids: string[] = []
    for (const url of ['https://one.example.com/secret', null, null]) ids.push(await put(merchant, url))
    await put(other, null)
    const first = await listDeliveries(world.context, { merchant, limit: 2 })
    expect(first).toMatchObject({ more: true, deliveries: [{ id: ids[2], host: null }, { id: ids[1] }] })
    const before = first.deliveries[1]?.seq ?? 0
    await makeWebhookSecret(world.context, { merchant, graceSeconds: 0 })
    await setDefaultUrl(world.context, { merchant, url: 'https://two.example.com:8443/x' })
    expect(await listDeliveries(world.context, { merchant, before, limit: 2 })).toEqual({
      more: false,
      deliveries: [
        {
          ...{ seq: before - 1, id: ids[0], at: '2026-11-15T12:00:00.000Z', coin: 'ETH', address: '0xab' },
          ...{ from: 'Low', to: 'High', host: 'one.example.com', state: 'pending', tries: 0 },
          ...{ problem: null, finishedAt: null },
        },
      ],
    })
    const [newest] = (await listDeliveries(world.context, { merchant })).deliveries
    expect(newest?.host).toBe('two.example.com:8443')
  })

  test('are retried only if they are dead, and only for the merchant to which they belong', async () => {
    const [merchant, other] = [world.merchant(), world.merchant()]
    const id = await put(merchant, null)
    expect(await retryDeadAlerts(world.context, { merchant, id })).toBe(0)
    await kill(id)
    expect(await retryDeadAlerts(world.context, { merchant: other, id })).toBe(0)
    expect(await retryDeadAlerts(world.context, { merchant, id: 'no id' })).toBe(0)
    expect(await retryDeadAlerts(world.context, { merchant, id })).toBe(1)
  })

  test('show how long a replaced secret remains valid', async () => {
    const merchant = world.merchant()
    expect(await showWebhook(world.context, merchant)).toEqual({
      ...{ url: null, hasSecret: false, oldSecretUntil: null },
    })
    await makeWebhookSecret(world.context, { merchant, graceSeconds: 60 })
    expect(await showWebhook(world.context, merchant)).toMatchObject({
      hasSecret: true,
      oldSecretUntil: null,
    })
    await makeWebhookSecret(world.context, { merchant, graceSeconds: 60 })
    expect(await showWebhook(world.context, merchant)).toMatchObject({
      oldSecretUntil: '2026-11-15T12:01:00.000Z',
    })
    world.context.clock.advance(60_000)
    expect(await showWebhook(world.context, merchant)).toMatchObject({ oldSecretUntil: null })
  })
})
