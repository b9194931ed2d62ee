import { type Hex, hexToNumber } from 'viem'
import { JsonRpcFailure } from './json-rpc-failure.ts'
import type { Engine } from './open-engine.ts'

type SendRequest = { method: string; params: readonly unknown[] }

/** Simulates chain reorganisations. Keeps a snapshot of every block. */
export type Reorganiser = {
  beforeBlock(): Promise<void>
  sent(hash: Hex, request: SendRequest): void
  /** Removes the snapshots that became invalid when a client reverted the chain to the given snapshot. */
  reverted(snapshot: Hex): void
  /**
   * Replaces the newest blocks with the same number of empty blocks. The transactions in the replaced blocks
   * are dropped. Pending transactions remain pending.
   */
  reorganise(depth: number, mine: () => Promise<unknown>): Promise<null>
}

export function createReorganiser(engine: Engine): Reorganiser {
  const snapshots: { height: number; id: Hex }[] = []
  const requests = new Map<Hex, SendRequest>()
  const height = async () => hexToNumber(await engine.request<Hex>('eth_blockNumber'))
  const waiting = async () => {
    const transactions = await engine.request<{ hash: Hex }[]>('eth_pendingTransactions')
    return transactions.map(({ hash }) => hash)
  }
  const forgetFrom = (id: Hex) => {
    const first = snapshots.findIndex((each) => BigInt(each.id) >= BigInt(id))
    if (first !== -1) snapshots.length = first
  }

  return {
    async beforeBlock() {
      snapshots.push({ height: await height(), id: await engine.request<Hex>('evm_snapshot') })
    },
    sent(hash, request) {
      requests.set(hash, request)
    },
    reverted: forgetFrom,
    async reorganise(depth, mine) {
      const head = await height()
      const base = snapshots.findLast((each) => each.height === head - depth)
      if (!base) {
        throw new JsonRpcFailure({
          code: -32602,
          message: `${depth} blocks can't be reorganised: the newest block is ${head}`,
        })
      }
      const stays = await waiting()
      forgetFrom(base.id)
      await engine.request('evm_revert', [base.id])
      // Reverting also restores the transactions that were pending at the time of the snapshot, including
      // transactions that were later mined in the removed blocks.
      for (const hash of await waiting()) await engine.request('hardhat_dropTransaction', [hash])
      for (let block = 0; block < depth; block++) await mine()
      for (const hash of stays) {
        const request = requests.get(hash)
        // If earlier nonces of the same sender are now missing, the transaction waits. If the chain rejects
        // the transaction, it is dropped.
        if (request) await engine.request(request.method, request.params).catch(() => {})
      }
      return null
    },
  }
}
