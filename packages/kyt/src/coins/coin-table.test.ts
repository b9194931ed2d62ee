import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Network, networks } from '../addresses/networks.ts'
import { parseAddress } from '../addresses/parse-address.ts'
import { coins } from './coin-table.ts'
import { coinById, coinOfContract, findCoin, nativeCoinOf } from './find-coin.ts'

const distinct = (values: readonly unknown[]) => new Set(values).size

test('uses each number, identifier and contract once', () => {
  expect(distinct(coins.map((coin) => coin.id))).toBe(coins.length)
  expect(distinct(coins.map((coin) => coin.identifier))).toBe(coins.length)
  expect(distinct(coins.map((coin) => `${coin.network} ${coin.contract}`))).toBe(coins.length)
})

test('contains only coin numbers and decimals that the ledger can store', () => {
  for (const { id, identifier, decimals } of coins) {
    expect(Number.isInteger(id) && id > 0 && id < 2 ** 16, identifier).toBe(true)
    expect(Number.isInteger(decimals) && decimals >= 0 && decimals <= 24, identifier).toBe(true)
  }
})

test("never changes a coin's number", () => {
  const first = coins.filter((coin) => coin.id <= 156).sort((a, b) => a.id - b.id)
  const list = first.map((coin) => `${coin.id} ${coin.identifier}`).join('\n')
  expect(first.length).toBe(156)
  expect(createHash('sha256').update(list).digest('hex')).toBe(
    '31a7fc3be7f76e487ffc5610fd2becc60bd54ad84ac6feb74b3579f7c6b55df5',
  )
})

test("contains contracts in their network's canonical text form", () => {
  for (const { identifier, network, contract } of coins) {
    if (contract === undefined) continue
    const [address = '', ...rest] = contract.split('::')
    expect(parseAddress(network, address)?.text, identifier).toBe(address)
    expect(rest.length, identifier).toBe(network === 'SUI' ? 2 : 0)
  }
})

test('contains exactly one native coin per network', () => {
  for (const network of Object.keys(networks) as Network[]) {
    const own = coins.filter((coin) => coin.network === network && coin.contract === undefined)
    expect(own).toEqual([nativeCoinOf(network)])
  }
})

test("ends each identifier with its network's suffix", () => {
  const suffixes: Partial<Record<Network, string>> = {
    ETH: 'ERC20',
    BSC: 'BEP20',
    TRX: 'TRC20',
    POLYGON: 'Polygon',
    AVALANCHE: 'Avalanche',
    ARBITRUM: 'Arbitrum',
    OPTIMISM: 'Optimism',
    BASE: 'Base',
    ZKSYNC: 'zkSync',
    MERLIN: 'Merlin',
    SOL: 'Solana',
    TON: 'TON',
    SUI: 'SUI',
  }
  for (const { identifier, symbol, network } of coins) {
    if (identifier !== symbol) expect(identifier).toBe(`${symbol}-${suffixes[network]}`)
  }
})

test('marks pegged coins, except those that lost their peg', () => {
  const pegged = (identifier: string) => findCoin(identifier)?.stable
  for (const network of ['ERC20', 'TRC20', 'BEP20', 'Polygon', 'Avalanche', 'Arbitrum', 'Optimism', 'Base']) {
    expect(pegged(`USDT-${network}`), network).toBe('USD')
    expect(pegged(`USDC-${network}`), network).toBe('USD')
  }
  for (const identifier of [
    'USDT-zkSync',
    'USDC-zkSync',
    'USDT-TON',
    'USDT-Solana',
    'USDC-Solana',
    'USDC-SUI',
  ]) {
    expect(pegged(identifier), identifier).toBe('USD')
  }
  expect(coins.filter((coin) => coin.stable === 'EUR').map((coin) => coin.symbol)).toEqual([
    'EURCV',
    'EURI',
    'EURC',
  ])
  expect(coins.filter((coin) => coin.symbol === 'UST').map((coin) => coin.stable)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('finds a coin by each of its names', () => {
  for (const coin of coins) {
    expect(findCoin(coin.identifier)).toBe(coin)
    expect(coinById(coin.id)).toBe(coin)
    if (coin.contract !== undefined) expect(coinOfContract(coin.network, coin.contract)).toBe(coin)
  }
})

test('does not find unknown coins', () => {
  for (const name of ['', 'eth', 'ETH ', 'USDT', 'CAKE-BEP20', '__proto__'])
    expect(findCoin(name)).toBeUndefined()
  expect(coinById(0)).toBeUndefined()
  expect(coinOfContract('ETH', '')).toBeUndefined()
  expect(coinOfContract('BSC', '0xdac17f958d2ee523a2206206994597c13d831ec7')).toBeUndefined()
})
