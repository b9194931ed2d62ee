import type { ExplorerAnswer, ExplorerApi } from './start-explorer.ts'
import {
  isListedFor,
  type UtxoChain,
  type UtxoListed,
  type UtxoOutput,
  utxoBlockHash,
} from './utxo-history.ts'

/** Offers Esplora's API, in which amounts are JSON numbers of any size. */
export function esploraApi(options: {
  readonly chain: UtxoChain
  readonly pageRows?: number
  readonly blockHash?: (block: number) => string
}): ExplorerApi {
  const { chain, pageRows = 25, blockHash = utxoBlockHash } = options
  const output = ({ script, address, value }: UtxoOutput) => {
    const shown = address === undefined ? '' : `,"scriptpubkey_address":"${address}"`
    return `{"scriptpubkey":"${script}","scriptpubkey_type":"p2pkh"${shown},"value":${value}}`
  }
  const status = ({ block, time }: UtxoListed) =>
    `{"confirmed":true,"block_height":${block},"block_hash":"${blockHash(block)}","block_time":${time}}`
  const write = (transaction: UtxoListed) => {
    const inputs = transaction.inputs.map(
      (input) =>
        `{"txid":"${input.txid}","vout":${input.vout},"is_coinbase":false,"prevout":${output(input)}}`,
    )
    const minting = `{"txid":"${'0'.repeat(64)}","vout":4294967295,"is_coinbase":true,"prevout":null}`
    return (
      `{"txid":"${transaction.txid}","version":2,"fee":0.00001,"vin":[${inputs.length === 0 ? minting : inputs}],` +
      `"vout":[${transaction.outputs.map(output)}],"status":${status(transaction)}}`
    )
  }
  const newestFirst = () => [...chain.transactions].reverse()

  return {
    tooFast: { status: 429, body: 'Too Many Requests' },
    answer({ path }): ExplorerAnswer {
      const { number, time } = chain.head
      if (path.endsWith('/blocks')) {
        return { body: [{ id: blockHash(number), height: number, timestamp: time, difficulty: 1.5e13 }] }
      }
      const [, tx] = /\/tx\/([0-9a-f]{64})\/status$/.exec(path) ?? []
      if (tx !== undefined) {
        const found = chain.transactions.find(({ txid }) => txid === tx)
        return { body: found ? status(found) : '{"confirmed":false}' }
      }
      const [, address = '', rest, after] =
        /\/address\/([^/]+)(\/txs\/chain(?:\/([0-9a-f]{64}))?)?$/.exec(path) ?? []
      const listed = newestFirst().filter(isListedFor(decodeURIComponent(address)))
      if (rest === undefined) return { body: { address, chain_stats: { tx_count: listed.length } } }
      // For an unknown transaction, all transactions are skipped, because it is never found.
      const at = after === undefined ? -1 : listed.findIndex(({ txid }) => txid === after)
      const start = after !== undefined && at === -1 ? listed.length : at + 1
      return { body: `[${listed.slice(start, start + pageRows).map(write)}]` }
    },
  }
}
