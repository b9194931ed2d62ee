import { beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { createKycWorld, type KycWorld } from '../../../../test/support/kyc-world.ts'
import { tablesOf } from '../context.ts'
import { setDefaultUrl, showWebhook } from './default-endpoint.ts'
import { countDeliveries, listDeliveries, retryDeadDeliveries } from './deliveries.ts'
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
    const first = await listDeliveries(world, { merchant, limit: 2 })
    expect(first).toMatchObject({
      more: true,
      deliveries: [{ id: ids[2], host: 'two.example.com:8443' }, { id: ids[1] }],
    })
    const before = first.deliveries[1]?.seq ?? 0
    expect(await listDeliveries(world, { merchant, before, limit: 2 })).toEqual({
      more: false,
      deliveries: [
        {
          ...{
            seq: before - 1,
            id: ids[0],
            at: '2026-11-15T12:00:00.000Z',
            type: 'key.created',
            test: false,
          },
          ...{ host: 'one.example.com', state: 'pending', tries: 0, problem: null, finishedAt: null },
        },
      ],
    })
    await setDefaultUrl(world, { merchant, url: null })
    expect((await listDeliveries(world, { merchant })).deliveries[0]?.host).toBeNull()
  })

  test('are retried only if they are dead, and only for the merchant to which they belong', async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()]
    const id = await put(merchant)
    expect(await retryDeadDeliveries(world, { merchant, id })).toBe(0)
    const before = await countDeliveries(world)
    await kill(id)
    expect(await countDeliveries(world)).toEqual({ pending: before.pending - 1, dead: before.dead + 1 })
    expect(await retryDeadDeliveries(world, { merchant: other, id })).toBe(0)
    expect(await retryDeadDeliveries(world, { merchant, id: 'no id' })).toBe(0)
    expect(await retryDeadDeliveries(world, { merchant, id })).toBe(1)
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
