import { ServiceError } from '@touchstone/contract'
import { beforeAll, expect, test } from 'vitest'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { addressOf, oneEther, txOf, writeInto } from '../../../../test/support/risk-ledger.ts'
import type { Transfer } from '../imports/transfer.ts'
import { type KytReader, openKytReader } from '../lookup/kyt-reader.ts'
import { explainRiskScore } from '../operations/get-risk-score.ts'
import { type ExpandQuery, expandNode } from './expand-node.ts'
import { transfersBetween, viewPath, viewTransaction } from './list-transfers.ts'
import { searchLedger } from './search.ts'
import { viewAddress, viewName } from './view-address.ts'

const hub = addressOf(1)
const thief = addressOf(2)
const middle = addressOf(3)
const exchange = [addressOf(10), addressOf(11), addressOf(12)] as const
const busy = addressOf(20)
const busyTransfers = 21_000
const ether = 10n ** 18n
const caller = { owner: 'M1' }

/** The thief pays the middle, who pays the hub. The hub pays an exchange with three addresses. */
const story: Transfer[] = [
  { ...oneEther(1, thief, middle), amount: 5n * ether },
  { ...oneEther(2, middle, hub), amount: 4n * ether },
  ...exchange.map((to, index) => oneEther(3 + index, hub, to)),
  { ...oneEther(6, hub, addressOf(5)), amount: ether / 4n },
  { ...oneEther(7, hub, exchange[0]), coin: 'USDT-ERC20', amount: 50_000_000n },
  // A coin without a price
  { ...oneEther(8, addressOf(6), hub), coin: 'UNI-ERC20' },
]

/** A busy address: first a payment to the exchange, then very many small ones. */
const crowd: Transfer[] = [
  oneEther(100, busy, exchange[0]),
  ...Array.from({ length: busyTransfers }, (_, index) => ({
    ...oneEther(101 + index, addressOf(1000 + (index % 50)), busy),
    amount: 1_000_000n,
  })),
]

onOneLedger('server', 'the explorer', (suite) => {
  let reader: KytReader
  const expand = (more: Partial<ExpandQuery>) =>
    expandNode(reader, { network: 'ETH', address: hub, direction: 'out', offset: 0, limit: 10, ...more })

  beforeAll(async () => {
    const write = writeInto(suite.ledger)
    await write.transfers(story)
    await write.transfers(crowd, 'crowd')
    await write.transfers([{ ...oneEther(1, hub, thief), coin: 'BNB' }], 'bsc')
    await write.prices([{ coin: 'ETH', date: '2023-11-14', usd: 1000n }])
    await write.labels([
      { address: thief, category: 'theft', entity: 'Halcyon exploiter', label: 'Halcyon exploiter' },
      ...exchange.map((address, index) => ({
        ...{ address, category: 'exchange' as const, entity: 'Kestrel', label: `Kestrel ${index + 1}` },
      })),
      { address: addressOf(40), category: 'ens', entity: '', label: 'ada.eth' },
    ])
    reader = openKytReader(suite.ledger)
  }, 60_000)

  test('lists counterparties by value and combines the addresses of a name', async () => {
    const { counterparties, total, whole, since } = await expand({})
    expect({ total, whole, since }).toEqual({ total: 2, whole: true, since: null })
    expect(counterparties.map(({ known, usd, addresses }) => [known?.name, usd, addresses])).toEqual([
      ['Kestrel', '3050.000000', 3],
      [undefined, '250.000000', 1],
    ])
    const [first] = counterparties
    expect(first?.members[0]).toMatchObject({
      own: { network: 'ETH', address: hub },
      other: { address: exchange[0], known: { name: 'Kestrel', category: 'exchange', class: 'none' } },
      flows: [
        { coin: 'ETH', amount: '1', usd: '1000.000000', count: 1, first: 1_700_000_036 },
        { coin: 'USDT-ERC20', amount: '50', usd: '50.000000', count: 1 },
      ],
    })
    expect(first?.rest).toEqual([])
  })

  test('pages counterparties without gaps or repetitions', async () => {
    const pages = await Promise.all([0, 1].map((offset) => expand({ offset, limit: 1 })))
    expect(pages.flatMap(({ counterparties }) => counterparties)).toEqual((await expand({})).counterparties)
  })

  test('filters by coin, time and minimum', async () => {
    const usdt = await expand({ coin: 'USDT-ERC20' })
    expect(usdt.counterparties.map(({ usd }) => usd)).toEqual(['50.000000'])
    const late = await expand({ from: 1_700_000_000 + 6 * 12, to: 1_700_000_000 + 6 * 12 })
    expect(late.counterparties.map(({ usd }) => usd)).toEqual(['250.000000'])
    expect((await expand({ least: 251 })).total).toBe(1)
    // Without a price, the value is unknown, so the entry does not reach any minimum.
    expect((await expand({ direction: 'in' })).counterparties.map(({ usd }) => usd)).toEqual([
      '4000.000000',
      null,
    ])
    expect((await expand({ direction: 'in', least: 1 })).total).toBe(1)
  })

  test('reads the newest transfers of a busy address and the totals with labelled addresses', async () => {
    const out = await expand({ address: busy })
    expect(out.whole).toBe(false)
    expect(out.since).toBeGreaterThan(1_700_000_000 + 101 * 12)
    expect(out.counterparties).toMatchObject([
      {
        known: { name: 'Kestrel' },
        members: [{ flows: [{ amount: '1', count: 1, first: null, last: null }] }],
      },
    ])
    const { counterparties, total } = await expand({ address: busy, direction: 'in', limit: 5 })
    expect([counterparties.length, total]).toEqual([5, 50])
    // A short period is read completely.
    const to = 1_700_000_000 + 200 * 12
    expect((await expand({ address: busy, direction: 'in', to })).whole).toBe(true)
  })

  test('expands a name through all of its addresses', async () => {
    const { counterparties } = await expand({
      address: undefined,
      name: 'kestrel',
      direction: 'in',
    } as object)
    expect(counterparties.map(({ usd, members }) => [members[0]?.other.address, usd])).toEqual([
      [hub, '3050.000000'],
      [busy, '1000.000000'],
    ])
  })

  test('shows an address in all coins, with the same key on other networks', async () => {
    const view = await viewAddress(
      reader,
      { coin: 'USDT-ERC20', address: hub.toUpperCase().replace('0X', '0x') },
      caller,
    )
    expect(view).toMatchObject({
      ...{ network: 'ETH', address: hub, known: null, canFetch: false, coin: 'ETH' },
      elsewhere: [{ network: 'BSC', address: hub, transfers: 1 }],
    })
    expect(view.coins.map(({ coin, balance }) => [coin, balance])).toEqual([
      ['ETH', '0.75'],
      ['USDT-ERC20', '-50'],
      ['UNI-ERC20', '1'],
    ])
    expect((await viewAddress(reader, { network: 'ETH', address: thief }, caller)).labels).toMatchObject([
      { name: 'Halcyon exploiter', category: 'theft', source: 'test' },
    ])
  })

  test('rejects invalid addresses and unknown networks', async () => {
    const kindOf = async (call: Promise<unknown>) =>
      await call.catch((error) => (error instanceof ServiceError ? error.kind : error))
    expect(await kindOf(viewAddress(reader, { network: 'ETH', address: 'x' }, caller))).toBe('invalidAddress')
    expect(await kindOf(viewAddress(reader, { network: 'toString', address: hub }, caller))).toBe('parameter')
    expect(await kindOf(viewAddress(reader, { address: hub }, caller))).toBe('unsupportedCoin')
    expect(await kindOf(viewAddress(reader, { network: 'BTC', address: hub }, caller))).toBe('invalidAddress')
    expect(await kindOf(viewTransaction(reader, { network: 'ETH', txid: txOf(999_999) }))).toBe(
      'unknownTransaction',
    )
  })

  test('lists the transfers of a transaction and between two addresses', async () => {
    const transaction = await viewTransaction(reader, { coin: 'USDT-ERC20', txid: txOf(7) })
    expect(transaction).toMatchObject({
      ...{ network: 'ETH', more: false },
      transfers: [{ txid: txOf(7), coin: 'USDT-ERC20', amount: '50', to: { known: { name: 'Kestrel' } } }],
    })
    const between = await transfersBetween(reader, { network: 'ETH', from: hub, to: exchange[0] })
    expect(between.transfers.map(({ txid, amount }) => [txid, amount])).toEqual([
      [txOf(7), '50'],
      [txOf(3), '1'],
    ])
    const many = await transfersBetween(reader, { network: 'ETH', from: addressOf(1000), to: busy })
    expect([many.transfers.length, many.more]).toEqual([200, true])
  })

  test('returns exactly the transfers of the path that a score used', async () => {
    const { pieces } = await explainRiskScore(reader, { coin: 'ETH', address: hub })
    const [piece] = pieces
    expect(piece?.path).toHaveLength(2)
    const path = await viewPath(reader, {
      ...{ network: 'ETH', address: hub, direction: piece?.direction ?? 'sent', steps: piece?.path ?? [] },
    })
    expect(
      path.transfers.map(({ txid, from, to, amount, usd }) => [txid, from.address, to.address, amount, usd]),
    ).toEqual([
      [txOf(2), middle, hub, '4', '4000.000000'],
      [txOf(1), thief, middle, '5', '5000.000000'],
    ])
    expect(path.transfers[1]?.from.known).toMatchObject({ name: 'Halcyon exploiter', class: 'severe' })
  })

  test('finds addresses on every network, transactions and names', async () => {
    const found = await searchLedger(reader, hub, caller)
    expect(found.addresses.map(({ network, transfers }) => [network, transfers])).toEqual([
      ['ETH', 7],
      ['BSC', 1],
    ])
    expect((await searchLedger(reader, txOf(7).slice(2), caller)).transactions).toMatchObject([
      { network: 'ETH', txid: txOf(7), transfers: 1, coins: ['USDT-ERC20'] },
    ])
    expect((await searchLedger(reader, 'kEs', caller)).names).toEqual([
      { name: 'Kestrel', category: 'exchange', class: 'none', addresses: 3 },
      { name: 'Kestrel 1', category: 'exchange', class: 'none', addresses: 1 },
      { name: 'Kestrel 2', category: 'exchange', class: 'none', addresses: 1 },
      { name: 'Kestrel 3', category: 'exchange', class: 'none', addresses: 1 },
    ])
    expect((await searchLedger(reader, 'ada.eth', caller)).names).toMatchObject([{ category: 'ens' }])
    for (const nothing of ['k', '%', 'Kestrel 9', '\\']) {
      expect(await searchLedger(reader, nothing, caller), nothing).toEqual({
        ...{ addresses: [], transactions: [], names: [] },
      })
    }
    expect(await viewName(reader, { name: 'Kestrel' })).toMatchObject({
      addresses: exchange.map((address) => ({ network: 'ETH', address })),
      next: null,
    })
  })
})
