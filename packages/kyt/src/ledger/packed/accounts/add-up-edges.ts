import type { PackedMovement } from '../packing/packed-movements.ts'
import type { AccountChange } from './add-up-batch.ts'

/** What passed between an account and one counterparty. */
export type EdgeChange = {
  /** Its `accountId`, as that of the counterparty. */
  readonly account: string
  readonly coin: number
  readonly counterparty: string
  received: bigint
  spent: bigint
  receivedTransfers: number
  spentTransfers: number
}

/** An account in one coin, and what it moved. */
type Moved = Pick<AccountChange, 'account' | 'coin'> & { readonly movements: readonly PackedMovement[] }

/** Those that an account may have an edge to, by their `accountId`. */
export function counterpartiesOf({ account, movements }: Moved): string[] {
  const network = account.slice(0, 2)
  return movements.flatMap(({ kind, counterparty }) =>
    kind === 'fee' || counterparty === '' ? [] : network + counterparty,
  )
}

/** What accounts gain with those counterparties that are known, by their `accountId`. */
export function addUpEdges(
  changes: readonly Moved[],
  isKnown: (counterparty: string) => boolean,
): EdgeChange[] {
  const edges: EdgeChange[] = []
  for (const { account, coin, movements } of changes) {
    const network = account.slice(0, 2)
    const byCounterparty = new Map<string, EdgeChange>()
    for (const { kind, counterparty: address, amount } of movements) {
      if (kind === 'fee' || address === '') continue
      const counterparty = network + address
      if (!isKnown(counterparty)) continue
      let edge = byCounterparty.get(counterparty)
      if (edge === undefined) {
        edge = {
          account,
          coin,
          counterparty,
          received: 0n,
          spent: 0n,
          receivedTransfers: 0,
          spentTransfers: 0,
        }
        byCounterparty.set(counterparty, edge)
      }
      if (kind === 'in') {
        edge.received += amount
        edge.receivedTransfers += 1
      } else {
        edge.spent += amount
        edge.spentTransfers += 1
      }
    }
    // Locked in this order by everybody, as accounts are.
    edges.push(...[...byCounterparty.values()].sort((a, b) => (a.counterparty < b.counterparty ? -1 : 1)))
  }
  return edges
}
