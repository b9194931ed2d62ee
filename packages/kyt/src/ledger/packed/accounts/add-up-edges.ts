import type { PackedMovement } from '../packing/packed-movements.ts'
import type { AccountChange } from './add-up-batch.ts'

/** The change to the totals between an account and one counterparty. */
export type EdgeChange = {
  /** The account's `accountId`. */
  readonly account: string
  readonly coin: number
  readonly counterparty: string
  received: bigint
  spent: bigint
  receivedTransfers: number
  spentTransfers: number
}

/** An account in one coin, with its movements. */
type Moved = Pick<AccountChange, 'account' | 'coin'> & { readonly movements: readonly PackedMovement[] }

/** Returns the `accountId` of every counterparty in the movements. */
export function counterpartiesOf({ account, movements }: Moved): string[] {
  const network = account.slice(0, 2)
  return movements.flatMap(({ kind, counterparty }) =>
    kind === 'fee' || counterparty === '' ? [] : network + counterparty,
  )
}

/** Calculates the changes to the edges with known counterparties. */
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
    // All writers lock edges in the same order, which prevents deadlocks.
    edges.push(...[...byCounterparty.values()].sort((a, b) => (a.counterparty < b.counterparty ? -1 : 1)))
  }
  return edges
}
