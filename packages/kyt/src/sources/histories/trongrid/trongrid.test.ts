import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asLines,
  createTestHttp,
  freely,
  readHistory,
} from '../../../../../../test/support/explorers/read-history.ts'
import { passingFaults, startExplorer } from '../../../../../../test/support/explorers/start-explorer.ts'
import { type TronTransaction, tronApi, tronTime } from '../../../../../../test/support/explorers/tron-api.ts'
import { runs } from '../../../../../../test/support/test-all.ts'
import { formatAddress, parseAddress } from '../../../addresses/parse-address.ts'
import { coinOfContract, findCoin } from '../../../coins/find-coin.ts'
import type { HistoryTransfer } from '../history-source.ts'
import type { SourceHttp } from '../source-http.ts'
import { openTrongrid } from './source.ts'

const account = (index: number) => formatAddress('TRX', new Uint8Array(20).fill(index))
const nobody = account(0)
const hexOf = (address: string) => `41${bytesToHex(parseAddress('TRX', address)?.bytes ?? new Uint8Array())}`
const usdt = findCoin('USDT-TRC20')?.contract ?? ''

const party = fc.integer({ min: 1, max: 5 }).map(account)
const amount = fc.oneof(fc.constant(0n), fc.constant(5n), fc.bigInt({ min: 0n, max: 2n ** 62n }))
const histories = fc
  .array(
    fc.record({
      block: fc.integer({ min: 1, max: 25 }),
      call: fc.option(
        fc.record({
          type: fc.constantFrom(
            'TransferContract' as const,
            'TriggerSmartContract' as const,
            'TransferAssetContract' as const,
            'WithdrawBalanceContract' as const,
          ),
          ...{ from: party, to: party, amount, failed: fc.boolean() },
          fee: fc.bigInt({ min: 0n, max: 30_000_000n }),
        }),
        { nil: undefined, freq: 4 },
      ),
      internals: fc.array(
        fc.record({ from: party, to: party, amount, rejected: fc.boolean(), token: fc.boolean() }),
        { maxLength: 3 },
      ),
      tokens: fc.array(
        fc.record({
          contract: fc.constantFrom(usdt, usdt, account(77)),
          ...{ from: fc.oneof(party, fc.constant(nobody)), to: party, amount },
          type: fc.constantFrom('Transfer', 'Transfer', 'Approval'),
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 40, size: 'max' },
  )
  .map((drawn) =>
    drawn
      .sort((one, other) => one.block - other.block)
      .map(
        ({ call, ...rest }, index): TronTransaction => ({
          ...rest,
          txid: `7${index.toString(16).padStart(63, '0')}`,
          ...(call && { call }),
        }),
      ),
  )

/** The transfers that are expected from the source, calculated directly from the transactions. */
function expectedOf(transactions: readonly TronTransaction[], address: string) {
  const none = (text: string) => (text === nobody ? '' : text)
  return transactions
    .flatMap(({ txid: tx, block, call, internals, tokens }) => {
      const place = { tx, block, time: tronTime(block) }
      const own: (HistoryTransfer | undefined)[] = call
        ? [
            {
              coin: 'TRX',
              ...place,
              position: 2 ** 51,
              from: call.from,
              to: '',
              amount: call.fee,
              fee: true,
            },
            ...(call.failed || call.type === 'TransferAssetContract'
              ? []
              : call.type === 'WithdrawBalanceContract'
                ? [{ coin: 'TRX', ...place, position: 2 ** 50, from: '', to: call.from, amount: call.amount }]
                : [
                    { coin: 'TRX', ...place, position: 0, from: call.from, to: call.to, amount: call.amount },
                  ]),
          ]
        : []
      const inner = internals
        .filter(({ rejected, token }) => !rejected && !token)
        .map(({ from, to, amount }) => ({ coin: 'TRX', ...place, position: undefined, from, to, amount }))
      const logs = tokens.flatMap(({ contract, from, to, amount, type }) => {
        const coin = coinOfContract('TRX', contract)?.identifier
        if (coin === undefined || type !== 'Transfer') return []
        return [{ coin, ...place, position: undefined, from: none(from), to: none(to), amount }]
      })
      return [...own, ...inner, ...logs]
    })
    .filter((transfer) => transfer !== undefined)
    .filter(({ from, to, amount }) => amount > 0n && (from === address || to === address))
}

const address = account(1)
const opened = (url: string, http: SourceHttp, pageRows = 200) =>
  openTrongrid({ url, http, pageRows, key: 'K3Y' })

test('returns exactly the transfers of any history, despite faults', async () => {
  await fc.assert(
    fc.asyncProperty(
      histories,
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      fc.array(fc.option(fc.constantFrom(...passingFaults), { nil: undefined, freq: 2 }), { maxLength: 15 }),
      async (transactions, pageRows, batches, faults) => {
        const chain = { head: 30, transactions }
        const server = await startExplorer(tronApi({ chain, hexOf, batches, key: 'K3Y' }))
        server.faults.push(...faults)
        const transfers = await readHistory(opened(server.url, createTestHttp().http, pageRows), {
          ...{ address, from: 0, to: 28 },
        })
        await server.stop()
        expect(asLines(transfers)).toEqual(asLines(expectedOf(transactions, address)))
        expect(server.requests.join()).not.toContain('K3Y')
      },
    ),
    { numRuns: runs(60) },
  )
})

const sampled = () =>
  fc
    .sample(histories, { seed: 4, numRuns: 10 })
    .flat()
    .sort((one, other) => one.block - other.block)
    .map((transaction, index) => ({ ...transaction, txid: `6${index.toString(16).padStart(63, '0')}` }))

test('reads only the requested blocks, with one request for all missing block numbers', async () => {
  const transactions = sampled()
  const server = await startExplorer(tronApi({ chain: { head: 30, transactions }, hexOf }))
  const source = opened(server.url, createTestHttp().http)
  const transfers = await readHistory(source, { address, from: 5, to: 17 })
  const within = transactions.filter(({ block }) => block >= 5 && block <= 17)
  expect(asLines(transfers)).toEqual(asLines(expectedOf(within, address)))
  expect(transfers.length).toBeGreaterThan(20)
  expect(server.requests.filter((path) => path === '/jsonrpc').length).toBeLessThanOrEqual(2)
  await server.stop()
})

test('reports the newest confirmed block, but no size', async () => {
  const server = await startExplorer(tronApi({ chain: { head: 30, transactions: [] }, hexOf, key: 'K3Y' }))
  const source = opened(server.url, createTestHttp().http)
  expect(await source.head(freely)).toEqual({ block: 30, time: tronTime(30) })
  expect(await source.size(address, freely)).toBeUndefined()
  await server.stop()
})

test('repeats a request for block numbers that the gateway refuses because of its rate limit', async () => {
  const transactions = sampled()
  const chain = { head: 30, transactions }
  for (const batches of [true, false]) {
    const server = await startExplorer(tronApi({ chain, hexOf, batches }))
    const requests = async () => {
      server.requests.length = 0
      return await readHistory(opened(server.url, createTestHttp().http), { address, from: 5, to: 17 })
    }
    const transfers = await requests()
    const nodeCall = server.requests.indexOf('/jsonrpc')
    expect(nodeCall).toBeGreaterThan(-1)
    server.faults.push(...server.requests.slice(0, nodeCall).map(() => undefined), 'too-fast')
    expect(asLines(await requests())).toEqual(asLines(transfers))
    await server.stop()
  }
})

test('waits as long as a key is suspended, and reports an unknown key', async () => {
  const server = await startExplorer(tronApi({ chain: { head: 30, transactions: [] }, hexOf, key: 'K3Y' }))
  const { http, pauses } = createTestHttp()
  server.faults.push('too-fast')
  await readHistory(opened(server.url, http), { address, from: 0, to: 20 })
  expect(pauses).toEqual([5_000])
  const reading = readHistory(openTrongrid({ url: server.url, http, key: 'wrong' }), {
    address,
    from: 0,
    to: 1,
  })
  await expect(reading).rejects.toMatchObject({ kind: 'refused', retryable: false })
  await server.stop()
})
