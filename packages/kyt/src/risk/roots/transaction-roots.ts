import { ServiceError } from '@touchstone/contract'
import { isForeignTxHash } from '../../addresses/tx-hash.ts'
import { malformedTxHash } from '../../lookup/malformed-tx-hash.ts'
import type { Direction } from '../../policy/risk-policy.ts'
import type { RootSide, Roots } from '../trace/roots.ts'
import { transfersOf } from '../trace/transfers-of.ts'
import type { Reading } from './reading.ts'

/**
 * Reads a transaction's transfers. The received side traces where the senders' funds came from, and the sent
 * side traces where the receivers' funds went. From the perspective of one address, an incoming transfer is
 * a deposit with senders, and an outgoing transfer is a withdrawal with receivers.
 */
export async function readTransactionRoots(
  { reader, valuation, policy, pace }: Reading,
  of: { readonly network: number; readonly tx: string; readonly mine: string | undefined },
): Promise<Roots> {
  const { network, tx, mine } = of
  const found = await reader.ledger.transactions(network, [tx])
  // Some sources use their own names for transactions, so the format of the hash is checked only if the
  // ledger does not contain the transaction.
  if (found.length === 0 && isForeignTxHash(tx)) throw malformedTxHash()
  const transfers = found
    .flatMap(transfersOf)
    .filter(({ from, to }) => from !== to && (mine === undefined || from === mine || to === mine))
  if (transfers.length === 0) throw new ServiceError('unknownTransaction')
  await valuation.prepare(transfers.map(({ coin }) => coin))
  const sideOf = (direction: Direction): RootSide => {
    const arrivals = transfers.flatMap(({ from, to, coin, time, tx: reference, position, amount }) => {
      const [holder, counterparty] = direction === 'received' ? [to, from] : [from, to]
      if (mine !== undefined && holder !== mine) return []
      const kind = direction === 'received' ? ('in' as const) : ('out' as const)
      const movement = { kind, coin, time, block: 0, tx: reference, position, counterparty, amount }
      const value = valuation.worth(coin, amount, time)
      return [{ holder, movement, value, hops: 0, inferred: false, path: undefined }]
    })
    return { arrivals, older: [] }
  }
  const balances =
    mine === undefined
      ? undefined
      : await reader.balances({ network, address: mine }, policy.budget.transfers_of_one, pace)
  return {
    received: sideOf('received'),
    sent: sideOf('sent'),
    self: mine,
    isKnown: true,
    shortfall: 0n,
    balances: new Map(balances === undefined || mine === undefined ? [] : [[mine, balances]]),
    known: new Map(),
  }
}
