import type { ExplorerAnswer, ExplorerApi } from './start-explorer.ts'
import {
  isListedFor,
  type UtxoChain,
  type UtxoListed,
  type UtxoOutput,
  utxoBlockHash,
} from './utxo-history.ts'

/** Offers version 2 of Blockbook's API, which omits empty fields. */
export function blockbookApi(options: {
  readonly chain: UtxoChain
  readonly mostRows?: number
  readonly blockHash?: (block: number) => string
}): ExplorerApi {
  const { chain, mostRows = 1_000, blockHash = utxoBlockHash } = options
  const owner = ({ address, script }: UtxoOutput) => ({
    addresses: [address ?? `OP_RETURN (${script})`],
    isAddress: address !== undefined,
  })
  const amount = (value: bigint) => (value === 0n ? {} : { value: String(value) })
  const position = (n: number) => (n === 0 ? {} : { vout: n })
  const write = ({ txid, block, time, inputs, outputs }: UtxoListed) => ({
    ...{
      txid,
      version: 2,
      blockHash: blockHash(block),
      blockHeight: block,
      blockTime: time,
      confirmations: 9,
    },
    vin:
      inputs.length === 0
        ? [{ n: 0, isAddress: false, coinbase: '03abcd' }]
        : inputs.map((input, n) => ({
            ...{ n, txid: input.txid, ...position(input.vout), ...owner(input), ...amount(input.value) },
            hex: '4830',
          })),
    vout: outputs.map((output, n) => ({ n, hex: output.script, ...owner(output), ...amount(output.value) })),
  })

  return {
    tooFast: { status: 429, body: { error: 'Too many requests' } },
    answer({ path, query }): ExplorerAnswer {
      const { number, time } = chain.head
      if (path.endsWith('/api/v2')) {
        const lastBlockTime = new Date(time * 1000).toISOString().replace('Z', '123456+00:00')
        return { body: { blockbook: { coin: 'Bitcoin', bestHeight: number, lastBlockTime }, backend: {} } }
      }
      const [, tx] = /\/tx\/([0-9a-f]{64})$/.exec(path) ?? []
      if (tx !== undefined) {
        const spent = chain.transactions.flatMap(({ inputs }) => inputs).filter(({ txid }) => txid === tx)
        const vout = spent.map((output) => ({ n: output.vout, hex: output.script, ...owner(output) }))
        return { body: { txid: tx, vout } }
      }
      const [, address = ''] = /\/address\/([^/]+)$/.exec(path) ?? []
      const all = [...chain.transactions].reverse().filter(isListedFor(decodeURIComponent(address)))
      const known = { address, balance: '0', txs: all.length }
      if (query.get('details') === 'basic') return { body: known }
      const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
      const listed = all.filter(({ block }) => block >= from && block <= to)
      const size = Math.min(mostRows, Number(query.get('pageSize')))
      const pages = Math.max(1, Math.ceil(listed.length / size))
      const page = Math.min(pages, Number(query.get('page')))
      const transactions = listed.slice((page - 1) * size, page * size).map(write)
      const rows = transactions.length === 0 ? {} : { transactions }
      return { body: { page, totalPages: -1, itemsOnPage: size, ...known, ...rows } }
    },
  }
}
