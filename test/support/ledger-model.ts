import { findCoin, networks, parseAddress, type Transfer } from '@touchstone/kyt'

/** The ledger data that is expected for an address and a coin, calculated only from the transfers. */
export type Account = {
  account: string
  received: string
  spent: string
  fees: string
  received_txs: number
  spent_txs: number
  txs: number
  received_transfers: number
  spent_transfers: number
  first_seen: number
  last_seen: number
}

export type Edge = {
  edge: string
  received: string
  spent: string
  received_transfers: number
  spent_transfers: number
}

const keyOf = (coin: string, address: string) => {
  const found = findCoin(coin)
  const bytes = found && parseAddress(found.network, address)?.bytes
  if (found === undefined || bytes === undefined) throw new Error(`no address of ${coin}: ${address}`)
  return { network: networks[found.network].id, coin: found.id, address: Buffer.from(bytes).toString('hex') }
}
const nameOf = ({ network, coin, address }: ReturnType<typeof keyOf>) => `${network} ${coin} ${address}`

/**
 * Calculates the expected ledger in one pass over the transfers, independently of the ledger's
 * implementation.
 */
export function calculateLedger(transfers: readonly Transfer[], known: ReadonlySet<string>) {
  const once = new Map<string, Transfer>()
  for (const transfer of transfers) {
    const name = `${transfer.coin} ${transfer.tx} ${transfer.position}`
    if (!once.has(name)) once.set(name, transfer)
  }
  type Sums = {
    received: bigint
    spent: bigint
    fees: bigint
    inTxs: Set<string>
    outTxs: Set<string>
    ins: number
    outs: number
    times: number[]
  }
  const accounts = new Map<string, Sums>()
  const edges = new Map<string, { received: bigint; spent: bigint; ins: number; outs: number }>()
  const accountOf = (name: string) => {
    const sums = accounts.get(name) ?? {
      received: 0n,
      spent: 0n,
      fees: 0n,
      inTxs: new Set<string>(),
      outTxs: new Set<string>(),
      ins: 0,
      outs: 0,
      times: [],
    }
    accounts.set(name, sums)
    return sums
  }
  const edgeOf = (name: string) => {
    const sums = edges.get(name) ?? { received: 0n, spent: 0n, ins: 0, outs: 0 }
    edges.set(name, sums)
    return sums
  }
  for (const { coin, from, to, fee, amount, tx, time } of once.values()) {
    const sender = from === '' ? undefined : keyOf(coin, from)
    const receiver = to === '' || fee === true ? undefined : keyOf(coin, to)
    if (sender !== undefined) {
      const sums = accountOf(nameOf(sender))
      sums.times.push(time)
      if (fee === true) sums.fees += amount
      else {
        sums.spent += amount
        sums.outs += 1
        sums.outTxs.add(tx)
        if (receiver !== undefined && known.has(receiver.address)) {
          const edge = edgeOf(`${nameOf(sender)} ${receiver.address}`)
          edge.spent += amount
          edge.outs += 1
        }
      }
    }
    if (receiver !== undefined) {
      const sums = accountOf(nameOf(receiver))
      sums.times.push(time)
      sums.received += amount
      sums.ins += 1
      sums.inTxs.add(tx)
      if (sender !== undefined && known.has(sender.address)) {
        const edge = edgeOf(`${nameOf(receiver)} ${sender.address}`)
        edge.received += amount
        edge.ins += 1
      }
    }
  }
  return {
    accounts: [...accounts]
      .map(
        ([account, sums]): Account => ({
          account,
          received: sums.received.toString(),
          spent: sums.spent.toString(),
          fees: sums.fees.toString(),
          received_txs: sums.inTxs.size,
          spent_txs: sums.outTxs.size,
          txs: new Set([...sums.inTxs, ...sums.outTxs]).size,
          received_transfers: sums.ins,
          spent_transfers: sums.outs,
          first_seen: Math.min(...sums.times),
          last_seen: Math.max(...sums.times),
        }),
      )
      .sort((one, other) => (one.account < other.account ? -1 : 1)),
    edges: [...edges]
      .map(
        ([edge, sums]): Edge => ({
          edge,
          received: sums.received.toString(),
          spent: sums.spent.toString(),
          received_transfers: sums.ins,
          spent_transfers: sums.outs,
        }),
      )
      .sort((one, other) => (one.edge < other.edge ? -1 : 1)),
    movements: [...once.values()].reduce(
      (sum, { from, to, fee }) => sum + (from === '' ? 0 : 1) + (to === '' || fee === true ? 0 : 1),
      0,
    ),
  }
}
