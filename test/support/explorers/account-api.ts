import type { EvmTransaction } from './evm-history.ts'
import type { ExplorerAnswer, ExplorerApi, ExplorerRequest } from './start-explorer.ts'

/** The state of a chain that a test server lists. Tests can change it between requests. */
export type EvmChain = { head: { number: number; time: number }; transactions: readonly EvmTransaction[] }

const ok = (result: unknown): ExplorerAnswer => ({ body: { status: '1', message: 'OK', result } })
const refuse = (result: unknown, message = 'NOTOK'): ExplorerAnswer => ({
  body: { status: '0', message, result },
})
const word = (number: number | bigint) => `0x${number.toString(16)}`
const hashOf = (block: number) => `0xb${block.toString(16).padStart(63, '0')}`

/**
 * Offers the account module of Etherscan's API (version 2) or Blockscout's compatible one. Returns at most
 * `mostRows` rows per request and 10,000 rows across all pages of a query.
 */
export function accountApi(options: {
  readonly chain: EvmChain
  readonly kind: 'etherscan' | 'blockscout'
  readonly key?: string
  readonly mostRows?: number
  /** The hash of a block, which changes after a reorganization. */
  readonly blockHash?: (block: number) => string
}): ExplorerApi {
  const { chain, kind, key, mostRows = 10_000, blockHash = hashOf } = options
  const isEtherscan = kind === 'etherscan'

  function rowsOf(action: string, address: string): Record<string, unknown>[] {
    const touches = (one: string | undefined, other: string | undefined) =>
      one === address || other === address
    return chain.transactions.flatMap((transaction): Record<string, unknown>[] => {
      const { hash, block, time, call } = transaction
      const place = { blockNumber: String(block), timeStamp: String(time) }
      const common = { ...place, hash, nonce: '7', blockHash: blockHash(block), transactionIndex: '0' }
      const gas = { gas: '21000', confirmations: '9', cumulativeGasUsed: '21000', input: '0x' }
      if (action === 'txlist') {
        if (call === undefined || !touches(call.from, call.to ?? call.created)) return []
        return [
          {
            ...{ ...common, ...gas, from: call.from, to: call.to ?? '', value: String(call.value) },
            ...{ gasPrice: String(call.fee), gasUsed: '1', contractAddress: call.created ?? '' },
            ...{ isError: call.failed ? '1' : '0', txreceipt_status: call.failed ? '0' : '1' },
          },
        ]
      }
      if (action === 'txlistinternal') {
        return transaction.internals.flatMap(({ from, to, value, type, failed }, index) => {
          if (!touches(from, to)) return []
          const isError = failed || call?.failed === true ? '1' : '0'
          const created = type.startsWith('create')
          const rest = {
            from,
            to: created ? '' : to,
            contractAddress: created ? to : '',
            value: String(value),
          }
          const own = isEtherscan
            ? { hash, type, traceId: `0_${index}` }
            : { transactionHash: hash, type: created ? type : 'call', index: String(index + 1) }
          const callType = isEtherscan ? {} : { callType: created ? '' : type }
          return [
            {
              ...place,
              ...rest,
              ...own,
              ...callType,
              isError,
              errCode: '',
              input: '',
              gas: '1',
              gasUsed: '1',
            },
          ]
        })
      }
      return transaction.tokens.flatMap(({ contract, from, to, value, logIndex }) => {
        if (!touches(from, to)) return []
        const token = {
          tokenName: 'Token',
          tokenSymbol: 'TKN',
          tokenDecimal: '6',
          gasPrice: '1',
          gasUsed: '1',
        }
        const parties = { from, to, value: String(value), contractAddress: contract }
        return [
          { ...common, ...gas, ...token, ...parties, ...(!isEtherscan && { logIndex: String(logIndex) }) },
        ]
      })
    })
  }

  function account(query: URLSearchParams): ExplorerAnswer {
    const action = query.get('action') ?? ''
    const [page, offset] = [Number(query.get('page') ?? 1), Number(query.get('offset') ?? mostRows)]
    if (page * offset > 10_000) {
      const text = 'Result window is too large, PageNo x Offset size must be less than or equal to 10000'
      return isEtherscan ? refuse(null, text) : refuse(null, text)
    }
    const [from, to] = [Number(query.get('startblock')), Number(query.get('endblock'))]
    const rows = rowsOf(action, query.get('address') ?? '')
      .filter(({ blockNumber }) => Number(blockNumber) >= from && Number(blockNumber) <= to)
      .sort((one, other) => Number(one.blockNumber) - Number(other.blockNumber))
    const size = Math.min(offset, mostRows)
    const listed = rows.slice((page - 1) * size, page * size)
    if (listed.length > 0) return ok(listed)
    return refuse(
      [],
      action === 'txlistinternal' ? 'No internal transactions found' : 'No transactions found',
    )
  }

  function proxy(query: URLSearchParams): ExplorerAnswer {
    const answer = (result: unknown) => ({ body: { jsonrpc: '2.0', id: 1, result } })
    if (query.get('action') === 'eth_getBlockByNumber') {
      return answer({ number: word(chain.head.number), timestamp: word(chain.head.time) })
    }
    const address = query.get('address')
    return answer(word(chain.transactions.filter(({ call }) => call?.from === address).length))
  }

  function rest({ path }: ExplorerRequest): ExplorerAnswer {
    const { number, time } = chain.head
    if (path.endsWith('/v2/main-page/blocks')) {
      return { body: [{ height: number, timestamp: new Date(time * 1000).toISOString() }] }
    }
    const address = /addresses\/(0x[0-9a-f]{40})\/counters$/.exec(path)?.[1]
    if (address === undefined) return { status: 404, body: { message: 'Not found' } }
    return {
      body: {
        transactions_count: String(rowsOf('txlist', address).length),
        token_transfers_count: String(rowsOf('tokentx', address).length),
        gas_usage_count: '0',
        validations_count: '0',
      },
    }
  }

  return {
    tooFast: refuse(isEtherscan ? 'Max rate limit reached' : 'Max calls per sec rate limit reached (5/sec)'),
    answer(request) {
      const { query } = request
      if (key !== undefined && query.get('apikey') !== key) return refuse('Invalid API Key (#err2)|')
      if (!isEtherscan && request.path.includes('/v2/')) return rest(request)
      if (isEtherscan && query.get('chainid') === null) {
        return refuse('Missing or unsupported chainid parameter (required for v2 api)')
      }
      return query.get('module') === 'proxy' ? proxy(query) : account(query)
    },
  }
}
