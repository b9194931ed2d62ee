import { createSeededRandom } from '@touchstone/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestNode, type TestNode } from '../../../../../test/support/test-node.ts'
import { findCoin } from '../../coins/find-coin.ts'
import type { Transfer } from '../../imports/transfer.ts'
import type { ChainBlock } from '../rpc/chain-source.ts'
import { followChain } from '../rpc/follow-chain.ts'
import { createJsonRpc } from '../rpc/json-rpc.ts'
import { createEvmSource, type Tracing } from './evm-source.ts'

/** Small EVM programs that use the call's value. `to` is the first word of the call data. */
const programs = {
  /** Sends the value to `to`. */
  forward: '0x600060006000600034600035 5af100',
  /** Sends the value to `to`, then reverts. */
  undo: '0x600060006000600034600035 5af1 60006000fd',
  /**
   * Calls the address in the first word, passing the value, with the second word as data. Ignores a failed
   * call.
   */
  call: '0x602060206000376000600060206000 34600035 5af100',
  /** Delegate-calls the address in the first word, with the second word as data. */
  delegate: '0x6020602060003760006000602060006000355af400',
  /** Creates a contract that receives the value. */
  create: '0x6000600034f000',
  /** Self-destructs and leaves the value to `to`. */
  end: '0x600035ff',
  refuse: '0x60006000fd',
  /** Logs an ERC-20 transfer with the given sender, recipient and amount. */
  token: `0x60403560005260203560003 57fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300`,
}
const usdt = findCoin('USDT-ERC20')?.contract ?? ''
const at = (name: keyof typeof programs) =>
  name === 'token'
    ? usdt
    : `0x${(0xc0de00 + Object.keys(programs).indexOf(name)).toString(16).padStart(40, '0')}`
const word = (text: string) => text.replace('0x', '').padStart(64, '0')
const person = (index: number) => `0x${'ab'.repeat(19)}${index.toString(16).padStart(2, '0')}`
const zeroAddress = `0x${'0'.repeat(40)}`
const hex = (value: bigint) => `0x${value.toString(16)}`

let node: TestNode
let accounts: string[]

beforeAll(async () => {
  // Mines only on request. With automining, the node would mine shortly after it has responded.
  node = await startTestNode({ automine: false })
  accounts = (await node.rpc<string[]>('eth_accounts')).map((account) => account.toLowerCase())
  for (const [name, code] of Object.entries(programs)) {
    await node.rpc('anvil_setCode', at(name as keyof typeof programs), code.replaceAll(' ', ''))
  }
})
afterAll(async () => await node.stop())

async function send(from: number, to: string | null, value: bigint, data = '') {
  await node.rpc('eth_sendTransaction', {
    from: accounts[from],
    ...(to !== null && { to }),
    value: hex(value),
    data: data === '' ? '0x' : `0x${data.replace('0x', '')}`,
    gas: '0x7a120',
  })
  await node.rpc('evm_mine')
}
const head = async () => Number(await node.rpc('eth_blockNumber'))
const balance = async (address: string, block: number | 'latest') =>
  BigInt(await node.rpc<string>('eth_getBalance', address, block === 'latest' ? block : hex(BigInt(block))))

function source(tracing: Tracing = 'auto', endpoints = [node.url]) {
  const rpc = createJsonRpc({ endpoints, wait: async () => {}, random: createSeededRandom('evm') })
  return createEvmSource({ network: 'ETH', rpc, tracing })
}

async function blocks(from: number, tracing: Tracing = 'auto'): Promise<ChainBlock[]> {
  const chain = source(tracing)
  const last = await head()
  return await Promise.all(Array.from({ length: last - from + 1 }, (_, index) => chain.block(from + index)))
}

function sumOf(transfers: readonly Transfer[], coin: string): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { from, to, amount } of transfers.filter((transfer) => transfer.coin === coin)) {
    sums.set(from, (sums.get(from) ?? 0n) - amount)
    sums.set(to, (sums.get(to) ?? 0n) + amount)
  }
  sums.delete('')
  return sums
}

async function expectNodesBalances(transfers: readonly Transfer[], before: number) {
  const sums = sumOf(transfers, 'ETH')
  const everyone = new Set([
    ...accounts,
    ...Object.keys(programs).map((name) => at(name as 'end')),
    ...sums.keys(),
  ])
  for (const address of everyone) {
    const difference = (await balance(address, 'latest')) - (await balance(address, before))
    expect(sums.get(address) ?? 0n, address).toBe(difference)
  }
}

test("emits transfers that add up to the node's balances", async () => {
  const before = await head()
  await send(0, person(1), 10n ** 18n + 1n)
  await send(1, accounts[0] ?? '', 5n)
  await send(2, null, 77n, '60006000f3')
  await send(2, at('refuse'), 99n)
  await send(3, at('forward'), 1000n, word(person(2)))
  await send(3, at('call'), 2000n, word(at('forward')) + word(person(3)))
  await send(3, at('call'), 3000n, word(at('undo')) + word(person(4)))
  await send(4, at('undo'), 4000n, word(person(5)))
  await send(4, at('delegate'), 5000n, word(at('forward')) + word(person(6)))
  await send(4, at('create'), 6000n)
  await send(5, at('end'), 7000n, word(person(7)))
  await send(0, usdt, 0n, word(person(8)) + word(person(9)) + word('0x0f4240'))
  const transfers = (await blocks(before + 1)).flatMap((block) => block.transfers)
  await expectNodesBalances(transfers, before)
  expect(sumOf(transfers, 'ETH').get(person(6))).toBe(5000n)
  expect(sumOf(transfers, 'ETH').has(person(5))).toBe(false)
  expect(Object.fromEntries(sumOf(transfers, 'USDT-ERC20'))).toEqual({
    [person(8)]: -1_000_000n,
    [person(9)]: 1_000_000n,
  })
  expect(transfers.filter(({ fee }) => fee)).toHaveLength(12)
  const keys = transfers.map(({ tx, position, coin }) => `${tx} ${position} ${coin}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('emits the same transfers with both tracing methods, and omits only internal transfers if there is no tracing', async () => {
  const before = await head()
  await send(1, at('forward'), 1000n, word(person(12)))
  await send(1, at('call'), 2000n, word(at('forward')) + word(person(13)))
  await send(1, at('call'), 3000n, word(at('undo')) + word(person(14)))
  await send(1, at('create'), 6000n)
  const debug = (await blocks(before + 1, 'debug')).flatMap((block) => block.transfers)
  const trace = (await blocks(before + 1, 'trace')).flatMap((block) => block.transfers)
  const none = (await blocks(before + 1, 'none')).flatMap((block) => block.transfers)
  const sorted = (transfers: readonly Transfer[]) =>
    [...transfers].sort((left, right) => left.block - right.block || left.position - right.position)
  // Only the second tracing method returns the miner's block reward.
  expect(sorted(trace.filter(({ from }) => from !== ''))).toEqual(sorted(debug))
  expect(sorted(none)).toEqual(sorted(debug.filter(({ position }) => position < 2 ** 52)))
  expect(debug.length - none.length).toBe(4)
})

test('emits tokens from the zero address as minted and tokens to it as burnt, and omits unsupported tokens', async () => {
  const before = await head()
  const foreign = person(66)
  await node.rpc('anvil_setCode', foreign, programs.token.replaceAll(' ', ''))
  await send(0, usdt, 0n, word(zeroAddress) + word(person(20)) + word('0x64'))
  await send(0, usdt, 0n, word(person(20)) + word(zeroAddress) + word('0x0a'))
  await send(0, usdt, 0n, word(person(20)) + word(person(21)) + word('0x0'))
  await send(0, foreign, 0n, word(person(20)) + word(person(21)) + word('0x5'))
  const tokens = (await blocks(before + 1))
    .flatMap((block) => block.transfers)
    .filter(({ coin }) => coin !== 'ETH')
  expect(tokens.map(({ coin, from, to, amount, position }) => [coin, from, to, amount, position])).toEqual([
    ['USDT-ERC20', '', person(20), 100n, 1],
    ['USDT-ERC20', person(20), '', 10n, 1],
  ])
})

/** A minimal ledger that records blocks. */
function createBook() {
  const taken: ChainBlock[] = []
  const forks: number[] = []
  return {
    taken,
    forks,
    transfers: () => taken.flatMap((block) => block.transfers),
    state: { lastBlocks: async () => taken.slice(-20) },
    onBlocks: async (group: readonly ChainBlock[]) => {
      taken.push(...group)
    },
    onReorg: async (fork: number) => {
      forks.push(fork)
      while ((taken.at(-1)?.number ?? -1) > fork) taken.pop()
    },
  }
}

/** Follows the chain, and runs the next step whenever there are no new blocks. Stops after the last step. */
async function followThrough(
  book: ReturnType<typeof createBook>,
  from: number,
  steps: (() => Promise<unknown>)[],
) {
  const stop = new AbortController()
  await followChain({
    source: source(),
    from,
    confirmations: 0,
    ...book,
    wait: async () => {
      const step = steps.shift()
      if (step) await step()
      else stop.abort()
    },
    signal: stop.signal,
  })
}

test('retracts a reorganized block exactly', async () => {
  const before = await head()
  const book = createBook()
  await followThrough(book, before + 1, [
    () => send(6, person(30), 111n),
    () => send(6, person(31), 222n),
    () => send(6, at('forward'), 333n, word(person(32))),
    () => node.rpc('anvil_reorg', 2, []),
    () => expectNodesBalances(book.transfers(), before),
    () => send(7, person(33), 444n),
    async () => {
      const snapshot = await node.rpc('evm_snapshot')
      await send(7, person(34), 555n)
      await send(7, person(34), 556n)
      await node.rpc('evm_revert', snapshot)
      await send(8, person(35), 666n)
      await send(8, person(35), 667n)
      await send(8, person(35), 668n)
    },
  ])
  await expectNodesBalances(book.transfers(), before)
  expect(book.forks).toEqual([before + 1])
  expect(book.taken.at(-1)?.number).toBe(await head())
  expect(sumOf(book.transfers(), 'ETH').get(person(30))).toBe(111n)
  expect(sumOf(book.transfers(), 'ETH').has(person(32))).toBe(false)
})

test('retracts blocks that the node reverts', async () => {
  const before = await head()
  const book = createBook()
  let snapshot: unknown
  await followThrough(book, before + 1, [
    () => send(6, person(40), 111n),
    async () => {
      snapshot = await node.rpc('evm_snapshot')
      await send(6, person(41), 222n)
    },
    async () => {
      await node.rpc('evm_revert', snapshot)
      await send(6, person(42), 333n)
    },
  ])
  await expectNodesBalances(book.transfers(), before)
  expect(book.forks).toEqual([before + 1])
})

test('switches to the next node if one fails', async () => {
  const dead = await startTestNode()
  await dead.stop()
  const chain = source('auto', [dead.url, node.url])
  expect(await chain.head()).toBe(await head())
  expect((await chain.block(await head())).hash).toBe(await chain.hash(await head()))
})

test('reports a missing block as retryable', async () => {
  await expect(source().block((await head()) + 5)).rejects.toMatchObject({ retryable: true })
  expect(await source().hash((await head()) + 5)).toBeUndefined()
})
