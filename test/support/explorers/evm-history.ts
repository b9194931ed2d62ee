import { coinOfContract, type Network, nativeCoinOf, type Transfer } from '@touchstone/kyt'

/** A transaction that a test server lists. Amounts are in the smallest unit. */
export type EvmTransaction = {
  readonly hash: string
  readonly block: number
  readonly time: number
  /** Undefined if only token or internal transfers of the transaction are known. */
  readonly call?: {
    readonly from: string
    /** Undefined if the transaction creates a contract. */
    readonly to: string | undefined
    readonly created?: string
    readonly value: bigint
    readonly fee: bigint
    readonly failed: boolean
  }
  readonly internals: readonly {
    readonly position: number
    readonly from: string
    readonly to: string
    readonly value: bigint
    readonly type: string
    readonly failed: boolean
  }[]
  readonly tokens: readonly {
    readonly logIndex: number
    readonly contract: string
    readonly from: string
    readonly to: string
    readonly value: bigint
  }[]
}

export const zeroAddress = `0x${'0'.repeat(40)}`
const feePosition = 2 ** 51
const mintOr = (address: string) => (address === '' ? zeroAddress : address)

/** Returns the transactions that contain the given transfers, for a server that lists them. */
export function evmTransactionsOf(
  transfers: readonly Transfer[],
  contractOf: (coin: string) => string | undefined,
) {
  const byHash = new Map<string, Transfer[]>()
  for (const transfer of transfers) {
    const list = byHash.get(transfer.tx)
    if (list) list.push(transfer)
    else byHash.set(transfer.tx, [transfer])
  }
  return [...byHash].map(([hash, list]): EvmTransaction => {
    const native = list.filter(({ coin }) => contractOf(coin) === undefined)
    const fee = native.find((transfer) => transfer.fee)
    const value = native.find((transfer) => !transfer.fee && transfer.position === 0)
    const sender = fee?.from ?? value?.from
    const { block, time } = list[0] as Transfer
    return {
      ...{ hash, block, time },
      ...(sender !== undefined && {
        call: {
          from: sender,
          to: value?.to ?? zeroAddress,
          value: value?.amount ?? 0n,
          fee: fee?.amount ?? 0n,
          failed: false,
        },
      }),
      internals: native
        .filter((transfer) => transfer !== fee && transfer !== value)
        .map(({ position, from, to, amount }) => ({
          ...{ position, from: mintOr(from), to: mintOr(to), value: amount, type: 'call', failed: false },
        })),
      tokens: list.flatMap(({ coin, position, from, to, amount }, index) => {
        const contract = contractOf(coin)
        if (contract === undefined) return []
        const logIndex = position > 0 ? position - 1 : 1_000_000 + index
        return [{ logIndex, contract, from: mintOr(from), to: mintOr(to), value: amount }]
      }),
    }
  })
}

/**
 * Returns the transfers to and from an address that are expected from a source, calculated directly from the
 * transactions. `exact` lists the kinds of transfers whose positions the source reports.
 */
export function expectedOf(
  network: Network,
  transactions: readonly EvmTransaction[],
  address: string,
  exact: { readonly tokens: boolean },
) {
  const coin = nativeCoinOf(network).identifier
  const none = (text: string) => (text === zeroAddress ? '' : text)
  return transactions.flatMap(({ hash: tx, block, time, call, internals, tokens }) => {
    const place = { tx, block, time }
    const own =
      call === undefined
        ? []
        : [
            { coin, ...place, position: feePosition, from: call.from, to: '', amount: call.fee, fee: true },
            ...(call.failed
              ? []
              : [
                  {
                    coin,
                    ...place,
                    position: 0,
                    from: call.from,
                    to: call.to ?? call.created ?? '',
                    amount: call.value,
                  },
                ]),
          ]
    const inner = internals
      .filter(({ failed, type }) => !failed && call?.failed !== true && type !== 'delegatecall')
      .map(({ from, to, value }) => ({ coin, ...place, position: undefined, from, to, amount: value }))
    const logs = tokens.flatMap(({ logIndex, contract, from, to, value }) => {
      const token = coinOfContract(network, contract)
      if (!token) return []
      const position = exact.tokens ? logIndex + 1 : undefined
      return [{ coin: token.identifier, ...place, position, from: none(from), to: none(to), amount: value }]
    })
    return [...own, ...inner, ...logs].filter(
      ({ from, to, amount }) => amount > 0n && (from === address || to === address),
    )
  })
}
