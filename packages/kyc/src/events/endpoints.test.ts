import { eventTypes, maxEndpoints, type WebhookEvent } from '@touchstone/contract'
import { beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { createKycWorld, type KycWorld } from '../../../../test/support/kyc-world.ts'
import { tablesOf } from '../context.ts'
import { setDefaultUrl } from './default-endpoint.ts'
import { deliverEvents } from './deliver-events.ts'
import { listEventDeliveries } from './deliveries.ts'
import { addEndpoint, changeEndpoint, listEndpoints, removeEndpoint, sendTestEvent } from './endpoints.ts'
import { makeWebhookSecret } from './make-webhook-secret.ts'
import { recordEvent } from './record-event.ts'

onOneEngine('server', 'Webhook endpoints', (suite) => {
  let world: KycWorld
  let merchants = 0
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
  })
  const newMerchant = () => `M${String(++merchants).padStart(31, '0')}`
  const record = (mchNo: string, type: 'key.created' | 'key.revoked') => {
    const event = { type, subject: 'key:a', data: { keyId: 'a' }, at: new Date(world.clock.now()) }
    return recordEvent(tablesOf(world), { mchNo }, event)
  }
  /** Sends what is due. Returns the paths and types, and the signatures by path. */
  const deliver = async () => {
    const sent: { path: string; event: WebhookEvent; signature: string }[] = []
    const send = async ({ url, body, headers }: { url: string; body: string; headers: object }) => {
      const signature = (headers as Record<string, string>)['webhook-signature'] ?? ''
      sent.push({ path: new URL(url).pathname, event: JSON.parse(body), signature })
      return { accepted: true } as const
    }
    while ((await deliverEvents(world, { send })) > 0);
    return sent
  }
  const routes = (sent: Awaited<ReturnType<typeof deliver>>) =>
    sent.map(({ path, event }) => `${path} ${event.type}`).sort()

  test('receive the types that they want, each signed with its own secret', async () => {
    const merchant = newMerchant()
    const all = await addEndpoint(world, { merchant, url: 'https://example.com/all' })
    world.clock.advance(1000)
    const some = { url: 'https://example.com/some', types: ['key.revoked', 'kyc.passed'] }
    const { id } = await addEndpoint(world, { merchant, ...some })
    expect(all.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await record(merchant, 'key.created')
    await record(merchant, 'key.revoked')
    await record(newMerchant(), 'key.revoked')
    const sent = await deliver()
    expect(routes(sent)).toEqual(['/all key.created', '/all key.revoked', '/some key.revoked'])
    const [one, other] = sent.filter(({ event }) => event.type === 'key.revoked')
    expect(one?.event).toEqual(other?.event)
    expect(one?.signature).not.toBe(other?.signature)
    expect(await listEndpoints(world, merchant)).toMatchObject([
      { id: all.id, isDefault: false, types: null, enabled: true, url: 'https://example.com/all' },
      { id, types: ['kyc.passed', 'key.revoked'] },
    ])
  })

  test('can be disabled, which pauses what is still to be sent, and enabled again', async () => {
    const merchant = newMerchant()
    const { id } = await addEndpoint(world, { merchant, url: 'https://example.com/a' })
    await record(merchant, 'key.created')
    await changeEndpoint(world, { merchant, id, enabled: false })
    await record(merchant, 'key.revoked')
    expect(await deliver()).toEqual([])
    await changeEndpoint(world, { merchant, id, enabled: true, url: 'https://example.com/b' })
    expect(routes(await deliver())).toEqual(['/b key.created'])
  })

  test('rotate their secrets independently', async () => {
    const merchant = newMerchant()
    await makeWebhookSecret(world, { merchant, graceSeconds: 0 })
    await setDefaultUrl(world, { merchant, url: 'https://example.com/usual' })
    const { id } = await addEndpoint(world, { merchant, url: 'https://example.com/further' })
    await makeWebhookSecret(world, { merchant, endpoint: id, graceSeconds: 60 })
    await record(merchant, 'key.created')
    const signatures = Object.fromEntries((await deliver()).map(({ path, signature }) => [path, signature]))
    expect(signatures['/usual']?.split(' ')).toHaveLength(1)
    expect(signatures['/further']?.split(' ')).toHaveLength(2)
    const foreign = { merchant: newMerchant(), endpoint: id, graceSeconds: 0 }
    await expect(makeWebhookSecret(world, foreign)).rejects.toThrow('endpoint is not known')
  })

  test('are removed with their deliveries, except for the default endpoint', async () => {
    const merchant = newMerchant()
    await makeWebhookSecret(world, { merchant, graceSeconds: 0 })
    const { id } = await addEndpoint(world, { merchant, url: 'https://example.com/a' })
    await record(merchant, 'key.created')
    expect((await listEventDeliveries(world, { merchant })).events[0]?.deliveries).toHaveLength(1)
    await expect(removeEndpoint(world, { merchant: newMerchant(), id })).rejects.toThrow('is not known')
    await removeEndpoint(world, { merchant, id })
    expect((await listEventDeliveries(world, { merchant })).events).toMatchObject([{ deliveries: [] }])
    await expect(removeEndpoint(world, { merchant, id: merchant })).rejects.toThrow('is the default one')
    expect(await listEndpoints(world, merchant)).toMatchObject([{ id: merchant, isDefault: true, url: null }])
  })

  test('are limited in number, also for concurrent additions', async () => {
    const merchant = newMerchant()
    const added = await Promise.allSettled(
      Array.from({ length: maxEndpoints + 4 }, (_, index) =>
        addEndpoint(world, { merchant, url: `https://example.com/${index}` }),
      ),
    )
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxEndpoints)
    expect(await listEndpoints(world, merchant)).toHaveLength(maxEndpoints)
  })

  test.each([
    ['a private address', { url: 'https://10.0.0.1/' }, 'The URL must'],
    ['an unknown type', { types: ['kyc.unknown'] }, 'is not a type of event'],
    ['no type', { types: [] }, 'types must not be empty'],
  ])('cannot be added with %s', async (_, wrong, message) => {
    const input = { merchant: newMerchant(), url: 'https://example.com/', ...wrong }
    await expect(addEndpoint(world, input)).rejects.toThrow(message)
  })

  test('receive test events of every type, marked as tests', async () => {
    const merchant = newMerchant()
    await expect(sendTestEvent(world, { merchant })).rejects.toThrow('endpoint with a URL')
    const { id: endpoint } = await addEndpoint(world, { merchant, url: 'https://example.com/a' })
    await addEndpoint(world, { merchant, url: 'https://example.com/b', types: ['kyc.passed'] })
    for (const type of eventTypes) await sendTestEvent(world, { merchant, endpoint, type })
    const sent = await deliver()
    expect(sent.map(({ event }) => event.type)).toEqual(eventTypes)
    expect(sent.every(({ path, event }) => path === '/a' && event.test)).toBe(true)
    const shared = sent.find(({ event }) => event.type === 'kyc.shared')?.event
    expect(shared?.data).toEqual({
      ...{ programNo: 'sample', account: 'sample@example.com', svcId: 'sample', status: 'KYC Passed' },
    })
    await sendTestEvent(world, { merchant, type: 'kyc.passed' })
    expect(routes(await deliver())).toEqual(['/a kyc.passed', '/b kyc.passed'])
    await expect(sendTestEvent(world, { merchant, endpoint: 'x' })).rejects.toThrow('is not known')
    await expect(sendTestEvent(world, { merchant, type: 'x' })).rejects.toThrow('is not a type of event')
  })
})
