import { ServiceError } from '@touchstone/contract'
import { beforeAll, expect, test } from 'vitest'
import { coverNetworks } from '../../../../test/support/cover-networks.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import { defaultCeiling } from '../limits/budget-ceiling.ts'
import { defaultFetchLimits } from '../limits/fetch-limits.ts'
import { createRiskLimits } from '../limits/risk-limits.ts'
import { openKytReader } from '../lookup/kyt-reader.ts'
import { getRiskScore } from '../operations/get-risk-score.ts'
import { addBatch, getBatch, releaseBatches, scoreAtOnce, tidyBatches } from './batches.ts'
import { type AdmitCalls, runBatches } from './run-batches.ts'
import { addScreening, getScreening, listScreenings, writeScreening } from './screenings.ts'

const admitAll: AdmitCalls = async (_batch, wanted) => wanted
const noProblem = (error: unknown) => expect.unreachable(String(error))

async function readAll(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

onOneLedger('server', 'batches', (suite) => {
  let world: WatchWorld
  const thief = `0x${'ab'.repeat(20)}`
  beforeAll(async () => {
    await coverNetworks(suite.ledger, 'ETH')
    world = createWatchWorld(suite.ledger)
    await world.label([{ address: thief, category: 'theft' }])
  })
  const itemsOf = (count: number) =>
    Array.from({ length: count }, () => ({ coin: 'ETH', address: world.address() }))
  const add = (merchant: string, items = itemsOf(3), requestId?: string) =>
    addBatch(world.context, { merchant, keyId: 'key', items, ...(requestId && { requestId }) })
  const round = (admit = admitAll) => runBatches(world.context, world.reader, admit)
  const get = (merchant: string, id: string) => getBatch(world.context, { merchant, id })
  const finish = async () => {
    while ((await round()).scored > 0);
  }

  test('answers in order, with the result of a single request or an error for each address', async () => {
    const merchant = world.merchant()
    const items = [
      { coin: 'ETH', address: thief },
      { coin: 'ETH', address: '0x12' },
      { coin: 'GOLD', address: thief },
      { coin: 'BTC', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
      { coin: 'ETH', address: world.address() },
      { coin: 'ETH', address: thief },
    ]
    const answer = await scoreAtOnce(world.reader, { merchant, items }, noProblem)
    expect(answer).toMatchObject({ batch_id: '', state: 'done', total: 6, done: 6 })
    expect(answer.result_list.map(({ coin, address }) => ({ coin, address }))).toEqual(items)
    const single = await getRiskScore(world.reader, { coin: 'ETH', address: thief })
    expect(answer.result_list[0]).toEqual({ coin: 'ETH', address: thief, risk: single, error: null })
    expect(answer.result_list.map(({ error }) => error?.message.split(':')[0])).toEqual([
      undefined,
      'invalid address',
      'unsupported coin',
      'unsupported coin',
      undefined,
      undefined,
    ])

    const { batch_id } = await add(merchant, items)
    expect(await get(merchant, batch_id)).toEqual({
      batch_id,
      state: 'running',
      total: 6,
      done: 0,
      result_list: [],
    })
    await finish()
    expect(await get(merchant, batch_id)).toEqual({ ...answer, batch_id })
  })

  test('continues after each admitted part, and stores nothing twice if a claim expires', async () => {
    const merchant = world.merchant()
    const { batch_id } = await add(merchant, itemsOf(7))
    let asked = 0
    await round(async (_batch, wanted) => {
      asked = wanted
      return 3
    })
    expect(asked).toBe(7)
    expect(await get(merchant, batch_id)).toMatchObject({ state: 'running', done: 3 })

    // A node stops after it has claimed the batch and before it has written a result.
    let reached = () => {}
    const isReached = new Promise<void>((resolve) => {
      reached = resolve
    })
    let resume = (_calls: number) => {}
    const held = round(async () => {
      reached()
      return await new Promise<number>((resolve) => {
        resume = resolve
      })
    })
    await isReached
    expect(await round(), 'the claim is respected').toMatchObject({ batches: 0 })
    world.context.clock.advance(61_000 + defaultFetchLimits.waitMs)
    expect(await round()).toMatchObject({ batches: 1, scored: 4 })
    resume(4)
    expect(await held, 'late results are discarded').toMatchObject({ scored: 0 })
    const finished = await get(merchant, batch_id)
    expect(finished).toMatchObject({ state: 'done', done: 7, total: 7 })
    expect(finished.result_list.every(({ risk }) => risk !== null)).toBe(true)
  })

  test('starts no score when its turn is over, so that the claim covers all scores of the turn', async () => {
    const merchant = world.merchant()
    const { batch_id } = await add(merchant, itemsOf(3))
    const late = await round(async (_batch, wanted) => {
      world.context.clock.advance(30_000)
      return wanted
    })
    expect(late).toMatchObject({ batches: 1, scored: 0 })
    expect(await round()).toMatchObject({ batches: 1, scored: 3 })
    expect(await get(merchant, batch_id)).toMatchObject({ state: 'done', done: 3 })
  })

  test('returns the existing batch for the same request_id, and rejects the request_id with other items', async () => {
    const [merchant, other] = [world.merchant(), world.merchant()]
    const items = itemsOf(2)
    const added = await Promise.all(Array.from({ length: 5 }, () => add(merchant, items, 'file-1')))
    expect(new Set(added.map(({ batch_id }) => batch_id)).size).toBe(1)
    await expect(add(merchant, itemsOf(2), 'file-1')).rejects.toMatchObject({
      kind: 'parameter',
      detail: 'request_id was already used with other items',
    })
    const { batch_id } = await add(other, items, 'file-1')
    expect(batch_id).not.toBe(added[0]?.batch_id)
    await expect(get(merchant, batch_id)).rejects.toMatchObject({ kind: 'unknownBatch' })
    await expect(get(merchant, "'; drop table kyt_batch --")).rejects.toMatchObject({ kind: 'unknownBatch' })
    await finish()
  })

  test("limits a merchant's unfinished batches, even for concurrent calls", async () => {
    const merchant = world.merchant()
    const context = { ...world.context, batchLimit: 2 }
    const tried = await Promise.allSettled(
      Array.from({ length: 6 }, () => addBatch(context, { merchant, keyId: 'key', items: itemsOf(1) })),
    )
    const refused = tried.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(4)
    expect(refused[0]?.reason).toMatchObject({ kind: 'rateLimit', retryAfterSeconds: 10 })
    await finish()
    expect(await addBatch(context, { merchant, keyId: 'key', items: itemsOf(1) })).toMatchObject({ total: 1 })
    await finish()
  })

  test('lets merchants take turns, regardless of how many batches they have', async () => {
    const [busy, other] = [world.merchant(), world.merchant()]
    for (let batch = 0; batch < 5; batch++) await add(busy, itemsOf(60))
    await add(other, itemsOf(60))
    const served: string[] = []
    await round(async ({ merchant }, wanted) => {
      served.push(merchant)
      return wanted
    })
    expect(served.sort()).toEqual([busy, other].sort())
    await finish()
  })

  test('keeps addresses that the score queue has refused for a later round', async () => {
    const merchant = world.merchant()
    const riskLimits = createRiskLimits({
      ceiling: defaultCeiling,
      timeLimitMs: 1000,
      scoresAtOnce: 1,
      scoresOfMerchant: 1,
    })
    const queue = {
      ...riskLimits.queue,
      run: () => Promise.reject(new ServiceError('rateLimit', { retryAfterSeconds: 1 })),
    }
    const busy = openKytReader({ ...world.context, riskLimits: { ...riskLimits, queue } })
    const { batch_id } = await add(merchant)
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await runBatches(world.context, busy, admitAll)).toMatchObject({ scored: 0, problem: undefined })
    }
    await finish()
    expect(await get(merchant, batch_id)).toMatchObject({ state: 'done' })
  })

  test('reports internal failures, and gives up on an address after five attempts', async () => {
    const merchant = world.merchant()
    const broken = {
      ...world.reader,
      policyOf: () => Promise.reject(new Error('connection lost')),
    }
    const { batch_id } = await add(merchant, itemsOf(1))
    for (let attempt = 0; attempt < 4; attempt++) {
      expect(await runBatches(world.context, broken, admitAll)).toMatchObject({
        scored: 0,
        problem: new Error('connection lost'),
      })
    }
    expect(await runBatches(world.context, broken, admitAll)).toMatchObject({ scored: 1 })
    expect(await get(merchant, batch_id)).toMatchObject({
      state: 'done',
      result_list: [{ risk: null, error: { code: 500, message: 'system error' } }],
    })
  })

  test('ends the batches of a merchant that has lost access', async () => {
    const merchant = world.merchant()
    const { batch_id } = await add(merchant)
    await round(() => Promise.reject(new ServiceError('credentials')))
    expect(await get(merchant, batch_id)).toMatchObject({
      state: 'done',
      result_list: [{ error: { code: 401 } }, { error: { code: 401 } }, { error: { code: 401 } }],
    })
  })

  test('screens an uploaded list like a batch, and writes its results as CSV', async () => {
    const [merchant, other] = [world.merchant(), world.merchant()]
    const csv = `coin,address\n=1,x\nETH,"${thief}"\nETH,\n${`ETH,${world.address()}\n`.repeat(1000)}`
    const started = await addScreening(world.context, { merchant, keyId: 'console', csv })
    expect(started).toMatchObject({ total: 1003, done: 0 })
    expect(started.ids).toHaveLength(2)
    const listed = (of: string) => listScreenings(world.context, { merchant: of, keyId: 'console' })
    const short = await addScreening(world.context, {
      merchant,
      keyId: 'console',
      csv: `coin,address\nETH,${thief}`,
    })
    await add(merchant)
    const startedAt = new Date(world.context.clock.now()).toISOString()
    expect(await listed(merchant), 'newest first, without batches of other keys').toEqual([
      { ...short, startedAt },
      { ...started, startedAt },
    ])
    expect(await listed(other)).toEqual([])
    await finish()
    expect(await listed(merchant)).toMatchObject([{ done: 1 }, { done: 1003 }])
    const { ids } = started
    expect(await getScreening(world.context, { merchant, ids })).toEqual({ ids, total: 1003, done: 1003 })
    const lines = (await readAll(writeScreening(world.context, { merchant, ids }))).split('\r\n')
    expect(lines).toHaveLength(1005)
    expect(lines[1]).toBe(`"'=1",x,,,,,,unsupported coin`)
    expect(lines[2]).toBe(`ETH,${thief},100,Severe,none,,Malicious Address; Involved Theft Activity,`)
    expect(lines[3]).toBe('ETH,,,,,,,parameter error: coin and address are required')
    await expect(getScreening(world.context, { merchant: other, ids })).rejects.toMatchObject({
      kind: 'unknownBatch',
    })
    await expect(addScreening(world.context, { merchant, keyId: 'console', csv: 'x' })).rejects.toMatchObject(
      {
        kind: 'parameter',
        detail: 'csv: the first line must name the columns coin and address',
      },
    )
  })

  test('deletes results a day after the batch has finished', async () => {
    const aDay = 24 * 60 * 60 * 1000
    world.context.clock.advance(2 * aDay)
    await tidyBatches(world.context)
    const merchant = world.merchant()
    const { batch_id } = await add(merchant)
    await finish()
    world.context.clock.advance(aDay)
    expect(await tidyBatches(world.context)).toBe(0)
    expect(await get(merchant, batch_id)).toMatchObject({ state: 'done' })
    world.context.clock.advance(1)
    expect(await tidyBatches(world.context)).toBe(1)
    await expect(get(merchant, batch_id)).rejects.toMatchObject({ kind: 'unknownBatch' })
    await releaseBatches(world.context)
  })
})
