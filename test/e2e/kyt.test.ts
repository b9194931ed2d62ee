import { createClient } from '@touchstone/client'
import { type Operation, operations, supportedApis } from '@touchstone/contract'
import { coins } from '@touchstone/kyt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { recomputeScore } from '../support/recompute-score.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { testAll } from '../support/test-all.ts'
import { demoTimeout } from '../support/timeouts.ts'

const gateway = '/zkseradmin/openapi'

// Tests in packages/kyt cover the differences between the stores, so these tests run on both stores only with
// --all.
describe.each(testAll ? (['embedded', 'server'] as const) : (['embedded'] as const))(
  'address risk API for merchants (%s store)',
  (engine) => {
    let server: TestServer
    let client: ReturnType<typeof createClient>
    beforeAll(async () => {
      server = await startTestServer({ engine })
      client = createClient(server.demo)
    }, demoTimeout)
    afterAll(() => server.stop())

    const notable = (what: RegExp) => {
      const found = server.demo.addresses.find((address) => what.test(address.what))
      if (found === undefined) throw new Error(`no demo address is ${what}`)
      return { coin: found.coin, address: found.address }
    }
    const post = (path: string, body: object) =>
      ask(`${server.url}${gateway}${path}`, {
        body: { mchNo: server.demo.mchNo, apiKey: server.demo.apiKey, ...body },
      })

    test('returns the interface names and at least 120 coins in the status', async () => {
      const { support_api, support_coin } = await client.getKytStatus()
      expect(support_api).toEqual(supportedApis)
      // The demo has data for every network.
      expect(support_coin).toEqual(coins.map(({ identifier }) => identifier))
      expect(support_coin.length).toBeGreaterThanOrEqual(120)
      expect(support_coin).toEqual(expect.arrayContaining(['ETH', 'BTC', 'TRX', 'USDT-TRC20', 'USDC-ERC20']))
    })

    test('serves the same operation for both forms of each path', async () => {
      const request = {
        ...notable(/Hot wallet/),
        items: [notable(/Hot wallet/)],
        batch_id: 'unknown',
        ...{ amount: '1', customer: 'C-1', direction: 'deposit', reference: 'both-forms' },
        ...{ decision: 'hold', note: 'Checked' },
      }
      Object.assign(request, { from: request.address, to: request.address })
      for (const operation of Object.values<Operation>(operations)) {
        if (operation.group !== 'Address risk') continue
        const single = await post(operation.path.slice(gateway.length), request)
        const doubled = await post(`/kyt${operation.path.slice(gateway.length)}`, request)
        expect(single.http, operation.id).toBe(operation.id === operations.getRiskBatch.id ? 404 : 200)
        if (operation.id === operations.removeWatch.id) {
          expect([single, doubled].map(({ body }) => body.data)).toEqual([
            { removed: true },
            { removed: false },
          ])
        } else expect(doubled.body, operation.id).toEqual(single.body)
      }
    })

    test("returns an exchange's name and type", async () => {
      const labels = await client.getAddressLabels(notable(/Hot wallet/))
      expect(labels.label_type).toBe('exchange')
      expect(labels.label_list.length).toBeGreaterThan(0)
      expect(await client.getRiskScore(notable(/Hot wallet/))).toMatchObject({ risk_level: 'Low' })
    })

    test('rates the thief and recipients of the stolen funds', async () => {
      expect(await client.getRiskScore(notable(/^Thief/))).toMatchObject({
        score: 100,
        risk_level: 'Severe',
        hacking_event: 'Halcyon Bridge exploit',
        detail_list: expect.arrayContaining(['Malicious Address', 'Involved Theft Activity']),
      })
      const hop = await client.getRiskScore(notable(/one hop/))
      expect(hop).toMatchObject({
        hacking_event: 'Halcyon Bridge exploit',
        // The funds later reach a mixer.
        detail_list: ['Interact With Malicious Address', 'Interact With High-risk Tag Address'],
      })
      expect(hop.score).toBeGreaterThan(30)
      expect(hop.risk_detail[0]).toMatchObject({ type: 'malicious', address: notable(/^Thief/).address })
      const profile = await client.getAddressProfile(notable(/one hop/))
      expect(profile.malicious_event.stealing).toEqual({
        count: 1,
        stealing_list: ['Halcyon Bridge exploit'],
      })
      expect(await client.getRiskScore(notable(/sanctions list/))).toMatchObject({
        score: 100,
        risk_level: 'Severe',
      })
    })

    test('returns consistent numbers for an address in all operations', async () => {
      for (const { coin, address } of server.demo.addresses) {
        const request = { coin, address }
        const [overview, actions, counterparties, found] = await Promise.all([
          client.getAddressOverview(request),
          client.getAddressActions(request),
          client.getAddressCounterparty(request),
          client.investigateTransactions(request),
        ])
        expect(overview.balance).toBeCloseTo(overview.total_received - overview.total_spent, 3)
        expect(overview.txs_count).toBeLessThanOrEqual(overview.received_txs_count + overview.spent_txs_count)
        for (const list of [actions.received_txs, actions.spent_txs]) {
          const hundredths = list.reduce((sum, { proportion }) => sum + Math.round(proportion * 100), 0)
          expect(hundredths).toBe(list.length === 0 ? 0 : 10_000)
        }
        const thousandths = counterparties.reduce((sum, { percent }) => sum + Math.round(percent * 1000), 0)
        expect(thousandths).toBe(counterparties.length === 0 ? 0 : 100_000)
        expect(counterparties.map(({ amount }) => amount)).toEqual(
          counterparties.map(({ amount }) => amount).sort((a, b) => b - a),
        )
        expect(found.total_pages).toBe(Math.ceil(overview.txs_count / 1000))
        if (found.total_pages !== 1) continue
        const received = found.in.reduce((sum, { amount }) => sum + amount, 0)
        expect(received).toBeCloseTo(overview.total_received, 1)
        const hashes = new Set([...found.in, ...found.out].flatMap(({ tx_hash_list }) => tx_hash_list))
        expect(hashes.size).toBe(found.transactions_on_page)
        expect(hashes.size).toBe(overview.txs_count)
      }
    })

    test('investigation: filters by direction and time range, and returns the results in pages', async () => {
      const request = notable(/Hot wallet/)
      const all = await client.investigateTransactions(request)
      const incoming = await client.investigateTransactions({ ...request, type: 'in' })
      expect(incoming.in).toEqual(all.in)
      expect(incoming.out).toEqual([])
      const { first_seen, last_seen } = await client.getAddressOverview(request)
      const half = Math.floor((first_seen + last_seen) / 2)
      const early = await client.investigateTransactions({ ...request, end_timestamp: half })
      const late = await client.investigateTransactions({ ...request, start_timestamp: half + 1 })
      expect(early.transactions_on_page + late.transactions_on_page).toBe(all.transactions_on_page)
      expect(await client.investigateTransactions({ ...request, page: 1_000_000 })).toEqual({
        in: [],
        out: [],
        page: 1_000_000,
        total_pages: all.total_pages,
        transactions_on_page: 0,
      })
      expect(
        await post('/kyt/transactions/investigation', { ...request, start_timestamp: 2, end_timestamp: 1 }),
      ).toMatchObject({
        http: 400,
        body: { code: 400, message: 'parameter error: start_timestamp is after end_timestamp', data: null },
      })
    })

    test('scores a transaction as a whole and for one of its parties', async () => {
      const thief = notable(/^Thief/)
      const found = await client.investigateTransactions({ ...thief, type: 'out' })
      const [first] = found.out
      const txid = first?.tx_hash_list[0] ?? ''
      expect(await client.getRiskScore({ coin: thief.coin, txid })).toMatchObject({
        hacking_event: 'Halcyon Bridge exploit',
        detail_list: ['Interact With Malicious Address', 'Interact With High-risk Tag Address'],
        risk_level: 'Severe',
      })
      expect(
        await client.getRiskScore({ coin: thief.coin, txid, address: first?.address ?? '' }),
      ).toMatchObject({
        detail_list: ['Interact With Malicious Address'],
      })
      expect(await client.getRiskScore({ ...thief, txid })).toMatchObject({ score: 100 })
      expect(await post('/kyt/risk/score', { coin: 'ETH', txid: `0x${'12'.repeat(32)}` })).toMatchObject({
        http: 404,
        body: { code: 404, message: 'unknown transaction', data: null },
      })
    })

    test.each(['not-a-hash', '0x1234', '~'.repeat(256)])('%s is not a transaction hash', async (txid) => {
      for (const path of ['/kyt/risk/score', '/kyt/v1/risk/explain']) {
        expect(await post(path, { coin: 'ETH', txid })).toMatchObject({
          http: 400,
          body: {
            code: 400,
            message: "parameter error: txid is not a valid transaction hash on the coin's network",
            data: null,
          },
        })
      }
    })

    test('explains every score in enough detail to recalculate it', async () => {
      const scores = new Set<number>()
      for (const { coin, address, what } of server.demo.addresses) {
        const score = await client.getRiskScore({ coin, address })
        const explained = await client.explainRiskScore({ coin, address })
        const { risk_detail: _, ...same } = score
        expect(explained).toMatchObject(same)
        expect(score.coverage.state, what).toBe(/never seen|sanctions list/.test(what) ? 'none' : 'complete')
        expect(recomputeScore(explained), address).toBe(score.score)
        expect(explained.reasons.at(-1)).toContain(`${score.score}, ${score.risk_level}`)
        scores.add(score.score)
      }
      expect(scores.size).toBeGreaterThan(4)
      expect(await client.explainRiskScore(notable(/never seen/))).toMatchObject({ known: false, score: 3 })
    })

    test('returns a valid, empty result for an address without transfers', async () => {
      const request = notable(/never seen/)
      expect(await client.getAddressLabels(request)).toEqual({ label_list: [], label_type: '' })
      expect(await client.getAddressActions(request)).toEqual({ received_txs: [], spent_txs: [] })
      expect(await client.getAddressCounterparty(request)).toEqual([])
      expect(Object.values(await client.getAddressOverview(request))).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
      expect(await client.getRiskScore(request)).toEqual({
        score: 3,
        hacking_event: '',
        detail_list: [],
        risk_level: 'Low',
        risk_detail: [],
        coverage: {
          ...{ state: 'none', from: null, to: null, as_of: expect.any(Number), sources: ['demo'] },
          note: expect.stringContaining('no transfers to or from this address'),
        },
      })
      expect(await client.investigateTransactions(request)).toEqual({
        in: [],
        out: [],
        page: 1,
        total_pages: 0,
        transactions_on_page: 0,
      })
    })

    test.each([
      [{ coin: 'ETH', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }, 'invalid address'],
      [{ coin: 'BTC', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb' }, 'invalid address'],
      [{ coin: 'ETH', address: "0x'; drop table movement" }, 'invalid address'],
      [{ coin: 'DOESNOTEXIST', address: '0x' }, 'unsupported coin'],
      [{ coin: 'eth', address: `0x${'00'.repeat(20)}` }, 'unsupported coin'],
      [{ coin: 'ETH' }, 'parameter error: address is required'],
    ])('rejects %j: %s', async (request, message) => {
      expect(await post('/kyt/address/overview', request)).toMatchObject({
        http: 400,
        body: { code: 400, message, data: null },
      })
      expect(await post('/kyt/v1/address/profile', request)).toMatchObject({
        http: 400,
        body: { success: false, msg: message, data: null },
      })
    })

    test('requires an address or a transaction for a score', async () => {
      expect(await post('/kyt/risk/score', { coin: 'ETH' })).toMatchObject({
        http: 400,
        body: { code: 400, message: 'parameter error: address or txid is required', data: null },
      })
    })

    test('treats all notations of an address as the same address', async () => {
      const { coin, address } = notable(/^Thief/)
      const upper = `0x${address.slice(2).toUpperCase()}`
      expect(await client.getAddressOverview({ coin, address: upper })).toEqual(
        await client.getAddressOverview({ coin, address }),
      )
    })
  },
)
