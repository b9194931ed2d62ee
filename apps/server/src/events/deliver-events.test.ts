import { verifyWebhook } from '@touchstone/client'
import {
  type DeliveryOutcome,
  deliverAgain,
  deliverEvents,
  listDeadDeliveries,
  makeWebhookSecret,
  recordEvent,
  redirectDeliveries,
  retryDeadDeliveries,
  retryWaits,
  setDefaultUrl,
  tablesOf,
  tidyEvents,
} from '@touchstone/kyc'
import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { createKycWorld, type KycWorld } from '../../../../test/support/kyc-world.ts'
import { type Received, useReceivers } from '../../../../test/support/webhook-receiver.ts'
import { createWebhookSender } from './send-webhook.ts'

let merchants = 0

onBothEngines('delivery of events', (suite) => {
  let world: KycWorld
  let merchant: string
  let secret: string
  beforeAll(async () => {
    world = { ...(await createKycWorld(suite.database)), loopbackReceivers: true }
  })
  beforeEach(async () => {
    await suite.database.run('truncate event cascade')
    merchant = newMerchant()
    secret = await makeSecret()
  })
  const receive = useReceivers()
  const newMerchant = () => `M${String(++merchants).padStart(31, '0')}`
  const makeSecret = async (of = merchant) =>
    (await makeWebhookSecret(world, { merchant: of, graceSeconds: 0 })).secret
  /** Records an event about a key, sent to this URL instead of the default endpoint's. */
  const record = (keyId: string, url: string | null = null, of = merchant) =>
    recordEvent(
      tablesOf(world),
      { mchNo: of },
      { type: 'key.created', subject: `key:${keyId}`, data: { keyId }, at: new Date(world.clock.now()) },
      { url },
    )
  /** Runs one delivery round of a worker that keeps its state only in the store. */
  const deliver = async (send = createWebhookSender({ loopback: true })) => {
    const outcomes: DeliveryOutcome[] = []
    const tried = await deliverEvents(world, { send, onOutcome: (one) => outcomes.push(one) })
    return { tried, outcomes }
  }
  const seconds = (count: number) => world.clock.advance(count * 1000)
  const verifies = ({ body, headers }: Received, by = secret) =>
    verifyWebhook({ body, headers, secret: by, now: world.clock.now() }) !== undefined
  const keysOf = (received: readonly Received[]) =>
    received.map(({ event }) => (event.type === 'key.created' ? event.data.keyId : event.type))

  test('delivers a signed event once', async () => {
    const receiver = await receive()
    await setDefaultUrl(world, { merchant, url: receiver.url })
    const id = await record('a')
    expect(await deliver()).toMatchObject({ tried: 1, outcomes: [{ id, result: 'delivered', tries: 1 }] })
    const [received] = receiver.received
    const created = world.clock.now() / 1000
    expect(received?.event).toEqual({ id, type: 'key.created', created, test: false, data: { keyId: 'a' } })
    expect(received).toMatchObject({ id, headers: { 'webhook-timestamp': String(created) } })
    expect(received && verifies(received)).toBe(true)
    expect(received && verifies(received, `whsec_${'A'.repeat(44)}`)).toBe(false)
    seconds(3600)
    expect(await deliver()).toMatchObject({ tried: 0 })
    expect(receiver.received).toHaveLength(1)
  })

  test('is verified by the library of the Standard Webhooks specification', async () => {
    const receiver = await receive()
    await setDefaultUrl(world, { merchant, url: receiver.url })
    // The library compares with the clock of the system.
    const now = world.clock.now()
    world.clock.set(Date.now())
    const newer = (await makeWebhookSecret(world, { merchant, graceSeconds: 60 })).secret
    await record('a')
    await deliver()
    world.clock.set(now)
    const [{ body, headers, event } = await Promise.reject(new Error('nothing was received'))] =
      receiver.received
    for (const one of [secret, newer]) {
      const verified = new Webhook(one).verify(body, headers as Record<string, string>)
      expect(verified).toEqual(event)
    }
    const verify = () => new Webhook(newer).verify(`${body} `, headers as Record<string, string>)
    expect(verify).toThrow('No matching signature')
  })

  test('retries a failing receiver on schedule, with the same id and bytes, until it accepts the event', async () => {
    const receiver = await receive({ answer: (nth) => ({ status: nth <= 3 ? 500 : 204 }) })
    await record('a', receiver.url)
    for (const wait of retryWaits.slice(0, 3)) {
      expect((await deliver()).outcomes).toMatchObject([{ result: 'failed', problem: 'answered 500' }])
      seconds(wait - 1)
      expect(await deliver(), 'before the scheduled time').toMatchObject({ tried: 0 })
      seconds(1)
    }
    expect((await deliver()).outcomes).toMatchObject([{ result: 'delivered', tries: 4 }])
    expect(receiver.received).toHaveLength(4)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    const last = receiver.received.at(-1)
    expect(last && verifies(last), 'signed with the time of the attempt').toBe(true)
  })

  test('delivers an event again with the same id if a worker crashes before it records the delivery', async () => {
    const receiver = await receive()
    await record('a', receiver.url)
    const real = createWebhookSender({ loopback: true })
    let reached = () => {}
    const sent = new Promise<void>((resolve) => {
      reached = resolve
    })
    // This worker sends, then stops without recording the result.
    void deliverEvents(world, {
      send: async (request) => {
        await real(request)
        reached()
        return await new Promise<never>(() => {})
      },
    })
    await sent
    expect(await deliver(), 'the first worker may still be running').toMatchObject({ tried: 0 })
    seconds(30)
    expect((await deliver()).outcomes).toMatchObject([{ result: 'delivered' }])
    expect(receiver.received.map(({ id }) => id)).toEqual(Array(2).fill(receiver.received[0]?.id))
  })

  test('stops retrying an event that is not accepted within a day, and can then resend it from the dead-letter list', async () => {
    let isUp = false
    const receiver = await receive({ answer: () => ({ status: isUp ? 200 : 503 }) })
    await record('a', receiver.url)
    const begin = world.clock.now()
    for (const wait of retryWaits) {
      expect((await deliver()).outcomes).toMatchObject([{ result: 'failed' }])
      expect(await listDeadDeliveries(world, { limit: 10 })).toEqual([])
      seconds(wait)
    }
    expect((await deliver()).outcomes).toMatchObject([{ result: 'dead', tries: 12 }])
    const hours = (world.clock.now() - begin) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThan(24)
    seconds(365 * 86_400)
    expect(await deliver()).toMatchObject({ tried: 0 })

    const [dead] = await listDeadDeliveries(world, { merchant, limit: 10 })
    expect(dead).toMatchObject({ merchant, tries: 12, problem: 'answered 503', type: 'key.created' })
    expect(await listDeadDeliveries(world, { merchant: newMerchant(), limit: 10 })).toEqual([])
    isUp = true
    expect(await retryDeadDeliveries(world, { merchant: newMerchant() })).toBe(0)
    expect(await deliverAgain(world, { id: dead?.id ?? '' })).toBe(1)
    expect((await deliver()).outcomes).toMatchObject([{ result: 'delivered', tries: 1 }])
    expect(receiver.received.at(-1)?.id).toBe(dead?.id)
    expect(await retryDeadDeliveries(world, {}), 'the event is no longer dead').toBe(0)
  })

  test('delivers the events of a subject in order', async () => {
    const receiver = await receive({ answer: (nth) => ({ status: nth === 1 ? 500 : 200 }) })
    const first = await record('a', receiver.url)
    await deliver()
    seconds(5)
    const second = await record('a', receiver.url)
    expect(await deliver(), 'the first event is not due again yet').toMatchObject({ tried: 0 })
    await record('b', receiver.url)
    expect(await deliver(), 'other subjects do not wait').toMatchObject({ tried: 1 })
    seconds(5)
    await deliver()
    await deliver()
    expect(keysOf(receiver.received)).toEqual(['a', 'b', 'a', 'a'])
    expect(receiver.received.map(({ id }) => id)).toEqual([first, expect.any(String), first, second])
  })

  test('does not let a slow receiver delay events to other receivers', async () => {
    const hanging = await receive({ answer: () => undefined })
    const good = await receive()
    for (let index = 0; index < 40; index += 1) await record(String(index), hanging.url)
    const other = newMerchant()
    await makeSecret(other)
    await record('other', good.url, other)
    await deliver(createWebhookSender({ loopback: true, timeoutMs: 200 }))
    expect(good.received).toHaveLength(1)
    expect(hanging.received.length, 'calls to the slow receiver').toBeLessThan(12)
  })

  test('sends each event exactly once when many workers run concurrently', async () => {
    const receiver = await receive()
    for (let index = 0; index < 20; index += 1) await record(String(index), receiver.url)
    for (let round = 0; round < 4; round += 1) await Promise.all([deliver(), deliver(), deliver()])
    expect(receiver.received).toHaveLength(20)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(20)
  })

  test('signs with both secrets during the grace period, and only with the new one afterwards', async () => {
    const receiver = await receive()
    const made = await makeWebhookSecret(world, { merchant, graceSeconds: 3600 })
    expect(made.oldUntil?.getTime()).toBe(world.clock.now() + 3_600_000)
    await record('a', receiver.url)
    await deliver()
    const [first] = receiver.received
    expect(first?.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
    expect([secret, made.secret].map((one) => first && verifies(first, one))).toEqual([true, true])
    seconds(3600)
    await record('a', receiver.url)
    await deliver()
    const [, second] = receiver.received
    expect(second?.headers['webhook-signature']).toMatch(/^v1,\S{44}$/)
    expect([secret, made.secret].map((one) => second && verifies(second, one))).toEqual([false, true])
  })

  test('stores secrets encrypted', async () => {
    const { rows } = await suite.database.run('select sealed from webhook_endpoint where id = $1', [merchant])
    const [{ sealed } = { sealed: new Uint8Array() }] = rows as { sealed: Uint8Array }[]
    expect(Buffer.from(sealed).toString('latin1')).not.toContain(secret.slice(6, 20))
    // Secrets of earlier releases are bound to this name.
    expect(world.vault.open(sealed, { table: 'kyt_webhook', column: 'sealed', row: [merchant] })).toBe(secret)
  })

  test('sends to the URL of the event, or to the URL of the default endpoint if the event has none', async () => {
    const [wrong, right, common] = [
      await receive({ answer: () => ({ status: 404 }) }),
      await receive(),
      await receive(),
    ]
    await setDefaultUrl(world, { merchant, url: wrong.url })
    await record('own', wrong.url)
    await record('plain')
    await deliver()
    expect(wrong.received).toHaveLength(2)
    await redirectDeliveries(tablesOf(world), { merchant, subject: 'key:own' }, right.url)
    await setDefaultUrl(world, { merchant, url: common.url })
    seconds(10)
    await deliver()
    expect(keysOf(right.received)).toEqual(['own'])
    expect(keysOf(common.received)).toEqual(['plain'])
  })

  test('keeps retrying an event whose endpoint has no URL, on schedule, until a URL is set', async () => {
    const receiver = await receive()
    await setDefaultUrl(world, { merchant, url: receiver.url })
    await record('a')
    await setDefaultUrl(world, { merchant, url: null })
    expect((await deliver()).outcomes).toMatchObject([{ result: 'failed', problem: 'no url', host: '' }])
    await setDefaultUrl(world, { merchant, url: receiver.url })
    seconds(10)
    expect((await deliver()).outcomes).toMatchObject([{ result: 'delivered' }])
  })

  test('does not count an attempt if the worker stops before the attempt ends', async () => {
    const silent = await receive({ answer: (nth) => (nth === 1 ? undefined : { status: 200 }) })
    await record('a', silent.url)
    const stop = new AbortController()
    const stopped = deliverEvents(world, {
      send: createWebhookSender({ loopback: true }),
      signal: stop.signal,
    })
    await silent.until(1)
    stop.abort()
    await stopped
    expect((await deliver()).outcomes).toMatchObject([{ result: 'delivered', tries: 1 }])
  })

  test('sends nothing for a transaction that is rolled back', async () => {
    const receiver = await receive()
    await setDefaultUrl(world, { merchant, url: receiver.url })
    const at = new Date(world.clock.now())
    const failed = tablesOf(world)
      .transaction()
      .execute(async (db) => {
        const event = { type: 'key.created', subject: 'key:a', data: { keyId: 'a' }, at } as const
        await recordEvent(db, { mchNo: merchant }, event)
        throw new Error('the change failed')
      })
    await expect(failed).rejects.toThrow('the change failed')
    expect(await deliver()).toMatchObject({ tried: 0 })
  })

  test('removes events after a month and keeps those that were not delivered', async () => {
    const [good, bad] = [await receive(), await receive({ answer: () => ({ status: 500 }) })]
    await record('a', good.url)
    await record('b', bad.url)
    await record('listed only')
    await deliver()
    seconds(30 * 86_400)
    expect(await tidyEvents(world, 30)).toBe(0)
    seconds(1)
    expect(await tidyEvents(world, 30)).toBe(2)
    expect((await deliver()).outcomes).toMatchObject([{ result: 'failed', tries: 2 }])
  })
})
