import type { Edge } from './ledger-store.ts'
import type { Movement } from './movement.ts'

type OpenEdge = { -readonly [Name in keyof Edge]: Edge[Name] }

/** Sums an account's movements in one coin by counterparty. Skips fees and minted or burnt coins. */
export function edgesOf(movements: readonly Movement[]): Edge[] {
  const edges = new Map<string, OpenEdge>()
  for (const { kind, coin, counterparty, amount } of movements) {
    if (kind === 'fee' || counterparty === '') continue
    let edge = edges.get(counterparty)
    if (edge === undefined) {
      edge = { coin, counterparty, received: 0n, spent: 0n, receivedTransfers: 0, spentTransfers: 0 }
      edges.set(counterparty, edge)
    }
    if (kind === 'in') {
      edge.received += amount
      edge.receivedTransfers += 1
    } else {
      edge.spent += amount
      edge.spentTransfers += 1
    }
  }
  return [...edges.values()]
}
