import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createManualClock, createSeededRandom, createVault } from '@touchstone/common'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { networks } from '../addresses/networks.ts'
import { coinById } from '../coins/find-coin.ts'
import { resetLedger } from '../imports/reset-ledger.ts'
import { addSources, listSources, removeSource } from '../source-list/change-sources.ts'
import { createSourceList } from '../source-list/source-list.ts'
import { fillPrices, unpricedCoins } from './fill-prices.ts'
import { parseJsonNumbersAsText, parseUsdNumber } from './price-source.ts'

const dayMs = 86_400_000
/** 10 November 2026. */
const today = Date.UTC(2026, 10, 10) / dayMs

type Answer = { status?: number; body: string; headers?: Record<string, string> }

/** Starts a server that records requests. */
async function startPrices(answer: (url: URL, request: IncomingMessage) => Answer) {
  const requests: URL[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://prices')
    requests.push(url)
    const { status = 200, body, headers } = answer(url, request)
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

test('reads decimal numbers exactly, with and without an exponent', () => {
  expect(parseUsdNumber('69702.30871566246')).toBe(69_702_308_715_662_460n)
  expect(parseUsdNumber('1.2345e-7')).toBe(123_450n)
  expect(parseUsdNumber('1.5e-12')).toBe(2n)
  expect(parseUsdNumber('2.5e-12')).toBe(2n)
  expect(parseUsdNumber('1e-300')).toBe(0n)
  expect(parseUsdNumber('1e9')).toBe(10n ** 21n)
  for (const wrong of ['1e10', '-1', '', 'NaN', '1.', '1e999', '9'.repeat(41)])
    expect(parseUsdNumber(wrong), wrong).toBeUndefined()
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 21n }), fc.integer({ min: 0, max: 30 }), (units, shift) => {
      expect(parseUsdNumber(`${units}e-12`)).toBe(units)
      expect(parseUsdNumber(`${units}${'0'.repeat(Math.min(shift, 15))}e-${12 + Math.min(shift, 15)}`)).toBe(
        units,
      )
    }),
  )
  expect(parseJsonNumbersAsText('{"a":[1,-2.5e-7,"x 3, \\"4\\"",null,true]}')).toEqual({
    a: ['1', '-2.5e-7', 'x 3, "4"', null, true],
  })
})

onBothLedgers('Filling in prices', (suite) => {
  /** A ledger that contains data for one network, starting from `firstDay`. */
  async function createWorld(network: 'BTC' | 'TRX', firstDay: number) {
    await resetLedger(suite.ledger)
    const firstTime = firstDay * 86_400 + 60
    const range = { network: networks[network].id, first: 1, last: 2, firstTime, lastTime: firstTime }
    await suite.ledger.ledger.cover([{ ...range, source: 'file', extent: 'transfers', readAt: firstTime }])
    const clock = createManualClock(today * dayMs + 3_600_000)
    const context = {
      ...suite.ledger,
      clock,
      vault: createVault('a master secret for tests, 32 characters or so'),
    }
    for (const { name } of await listSources(context)) await removeSource(context, name)
    const random = createSeededRandom('prices')
    const list = createSourceList({ ...context, random, wait: async (ms) => clock.advance(ms) })
    const fill = () => fillPrices(context, { sources: () => list.prices() })
    const pricesOf = async (coin: number) =>
      (await suite.ledger.ledger.prices([coin])).map(({ day, usdE12 }) => [day - today, usdE12])
    return { clock, context, list, fill, pricesOf }
  }

  const btc = 2

  test('requests each missing day once and keeps imported prices', async () => {
    const { clock, context, fill, pricesOf } = await createWorld('BTC', today - 3)
    const { url, requests } = await startPrices(({ searchParams }) => {
      const from = Number(searchParams.get('from')) * 1000
      const to = Number(searchParams.get('to')) * 1000
      const prices = []
      for (let at = from; at <= to; at += dayMs / 2)
        prices.push(`[${at},${(at / dayMs - today) * 2 + 100}.1234567890125]`)
      return { body: `{"prices":[${prices.join(',')}],"market_caps":[[1,2.5]]}` }
    })
    expect(await unpricedCoins(suite.ledger.ledger)).toEqual(['BTC'])
    await suite.ledger.ledger.putPrices([{ coin: btc, day: today - 2, usdE12: 7n }])
    expect(await fill()).toEqual({ prices: 0, failed: 1 })
    await addSources(context, { kind: 'coingecko', networks: [], url, perSecond: 100 })
    clock.advance(2000)
    expect(await fill()).toEqual({ prices: 2, failed: 0 })
    expect(await pricesOf(btc)).toEqual([
      [-3, 94_123_456_789_012n],
      [-2, 7n],
      [-1, 98_123_456_789_012n],
    ])
    expect(await fill()).toEqual({ prices: 0, failed: 0 })
    clock.advance(2 * dayMs)
    expect(await fill()).toEqual({ prices: 2, failed: 0 })
    expect(requests.map(({ pathname }) => pathname)).toEqual(
      Array(2).fill('/coins/bitcoin/market_chart/range'),
    )
    expect(requests[1]?.searchParams.get('from')).toBe(String(today * 86_400))
    expect(await unpricedCoins(suite.ledger.ledger)).toEqual([])
  })

  test('reads tokens by their contract, and reports unknown ones as unpriced', async () => {
    const { context, fill } = await createWorld('TRX', today - 1)
    const keys: unknown[] = []
    const { url, requests } = await startPrices(({ pathname, searchParams }, { headers }) => {
      keys.push(headers['x-cg-demo-api-key'])
      if (!pathname.startsWith('/coins/tron/market'))
        return { status: 404, body: '{"error":"coin not found"}' }
      return { body: `{"prices":[[${searchParams.get('from')}000,0.3]]}` }
    })
    await addSources(context, { kind: 'coingecko', networks: [], url, key: 'KEY', perSecond: 100 })
    expect(await fill()).toEqual({ prices: 1, failed: 0 })
    // The other coins of the network are pegged to the US dollar.
    expect(requests.map(({ pathname }) => pathname)).toEqual(['/coins/tron/market_chart/range'])
    expect(keys).toEqual(['KEY'])
    const source = await createSourceList({
      ...{ ...context, random: createSeededRandom('b') },
    }).openPrices('coingecko')
    const pepe = coinById(41)
    const asset = pepe && source?.assetOf(pepe)
    expect(asset).toBe('ethereum/contract/0x6982508145454ce325ddbe47a25d4ec3d2311933')
    const asking = { beforeRequest: async () => {} }
    expect(await source?.read(asset ?? '', { from: 1, to: 2 }, asking)).toEqual([])
    expect(await listSources(context)).toMatchObject([{ name: 'coingecko', network: null, state: 'good' }])
  })

  test('requests the days that the plan includes', async () => {
    const { context, fill, pricesOf } = await createWorld('BTC', today - 1000)
    const { url } = await startPrices(({ searchParams }) => {
      const from = Number(searchParams.get('from'))
      return from < (today - 365) * 86_400
        ? {
            status: 401,
            body: '{"error":{"status":{"error_code":10012,"error_message":"exceeds the allowed time range"}}}',
          }
        : { body: `{"prices":[[${from}000,5]]}` }
    })
    await addSources(context, { kind: 'coingecko', networks: [], url, perSecond: 100 })
    expect(await fill()).toEqual({ prices: 1, failed: 0 })
    expect(await pricesOf(btc)).toEqual([[-364, 5_000_000_000_000n]])
    expect(await fill()).toEqual({ prices: 0, failed: 0 })
  })

  test.each([
    ['an error', { status: 500, body: '' }],
    ['a limit', { status: 429, body: '', headers: { 'retry-after': '600' } }],
    ['a refused key', { status: 401, body: '{"error":{"status":{"error_code":10002}}}' }],
    ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }],
    ['a truncated response', { body: '{"prices":[[1794' }],
    ['another document', { body: '{"prices":{}}' }],
    ['a negative price', { body: `{"prices":[[${(today - 1) * dayMs},-5]]}` }],
  ])('backs the source off after %s and uses the next one', async (_, answer) => {
    const { clock, context, fill, pricesOf } = await createWorld('BTC', today - 2)
    const failing = await startPrices(() => answer)
    const working = await startPrices(({ pathname, searchParams }) => {
      expect(pathname).toBe('/BTC.csv')
      const rows = ['coin,date,usd', 'ETH,2026-11-08,9', `BTC,${searchParams.get('to')},90000.5`, '']
      return { body: rows.join('\r\n') }
    })
    await addSources(context, {
      kind: 'coingecko',
      networks: [],
      url: failing.url,
      perSecond: 100,
      priority: -1,
    })
    const url = `${working.url}/{coin}.csv?from={from}&to={to}`
    await addSources(context, { kind: 'price-csv', networks: [], url })
    expect(await fill()).toEqual({ prices: 1, failed: 0 })
    expect(await pricesOf(btc)).toEqual([[-1, 90_000_500_000_000_000n]])
    expect(await listSources(context)).toMatchObject([{ state: 'off' }, { state: 'good' }])
    // The failing source is not asked while it is backed off.
    const asked = failing.requests.length
    clock.advance(dayMs)
    await removeSource(context, 'price-csv')
    clock.advance(2000)
    expect(await fill()).toEqual({ prices: 0, failed: 1 })
    expect(failing.requests.length).toBeGreaterThan(asked)
  })

  test('requests days again that one source did not know while another one failed', async () => {
    const { clock, context, fill, pricesOf } = await createWorld('BTC', today - 1)
    let works = false
    const failing = await startPrices(({ searchParams }) =>
      works ? { body: `{"prices":[[${searchParams.get('from')}000,5]]}` } : { status: 500, body: '' },
    )
    const ignorant = await startPrices(() => ({ body: 'coin,date,usd\r\n' }))
    const coingecko = { kind: 'coingecko' as const, networks: [], url: failing.url, perSecond: 100 }
    await addSources(context, coingecko)
    await addSources(context, {
      kind: 'price-csv',
      networks: [],
      url: `${ignorant.url}/{coin}`,
      priority: -1,
    })
    expect(await fill()).toEqual({ prices: 0, failed: 1 })
    expect(await listSources(context)).toContainEqual(expect.objectContaining({ state: 'off' }))
    expect(await fill()).toEqual({ prices: 0, failed: 1 })
    works = true
    clock.advance(dayMs)
    expect((await fill()).failed).toBe(0)
    expect((await pricesOf(btc)).map(([day]) => day)).toContain(-1)
  })

  test.each([
    ['another header', 'a,b,c\nBTC,2026-11-09,1'],
    ['an invalid price', 'coin,date,usd\nBTC,2026-11-09,-1'],
    ['an invalid date', 'coin,date,usd\nBTC,9.11.2026,1'],
  ])('stores nothing from a CSV file with %s', async (_, body) => {
    const { context, fill, pricesOf } = await createWorld('BTC', today - 2)
    const { url } = await startPrices(() => ({ body }))
    await addSources(context, { kind: 'price-csv', networks: [], url: `${url}/{coin}` })
    expect(await fill()).toEqual({ prices: 0, failed: 1 })
    expect(await pricesOf(btc)).toEqual([])
  })
})
