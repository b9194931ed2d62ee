import { verifyWebhook } from '@touchstone/client'
import {
  addWatch,
  type DeliveryOutcome,
  deliverAlerts,
  listDeadAlerts,
  makeWebhookSecret,
  removeWatch,
  rescoreWatches,
  retryDeadAlerts,
  retryWaits,
  setDefaultUrl,
  tidyAlerts,
} from '@touchstone/kyt'
import { beforeEach, expect, test } from 'vitest'
import { coverNetworks } from '../../../../test/support/cover-networks.ts'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import { useReceivers } from '../../../../test/support/webhook-receiver.ts'
import { createWebhookSender } from './send-webhook.ts'

onBothLedgers('delivery of alerts', (suite) => {
  let world: WatchWorld
  let merchant: string
  let secret: string
  beforeEach(async () => {
    await coverNetworks(suite.ledger, 'ETH')
    world = createWatchWorld(suite.ledger)
    await suite.ledger.database.run('truncate kyt_watch, kyt_alert')
    merchant = world.merchant()
    secret = (await makeWebhookSecret(world.context, { merchant, graceSeconds: 0 })).secret
  })
  const receive = useReceivers()
  const watch = async (url?: string, of = merchant) => {
    const address = world.address()
    await addWatch(world.context, world.reader, { merchant: of, coin: 'ETH', address, ...(url && { url }) })
    return address
  }
  const makeMalicious = async (...addresses: string[]) => {
    await world.label(addresses.map((address) => ({ address, category: 'theft', incident: 'The heist' })))
    await rescoreWatches(world.context, world.reader)
  }
  /** Runs one delivery round of a worker that keeps its state only in the store. */
  const deliver = async (send = createWebhookSender({ loopback: true })) => {
    const outcomes: DeliveryOutcome[] = []
    const tried = await deliverAlerts(world.context, { send, onOutcome: (one) => outcomes.push(one) })
    return { tried, outcomes }
  }
  const seconds = (count: number) => world.context.clock.advance(count * 1000)
  const verifies = (received: { body: string; signature: string }, by = secret) =>
    verifyWebhook({
      body: received.body,
      header: received.signature,
      secret: by,
      now: world.context.clock.now(),
    })

  test('delivers a signed alert once', async () => {
    const receiver = await receive()
    const address = await watch(receiver.url)
    await makeMalicious(address)
    expect(await deliver()).toMatchObject({ tried: 1, outcomes: [{ result: 'delivered', tries: 1 }] })
    const [received] = receiver.received
    expect(received?.alert).toEqual({
      id: received?.alertId,
      type: 'kyt.watch.level_changed',
      created: world.context.clock.now() / 1000,
      coin: 'ETH',
      address,
      from: { score: 3, risk_level: 'Low' },
      to: { score: 100, risk_level: 'Severe' },
      hacking_event: 'The heist',
      detail_list: expect.arrayContaining(['Malicious Address']),
    })
    expect(received && verifies(received)).toBe(true)
    expect(received && verifies(received, 'whsec_other')).toBe(false)
    seconds(3600)
    expect(await deliver()).toMatchObject({ tried: 0 })
    expect(receiver.received).toHaveLength(1)
  })

  test('retries a failing receiver on schedule, with the same id and bytes, until it accepts the alert', async () => {
    const receiver = await receive({ answer: (nth) => ({ status: nth <= 3 ? 500 : 204 }) })
    await makeMalicious(await watch(receiver.url))
    for (const wait of retryWaits.slice(0, 3)) {
      expect((await deliver()).outcomes).toMatchObject([{ result: 'failed', problem: 'answered 500' }])
      seconds(wait - 1)
      expect(await deliver(), 'before the scheduled time').toMatchObject({ tried: 0 })
      seconds(1)
    }
    expect((await deliver()).outcomes).toMatchObject([{ result: 'delivered', tries: 4 }])
    expect(receiver.received).toHaveLength(4)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ alertId }) => alertId)).size).toBe(1)
    const last = receiver.received.at(-1)
    expect(last && verifies(last), 'signed with the time of the attempt').toBe(true)
  })

  test('delivers an alert even after a crash between the change and the delivery', async () => {
    const receiver = await receive()
    await makeMalicious(await watch(receiver.url))
    // The first process's in-memory state is lost.
    const next = createWatchWorld(suite.ledger)
    next.context.clock.set(world.context.clock.now())
    await deliverAlerts(next.context, { send: createWebhookSender({ loopback: true }) })
    expect(receiver.received).toHaveLength(1)
  })

  test('delivers an alert again with the same id if a worker crashes before it records the delivery', async () => {
    const receiver = await receive()
    await makeMalicious(await watch(receiver.url))
    const real = createWebhookSender({ loopback: true })
    let reached = () => {}
    const sent = new Promise<void>((resolve) => {
      reached = resolve
    })
    // This worker sends, then stops without recording the result.
    void deliverAlerts(world.context, {
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
    expect(receiver.received.map(({ alertId }) => alertId)).toEqual(
      Array(2).fill(receiver.received[0]?.alertId),
    )
  })

  test('stops retrying an alert that is not accepted within a day, and can then resend it from the dead-letter list', async () => {
    let isUp = false
    const receiver = await receive({ answer: () => ({ status: isUp ? 200 : 503 }) })
    const address = await watch(receiver.url)
    await makeMalicious(address)
    const begin = world.context.clock.now()
    for (const wait of retryWaits) {
      expect((await deliver()).outcomes).toMatchObject([{ result: 'failed' }])
      expect(await listDeadAlerts(world.context, { limit: 10 })).toEqual([])
      seconds(wait)
    }
    expect((await deliver()).outcomes).toMatchObject([{ result: 'dead', tries: 12 }])
    const hours = (world.context.clock.now() - begin) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThan(24)
    seconds(365 * 86_400)
    expect(await deliver()).toMatchObject({ tried: 0 })

    const [dead] = await listDeadAlerts(world.context, { merchant, limit: 10 })
    expect(dead).toMatchObject({ merchant, tries: 12, problem: 'answered 503', alert: { address } })
    expect(await listDeadAlerts(world.context, { merchant: world.merchant(), limit: 10 })).toEqual([])
    isUp = true
    expect(await retryDeadAlerts(world.context, { merchant: world.merchant() })).toBe(0)
    expect(await retryDeadAlerts(world.context, { id: dead?.id ?? '' })).toBe(1)
    expect((await deliver()).outcomes).toMatchObject([{ result: 'delivered', tries: 1 }])
    expect(receiver.received.at(-1)?.alertId).toBe(dead?.id)
    expect(await retryDeadAlerts(world.context, {}), 'the alert is no longer dead').toBe(0)
  })

  test('delivers the alerts of a watch in order', async () => {
    const receiver = await receive({ answer: (nth) => ({ status: nth === 1 ? 500 : 200 }) })
    const address = await watch(receiver.url)
    await makeMalicious(address)
    await deliver()
    seconds(5)
    await makeMalicious(world.address())
    expect(await deliver(), 'the first alert is not due again yet').toMatchObject({ tried: 0 })
    seconds(5)
    await deliver()
    await deliver()
    expect(receiver.received.map(({ alert }) => [alert.from.risk_level, alert.to.risk_level])).toEqual([
      ['Low', 'Severe'],
      ['Low', 'Severe'],
      ['Severe', 'Low'],
    ])
  })

  test('does not let a slow receiver delay alerts to other receivers', async () => {
    const hanging = await receive({ answer: () => undefined })
    const good = await receive()
    const slow = await Promise.all(Array.from({ length: 12 }, () => watch(hanging.url)))
    const other = world.merchant()
    await makeWebhookSecret(world.context, { merchant: other, graceSeconds: 0 })
    await makeMalicious(...slow, await watch(good.url, other))
    await deliver(createWebhookSender({ loopback: true, timeoutMs: 200 }))
    expect(good.received).toHaveLength(1)
    expect(hanging.received.length, 'calls to the slow receiver').toBeLessThan(12)
  })

  test('sends each alert exactly once when many workers run concurrently', async () => {
    const receiver = await receive()
    await makeMalicious(...(await Promise.all(Array.from({ length: 20 }, () => watch(receiver.url)))))
    for (let round = 0; round < 4; round += 1) await Promise.all([deliver(), deliver(), deliver()])
    expect(receiver.received).toHaveLength(20)
    expect(new Set(receiver.received.map(({ alertId }) => alertId)).size).toBe(20)
  })

  test('signs with both secrets during the grace period, and only with the new one afterwards', async () => {
    const receiver = await receive()
    const [early, late] = [await watch(receiver.url), await watch(receiver.url)]
    const made = await makeWebhookSecret(world.context, { merchant, graceSeconds: 3600 })
    expect(made.oldUntil?.getTime()).toBe(world.context.clock.now() + 3_600_000)
    await makeMalicious(early)
    await deliver()
    const [first] = receiver.received
    expect(first?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    expect([secret, made.secret].map((one) => first && verifies(first, one))).toEqual([true, true])
    seconds(3600)
    await makeMalicious(early, late)
    await deliver()
    const [, second] = receiver.received
    expect(second?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    expect([secret, made.secret].map((one) => second && verifies(second, one))).toEqual([false, true])
  })

  test('stores secrets encrypted', async () => {
    const { rows } = await suite.ledger.database.run('select sealed from kyt_webhook where merchant = $1', [
      merchant,
    ])
    const [{ sealed } = { sealed: new Uint8Array() }] = rows as { sealed: Uint8Array }[]
    expect(Buffer.from(sealed).toString('latin1')).not.toContain(secret.slice(6, 20))
    const place = { table: 'kyt_webhook', column: 'sealed', row: [merchant] }
    expect(world.context.vault.open(sealed, place)).toBe(secret)
  })

  test('sends to the url of the watch, or to the default url if the watch has none', async () => {
    const [wrong, right, common] = [
      await receive({ answer: () => ({ status: 404 }) }),
      await receive(),
      await receive(),
    ]
    const [own, plain] = [await watch(wrong.url), await watch()]
    await setDefaultUrl(world.context, { merchant, url: wrong.url })
    await makeMalicious(own, plain)
    await deliver()
    expect(wrong.received).toHaveLength(2)
    await addWatch(world.context, world.reader, { merchant, coin: 'ETH', address: own, url: right.url })
    await setDefaultUrl(world.context, { merchant, url: common.url })
    seconds(10)
    await deliver()
    expect(right.received).toMatchObject([{ alert: { address: own } }])
    expect(common.received).toMatchObject([{ alert: { address: plain } }])
  })

  test('keeps retrying an alert that has no url, on schedule, until a url is set', async () => {
    const receiver = await receive()
    const address = await watch()
    await setDefaultUrl(world.context, { merchant, url: receiver.url })
    await makeMalicious(address)
    await removeWatch(world.context, { merchant, coin: 'ETH', address })
    await setDefaultUrl(world.context, { merchant, url: null })
    expect((await deliver()).outcomes).toMatchObject([{ result: 'failed', problem: 'no url', host: '' }])
    await setDefaultUrl(world.context, { merchant, url: receiver.url })
    seconds(10)
    expect((await deliver()).outcomes).toMatchObject([{ result: 'delivered' }])
  })

  test('does not count an attempt if the worker stops before the attempt ends', async () => {
    const silent = await receive({ answer: (nth) => (nth === 1 ? undefined : { status: 200 }) })
    await makeMalicious(await watch(silent.url))
    const stop = new AbortController()
    const stopped = deliverAlerts(world.context, {
      send: createWebhookSender({ loopback: true }),
      signal: stop.signal,
    })
    await silent.until(1)
    stop.abort()
    await stopped
    expect((await deliver()).outcomes).toMatchObject([{ result: 'delivered', tries: 1 }])
  })

  test('removes alerts a month after delivery and keeps undelivered ones', async () => {
    const [good, bad] = [await receive(), await receive({ answer: () => ({ status: 500 }) })]
    await makeMalicious(await watch(good.url), await watch(bad.url))
    await deliver()
    seconds(30 * 86_400)
    expect(await tidyAlerts(world.context)).toBe(0)
    seconds(1)
    expect(await tidyAlerts(world.context)).toBe(1)
    expect((await deliver()).outcomes).toMatchObject([{ result: 'failed', tries: 2 }])
  })
})
