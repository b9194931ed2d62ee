import type { BitcoinNetwork } from '../../addresses/networks.ts'
import { nativeCoinOf } from '../../coins/find-coin.ts'
import type { ChainSource } from '../rpc/chain-source.ts'
import type { JsonRpc } from '../rpc/json-rpc.ts'
import { RpcError } from '../rpc/rpc-error.ts'
import {
  type CoreBlock,
  type CoreInput,
  type CoreOutput,
  type CoreTransaction,
  mapCoreBlock,
} from './map-core-block.ts'

const outOfRange = -8
/** Bitcoin Core's error code for an unknown transaction or a missing transaction index. */
const withoutDetails = -5

/**
 * Reads blocks from a Bitcoin Core node over JSON-RPC. Create `rpc` with `parse: parseExactJson`. From
 * version 23 on, the node returns a block together with the outputs that the block's inputs spend. With an
 * older node, the spent transactions are requested one by one, which requires `txindex=1` in the node's
 * configuration.
 */
export function createBitcoinSource(options: {
  readonly network: BitcoinNetwork
  readonly rpc: JsonRpc
}): ChainSource {
  const { network, rpc } = options
  const coin = nativeCoinOf(network).identifier

  async function fetchTransactions(ids: readonly string[], signal: AbortSignal | undefined) {
    const calls = ids.map((id) => ({ method: 'getrawtransaction', params: [id, 1] }))
    try {
      return (await rpc.batch(calls, signal)) as CoreTransaction[]
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== withoutDetails) throw error
      throw new RpcError({
        message: `the node cannot return the outputs that inputs spend (${error.message}): use Bitcoin Core 23 or newer, or set txindex=1`,
        retryable: false,
        code: withoutDetails,
      })
    }
  }

  async function hash(number: number, signal?: AbortSignal): Promise<string | undefined> {
    try {
      return String(await rpc.call('getblockhash', [number], signal))
    } catch (error) {
      if (error instanceof RpcError && error.code === outOfRange) return undefined
      throw error
    }
  }

  return {
    hash,
    async head(signal) {
      const head = Number(await rpc.call('getblockcount', [], signal))
      if (!Number.isSafeInteger(head)) {
        throw new RpcError({ message: 'getblockcount did not return a number', retryable: true })
      }
      return head
    },
    async block(number, signal) {
      const known = await hash(number, signal)
      if (known === undefined) {
        throw new RpcError({ message: `block ${number} does not exist yet`, retryable: true })
      }
      const block = (await rpc.call('getblock', [known, 3], signal)) as CoreBlock
      const ids = block.tx.filter((tx) => typeof tx === 'string')
      const fetched = new Map((await fetchTransactions(ids, signal)).map((tx) => [tx.txid, tx]))
      const transactions = block.tx.flatMap((tx) => (typeof tx === 'string' ? (fetched.get(tx) ?? []) : tx))

      const near = new Map(transactions.map((tx) => [tx.txid, tx]))
      const missing = new Set<string>()
      for (const { coinbase, prevout, txid } of transactions.flatMap(({ vin }) => vin)) {
        if (coinbase === undefined && !prevout && txid !== undefined && !near.has(txid)) missing.add(txid)
      }
      for (const tx of await fetchTransactions([...missing], signal)) near.set(tx.txid, tx)
      const spentBy = ({ txid = '', vout }: CoreInput): CoreOutput | undefined =>
        near.get(txid)?.vout.find(({ n }) => n === vout)
      return mapCoreBlock({ network, coin, block, transactions, spentBy })
    },
  }
}
