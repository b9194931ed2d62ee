import type { Clock } from '@touchstone/common'
import { type Hex, hexToNumber, numberToHex } from 'viem'
import { createBlockClock } from './block-clock.ts'
import type { Engine } from './open-engine.ts'
import { createReorganiser } from './reorganise.ts'

/** A request that changed the chain. Replaying all such requests reproduces the chain. */
export type ChainChange = {
  method: string
  params: readonly unknown[]
  /**
   * Set for requests that mine blocks: the timestamp of the first mined block, in seconds, and the hash of
   * the last one.
   */
  mined?: { time: number; head: Hex }
}

/** A development chain that mines a block for each transaction and reports every change to the caller. */
export type DevChain = {
  /** Runs requests that change the chain one after another, in call order. */
  request<Result>(method: string, params?: readonly unknown[]): Promise<Result>
  /** Mines pending transactions, if any can be mined. */
  settle(): Promise<void>
}

const minesBlocks = new Set(['evm_mine', 'hardhat_mine'])

/** Methods that change the chain. Their requests are replayed after a restart. */
const changes = new Set([
  ...minesBlocks,
  'eth_sendRawTransaction',
  'eth_sendTransaction',
  'evm_revert',
  'evm_snapshot',
  'hardhat_dropTransaction',
  'hardhat_impersonateAccount',
  'hardhat_setBalance',
  'hardhat_setCode',
  'hardhat_setCoinbase',
  'hardhat_setNextBlockBaseFeePerGas',
  'hardhat_setNonce',
  'hardhat_setPrevRandao',
  'hardhat_setStorageAt',
  'hardhat_stopImpersonatingAccount',
])

type BlockHead = { hash: Hex; timestamp: Hex; transactions: Hex[] }

/** Methods that are implemented in this file instead of in the engine. */
const ownMethods = new Set([
  'evm_increaseTime',
  'evm_setAutomine',
  'evm_setNextBlockTimestamp',
  'hardhat_getAutomine',
  'hardhat_reorg',
])

/** Larger batches are mined in a single engine call, without a snapshot for each block. */
const maxSeparateBlocks = 64

export async function openDevChain(options: {
  engine: Engine
  clock: Clock
  /**
   * Current time on the chain, in seconds. Defaults to the later of the clock's time and the newest block's
   * time.
   */
  time?: number
  automine?: boolean
  /** Keeps a snapshot of each block, which `anvil_reorg` requires. Memory usage grows with every block. */
  reorganisable?: boolean
  /** Called before the request is answered. */
  onChange?: (change: ChainChange) => void
}): Promise<DevChain> {
  const { engine, onChange } = options
  const head = () => engine.request<BlockHead>('eth_getBlockByNumber', ['latest', false])
  const headTime = hexToNumber((await head()).timestamp)
  const blockClock = createBlockClock({ ...options, headTime })
  // Without this request, the engine would continue from its newest block's time. Calls against the pending
  // block must see the time of the next block instead.
  await engine.request('evm_increaseTime', [blockClock.peek() - headTime])
  const reorganiser = options.reorganisable ? createReorganiser(engine) : undefined
  /**
   * Functions that restore the clock, keyed by snapshot id. The engine restores only its own time, but block
   * times must match the time that calls see.
   */
  const clockAt = new Map<number, () => void>()
  let automine = options.automine ?? true
  let turn: Promise<unknown> = Promise.resolve()

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = turn.then(work, work)
    turn = next.catch(() => {})
    return next
  }

  /** Sends a request to the engine. If the request mines a block, sets the block's timestamp. */
  async function apply<Result>(method: string, params: readonly unknown[]): Promise<Result> {
    if (!minesBlocks.has(method)) {
      const result = await engine.request<Result>(method, params)
      onChange?.({ method, params })
      return result
    }
    await reorganiser?.beforeBlock()
    const time = blockClock.next()
    await engine.request('evm_setNextBlockTimestamp', [time])
    const result = await engine.request<Result>(method, params)
    const { hash, timestamp } = await head()
    blockClock.setHead(hexToNumber(timestamp))
    onChange?.({ method, params, mined: { time, head: hash } })
    return result
  }

  async function mine(params: readonly unknown[]): Promise<boolean> {
    const [blocks = '0x1', interval] = params as [Hex | number | undefined, Hex | number | undefined]
    const count = Number(blocks)
    if (interval === undefined && count <= maxSeparateBlocks) {
      for (let block = 0; block < count; block++) await apply('evm_mine', [])
      return true
    }
    return await apply('hardhat_mine', [numberToHex(count), ...(interval === undefined ? [] : [interval])])
  }

  const nextNonceOf = (sender: Hex) => engine.request<Hex>('eth_getTransactionCount', [sender, 'latest'])

  /** Returns whether a pending transaction has its sender's next nonce. */
  async function canMine(): Promise<boolean> {
    const waiting = await engine.request<{ from: Hex; nonce: Hex }[]>('eth_pendingTransactions')
    for (const { from, nonce } of waiting) if ((await nextNonceOf(from)) === nonce) return true
    return false
  }

  /**
   * Mines until no pending transaction can be mined, because filling a nonce gap can release more
   * transactions than fit into one block.
   */
  async function settle(): Promise<void> {
    while (await canMine()) {
      await apply('evm_mine', [])
      // All remaining transactions pay less than the base fee.
      if ((await head()).transactions.length === 0) return
    }
  }

  async function send(method: string, params: readonly unknown[]): Promise<Hex> {
    const hash = await apply<Hex>(method, params)
    reorganiser?.sent(hash, { method, params })
    if (!automine) return hash
    const sent = await engine.request<{ from: Hex; nonce: Hex }>('eth_getTransactionByHash', [hash])
    if ((await nextNonceOf(sent.from)) === sent.nonce) await settle()
    return hash
  }

  async function change(method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_sendRawTransaction':
      case 'eth_sendTransaction':
        return await send(method, params)
      case 'evm_mine': {
        const [time] = params as [Hex | number | undefined]
        if (time !== undefined) blockClock.setNext(Number(time))
        return await apply('evm_mine', [])
      }
      case 'hardhat_mine':
        return await mine(params)
      case 'evm_setAutomine':
        automine = params[0] === true
        // Mine the transactions that were sent while mining was off. Otherwise they remain pending.
        if (automine) await settle()
        return true
      case 'hardhat_getAutomine':
        return automine
      case 'evm_setNextBlockTimestamp': {
        const answer = await engine.request(method, params)
        blockClock.setNext(Number(params[0]))
        return answer
      }
      case 'evm_increaseTime': {
        const answer = await engine.request(method, params)
        blockClock.advance(Number(params[0]))
        return answer
      }
      case 'evm_snapshot': {
        const id = await apply<Hex>(method, params)
        clockAt.set(Number(id), blockClock.save())
        return id
      }
      case 'evm_revert': {
        const reverted = await apply<boolean>(method, params)
        if (reverted) {
          reorganiser?.reverted(params[0] as Hex)
          clockAt.get(Number(params[0]))?.()
          blockClock.setHead(hexToNumber((await head()).timestamp))
        }
        return reverted
      }
      case 'hardhat_reorg': {
        if (!reorganiser) throw new Error('reorganisations are only supported on test nodes')
        blockClock.advance(1)
        return await reorganiser.reorganise(Number(params[0]), () => apply('evm_mine', []))
      }
      default:
        return await apply(method, params)
    }
  }

  return {
    async request<Result>(named: string, params: readonly unknown[] = []) {
      // viem's test client uses anvil's method names.
      const method = named.replace(/^anvil_/, 'hardhat_')
      if (!changes.has(method) && !ownMethods.has(method)) return await engine.request<Result>(method, params)
      return (await inTurn(() => change(method, params))) as Result
    },
    settle: () => inTurn(settle),
  }
}
