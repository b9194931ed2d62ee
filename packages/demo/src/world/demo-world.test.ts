import { createHash } from 'node:crypto'
import { findCoin, parseAddress, type Transfer } from '@touchstone/kyt'
import { expect, test } from 'vitest'
import { worldEnd, worldStart } from './calendar.ts'
import { demoAddress } from './demo-address.ts'
import { demoWorld } from './demo-world.ts'

const world = demoWorld()
const rows = [...world.transfers]

/** Addresses on different networks may have the same bytes but never the same text. */
const networkOf = (coin: string) => findCoin(coin)?.network ?? 'ETH'

function fingerprint(transfers: Iterable<Transfer>): string {
  const hash = createHash('sha256')
  let text = ''
  for (const { coin, tx, position, block, time, from, to, amount, fee } of transfers) {
    text += `${coin} ${tx} ${position} ${block} ${time} ${from} ${to} ${amount} ${fee ?? ''}\n`
    if (text.length < 1_000_000) continue
    hash.update(text)
    text = ''
  }
  return hash.update(text).digest('hex')
}

test('returns the same world on every read, at about the documented size', () => {
  expect(fingerprint(world.transfers)).toBe(fingerprint(rows))
  expect(rows.length).toBeGreaterThan(180_000)
  expect(rows.length).toBeLessThan(220_000)
})

test('returns times and blocks in increasing order on every network, within the year', () => {
  const last = new Map<string, Transfer>()
  const timeOfBlock = new Map<string, number>()
  for (const row of rows) {
    const network = networkOf(row.coin)
    const before = last.get(network)
    if (before && (row.time < before.time || row.block < before.block))
      expect.unreachable(`${row.tx} goes back`)
    last.set(network, row)
    const block = `${network} ${row.block}`
    if ((timeOfBlock.get(block) ?? row.time) !== row.time) expect.unreachable(`${block} has two times`)
    timeOfBlock.set(block, row.time)
    if (row.time < worldStart || row.time >= worldEnd) expect.unreachable(`${row.tx} is outside the year`)
  }
  expect([...last.keys()].sort()).toEqual(['BTC', 'ETH', 'TRX'])
})

test('contains unique rows with positive amounts and valid addresses', () => {
  const seen = new Set<string>()
  const addresses = new Map<string, Set<string>>()
  for (const { coin, tx, position, from, to, amount } of rows) {
    seen.add(`${coin} ${tx} ${position}`)
    if (amount <= 0n || from === to) expect.unreachable(`${tx} moves nothing`)
    const network = networkOf(coin)
    const known = addresses.get(network) ?? new Set()
    addresses.set(network, known.add(from).add(to))
  }
  expect(seen.size).toBe(rows.length)
  for (const [network, texts] of addresses) {
    texts.delete('')
    for (const text of texts) {
      const parsed = parseAddress(network as 'ETH', text)
      if (parsed?.text !== text) expect.unreachable(`${text} is not an address of ${network}`)
    }
  }
})

test('never overspends a balance, regardless of the order of the transactions in a block', () => {
  const byHash = (one: Transfer, other: Transfer) =>
    one.block - other.block ||
    (one.tx < other.tx ? -1 : one.tx > other.tx ? 1 : one.position - other.position)
  for (const network of ['ETH', 'BTC', 'TRX']) {
    const own = rows.filter(({ coin }) => networkOf(coin) === network)
    expectNoDebts(own)
    expectNoDebts(own.toSorted(byHash))
  }
})

function expectNoDebts(ordered: readonly Transfer[]): void {
  const balances = new Map<string, Map<string, bigint>>()
  for (const { coin, tx, from, to, amount } of ordered) {
    const ofCoin = balances.get(coin) ?? new Map<string, bigint>()
    balances.set(coin, ofCoin)
    const left = (ofCoin.get(from) ?? 0n) - amount
    if (from !== '' && left < 0n) expect.unreachable(`${from} lacks ${coin} in ${tx}`)
    ofCoin.set(from, left)
    ofCoin.set(to, (ofCoin.get(to) ?? 0n) + amount)
  }
}

test('labels only existing addresses, each with one category per kind', () => {
  const present = new Set(
    rows.flatMap(({ coin, from, to }) => [networkOf(coin) + from, networkOf(coin) + to]),
  )
  for (const { network, address, label } of world.labels) {
    expect(present.has(network + address), label).toBe(true)
  }
  const categories = new Set(world.labels.map(({ category }) => category))
  for (const category of [
    'exchange',
    'risk_exchange',
    'dex',
    'bridge',
    'mixer',
    'gambling',
    'nft',
    'defi',
  ] as const) {
    expect(categories).toContain(category)
  }
  for (const category of ['theft', 'phishing', 'ransom', 'suspected_malicious', 'contract', 'ens'] as const) {
    expect(categories).toContain(category)
  }
  const keys = world.labels.map(({ network, address, category }) => `${network} ${address} ${category}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('lists sample addresses that occur in the world, except for one unused address and one real address', () => {
  const present = new Set(rows.flatMap(({ coin, from, to }) => [`${coin} ${from}`, `${coin} ${to}`]))
  const missing = world.addresses.filter(({ coin, address }) => !present.has(`${coin} ${address}`))
  expect(missing.map(({ what }) => what)).toEqual([
    'Valid address that was never seen',
    'Real address on the OFAC sanctions list',
  ])
  for (const { coin, address } of world.addresses)
    expect(parseAddress(networkOf(coin), address)?.text).toBe(address)
})

test('places each hop address at its distance from the thief, and no clean address on a path from the thief', () => {
  const services = new Set(
    world.labels.flatMap(({ category, address }) => (category === 'theft' ? [] : [`ETH ${address}`])),
  )
  const thief = demoAddress('ETH', 'halcyon/thief')
  // Finds the shortest chronological path that does not pass through a service. The rows are in chronological
  // order.
  const hops = new Map([[thief, 0]])
  for (const { coin, from, to, fee } of rows) {
    if (networkOf(coin) !== 'ETH' || fee || to === '') continue
    const reached = hops.get(from)
    if (reached === undefined || services.has(`ETH ${from}`)) continue
    hops.set(to, Math.min(hops.get(to) ?? Number.POSITIVE_INFINITY, reached + 1))
  }
  for (const hop of [1, 2, 3]) {
    const address = demoAddress('ETH', `halcyon/hop-${hop}/0`)
    expect(hops.get(address)).toBe(hop)
    expect(world.labels.some((label) => label.address === address)).toBe(false)
  }
  expect(hops.get(demoAddress('ETH', 'person/clea'))).toBe(2)
  expect(hops.has(demoAddress('ETH', 'person/ada'))).toBe(false)
})

test('has a daily price for every coin that is not a stablecoin', () => {
  const coins = new Set(rows.map(({ coin }) => coin).filter((coin) => findCoin(coin)?.stable === undefined))
  expect([...coins].sort()).toEqual(['BTC', 'ETH', 'TRX', 'WETH-ERC20'])
  for (const coin of coins) {
    const days = world.prices.filter((price) => price.coin === coin)
    expect(new Set(days.map(({ date }) => date)).size).toBe(365)
    for (const { usd } of days) expect(Number(usd)).toBeGreaterThan(0)
  }
})
