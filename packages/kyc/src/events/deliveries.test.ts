import { beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { createKycWorld, type KycWorld } from '../../../../test/support/kyc-world.ts'
import { tablesOf } from '../context.ts'
import { setDefaultUrl, showWebhook } from './default-endpoint.ts'
import { countDeliveries, deliverAgain, listEventDeliveries, retryDeadDeliveries } from './deliveries.ts'
import { addEndpoint } from './endpoints.ts'
import { makeWebhookSecret } from './make-webhook-secret.ts'
import { recordEvent } from './record-event.ts'

onBothEngines("A merchant's deliveries", (suite) => {
  let world: KycWorld
  let merchants = 0
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
  })
  const newMerchant = async () => {
    const merchant = `M${String(++merchants).padStart(31, '0')}`
    await makeWebhookSecret(world, { merchant, graceSeconds: 0 })
    await setDefaultUrl(world, { merchant, url: 'https://two.example.com:8443/x' })
    return merchant
  }
  const put = (mchNo: string, url: string | null = null) => {
    const event = {
      type: 'key.created',
      subject: 'key:a',
      data: {},
      at: new Date(world.clock.now()),
    } as const
    return recordEvent(tablesOf(world), { mchNo }, event, { url })
  }
  const kill = (id: string) =>
    suite.database.run(
      `update event_delivery set state = 'dead', problem = 'answered 500'
      where event_seq = (select seq from event where id = '${id}')`,
    )

  test("are listed in pages, newest first, showing only the receiver's host and excluding other merchants' deliveries", async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()]
    const ids: string[] = []
    for (const url of ['https://one.example.com/secret', null, null]) ids.push(await put(merchant, url))
    await put(other)
    const first = await listEventDeliveries(world, { merchant, limit: 2 })
    expect(first).toMatchObject({
      more: true,
      events: [{ id: ids[2], deliveries: [{ host: 'two.example.com:8443' }] }, { id: ids[1] }],
    })
    const before = first.events[1]?.seq ?? 0
    const waiting = { state: 'pending', tries: 0, problem: null, finishedAt: null }
    expect(await listEventDeliveries(world, { merchant, before, limit: 2 })).toEqual({
      more: false,
      events: [
        {
          ...{
            seq: before - 1,
            id: ids[0],
            at: '2026-11-15T12:00:00.000Z',
            type: 'key.created',
            test: false,
          },
          deliveries: [{ host: 'one.example.com', ...waiting }],
        },
      ],
    })
    expect(await listEventDeliveries(world, { merchant, type: 'key.revoked' })).toEqual({
      events: [],
      more: false,
    })
    await setDefaultUrl(world, { merchant, url: null })
    expect((await listEventDeliveries(world, { merchant })).events[0]?.deliveries[0]?.host).toBeNull()
  })

  test('are retried only if they are dead, and only for the merchant to which they belong', async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()]
    const id = await put(merchant)
    expect(await retryDeadDeliveries(world, { merchant })).toBe(0)
    const before = await countDeliveries(world)
    await kill(id)
    expect(await countDeliveries(world)).toEqual({ pending: before.pending - 1, dead: before.dead + 1 })
    expect(await retryDeadDeliveries(world, { merchant: other })).toBe(0)
    expect(await retryDeadDeliveries(world, { merchant })).toBe(1)
  })

  test('are repeated for one event on request, and made for endpoints that were added after it', async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()]
    const id = await put(merchant)
    const states = async () =>
      (await listEventDeliveries(world, { merchant })).events[0]?.deliveries.map(({ state }) => state)
    expect(await deliverAgain(world, { merchant, id }), 'while it is still pending').toBe(0)
    await suite.database.run(
      `update event_delivery set state = 'delivered', tries = 1, finished_at = now()
        where event_seq = (select seq from event where id = '${id}')`,
    )
    await addEndpoint(world, { merchant, url: 'https://later.example.com/hook' })
    await addEndpoint(world, { merchant, url: 'https://deaf.example.com/hook', types: ['kyc.passed'] })
    expect(await states()).toEqual(['delivered'])
    expect(await deliverAgain(world, { merchant: other, id })).toBe(0)
    expect(await deliverAgain(world, { merchant, id: 'no id' })).toBe(0)
    expect(await deliverAgain(world, { merchant, id })).toBe(2)
    expect(await states()).toEqual(['pending', 'pending'])
    expect(await deliverAgain(world, { merchant, id })).toBe(0)
    await kill(id)
    await suite.database.run(`update event set withdrawn = true where id = '${id}'`)
    expect(await deliverAgain(world, { merchant, id }), 'after the person withdrew consent').toBe(0)
  })

  test('show how long a replaced secret remains valid', async () => {
    const merchant = 'M without an endpoint'
    const secretOf = async () => (await makeWebhookSecret(world, { merchant, graceSeconds: 60 })).secret
    expect(await showWebhook(world, merchant)).toEqual({ url: null, hasSecret: false, oldSecretUntil: null })
    expect(await secretOf(), 'a key of 32 bytes in base64').toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await showWebhook(world, merchant)).toMatchObject({ hasSecret: true, oldSecretUntil: null })
    await secretOf()
    const until = new Date(world.clock.now() + 60_000).toISOString()
    expect(await showWebhook(world, merchant)).toMatchObject({ oldSecretUntil: until })
    world.clock.advance(60_000)
    expect(await showWebhook(world, merchant)).toMatchObject({ oldSecretUntil: null })
  })
})
