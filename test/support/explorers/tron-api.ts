import type { ExplorerAnswer, ExplorerApi, ExplorerRequest } from './start-explorer.ts'

/** A transaction that a test server lists. Addresses are in Base58; amounts in the smallest unit. */
export type TronTransaction = {
  readonly txid: string
  readonly block: number
  /** Undefined if only token or internal transfers of the transaction are known. */
  readonly call?: {
    readonly type:
      | 'TransferContract'
      | 'TriggerSmartContract'
      | 'TransferAssetContract'
      | 'WithdrawBalanceContract'
    readonly from: string
    readonly to: string
    readonly amount: bigint
    readonly fee: bigint
    readonly failed: boolean
  }
  readonly internals: readonly {
    from: string
    to: string
    amount: bigint
    rejected: boolean
    token: boolean
  }[]
  readonly tokens: readonly { contract: string; from: string; to: string; amount: bigint; type: string }[]
}

export type TronChain = { head: number; transactions: readonly TronTransaction[] }

/** The time of a block, in Unix seconds. One block is missing after every tenth block. */
export const tronTime = (block: number) => 1_600_000_000 + 3 * (block + Math.floor(block / 10))
const parseTime = (request: ExplorerRequest, name: string) => Number(request.query.get(name) ?? 0)

/** Offers version 1 of TronGrid's API, in which amounts are JSON numbers of any size. */
export function tronApi(options: {
  readonly chain: TronChain
  readonly hexOf: (address: string) => string
  readonly key?: string
  readonly mostRows?: number
  /** Whether the JSON-RPC API accepts several calls in one request. */
  readonly batches?: boolean
}): ExplorerApi {
  const { chain, hexOf, key, mostRows = 200, batches = true } = options

  function rowsOf(list: string, address: string): { time: number; text: string }[] {
    return chain.transactions.flatMap((transaction) => {
      const { txid, block, call, internals, tokens } = transaction
      const time = 1000 * tronTime(block)
      const touches = ({ from, to }: { from: string; to: string }) => from === address || to === address
      if (list === 'transactions/trc20') {
        return tokens.filter(touches).map((token) => ({
          time,
          text: JSON.stringify({
            transaction_id: txid,
            token_info: { symbol: 'TKN', address: token.contract, decimals: 6, name: 'Token' },
            ...{ block_timestamp: time, from: token.from, to: token.to, type: token.type },
            value: String(token.amount),
          }),
        }))
      }
      const inner = internals.filter(touches).map((internal, index) => ({
        time,
        text:
          `{"internal_tx_id":"${index}${txid}","tx_id":"${txid}","block_timestamp":${time},` +
          `"from_address":"${hexOf(internal.from)}","to_address":"${hexOf(internal.to)}","data":{"note":"63616c6c",` +
          `"rejected":${internal.rejected},"call_value":{"${internal.token ? '1002000' : '_'}":${internal.amount}}}}`,
      }))
      return call !== undefined && touches(call)
        ? [{ time, text: write(transaction, call) }, ...inner]
        : inner
    })
  }

  function write({ txid, block }: TronTransaction, call: NonNullable<TronTransaction['call']>): string {
    const { type, from, to, amount, fee, failed } = call
    const owner = `"owner_address":"${hexOf(from)}"`
    const value = {
      TransferContract: `${owner},"amount":${amount},"to_address":"${hexOf(to)}"`,
      TransferAssetContract: `${owner},"amount":${amount},"to_address":"${hexOf(to)}","asset_name":"1002000"`,
      TriggerSmartContract: `${owner},"call_value":${amount},"contract_address":"${hexOf(to)}","data":"a9"`,
      WithdrawBalanceContract: owner,
    }[type]
    const reward = type === 'WithdrawBalanceContract' ? `"withdraw_amount":${amount},` : ''
    return (
      `{"ret":[{"contractRet":"${failed ? 'REVERT' : 'SUCCESS'}","fee":${fee}}],"txID":"${txid}",${reward}` +
      `"net_fee":0,"energy_fee":0,"blockNumber":${block},"block_timestamp":${1000 * tronTime(block)},` +
      `"raw_data":{"contract":[{"parameter":{"value":{${value}},"type_url":"x"},"type":"${type}"}]},` +
      `"internal_transactions":[]}`
    )
  }

  function list(request: ExplorerRequest, address: string, name: string): ExplorerAnswer {
    const since = parseTime(request, 'min_timestamp')
    const rows = rowsOf(name, address)
      .filter(({ time }) => time >= since)
      .sort((one, other) => one.time - other.time)
    const start = Number(request.query.get('fingerprint')?.slice(1) ?? 0)
    const end = start + Math.min(mostRows, Number(request.query.get('limit')))
    const next = end < rows.length ? `,"fingerprint":"f${end}","links":{"next":"https://x"}` : ''
    const data = rows.slice(start, end).map(({ text }) => text)
    return { body: `{"data":[${data}],"success":true,"meta":{"at":1,"page_size":${data.length}${next}}}` }
  }

  function rpc(body: unknown): unknown {
    const { id, method, params } = body as { id: number; method: string; params: [string] }
    const word = (number: number) => `0x${number.toString(16)}`
    const [first] = params
    if (method === 'eth_getTransactionByHash') {
      const found = chain.transactions.find(({ txid }) => `0x${txid}` === first)
      return { jsonrpc: '2.0', id, result: found ? { hash: first, blockNumber: word(found.block) } : null }
    }
    const block = first === 'finalized' ? chain.head : Number(first)
    return { jsonrpc: '2.0', id, result: { number: word(block), timestamp: word(tronTime(block)) } }
  }

  const error = 'The key exceeds the frequency limit(15), and the query server is suspended for 5 s'
  return {
    tooFast: { status: 403, body: { success: false, error, statusCode: 403 } },
    answer(request) {
      if (key !== undefined && request.headers['tron-pro-api-key'] !== key) {
        return { status: 401, body: { success: false, error: 'ApiKey not exists', statusCode: 401 } }
      }
      if (request.path.endsWith('/jsonrpc')) {
        if (!Array.isArray(request.body)) return { body: rpc(request.body) }
        return batches ? { body: request.body.map(rpc) } : { status: 400, body: 'bad request' }
      }
      const [, address = '', name = ''] = /\/v1\/accounts\/(\w+)\/(.+)$/.exec(request.path) ?? []
      return list(request, address, name)
    },
  }
}
