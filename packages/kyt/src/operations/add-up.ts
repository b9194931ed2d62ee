import type { EdgeRow, TotalRow } from './account-store.ts'

/** Totals of an account in one coin. */
export type Total = {
  readonly coin: number
  readonly received: bigint
  readonly spent: bigint
  readonly fees: bigint
  readonly receivedTxs: number
  readonly spentTxs: number
  readonly txs: number
  readonly receivedTransfers: number
  readonly spentTransfers: number
  readonly firstSeen: number
  readonly lastSeen: number
}

export type Edge = {
  readonly coin: number
  readonly counterparty: string
  readonly received: bigint
  readonly spent: bigint
  readonly receivedTransfers: number
  readonly spentTransfers: number
}

export function addUpTotals(rows: readonly TotalRow[]): Total[] {
  const totals = new Map<number, Total>()
  for (const row of rows) {
    const sum = totals.get(row.coin)
    totals.set(row.coin, {
      coin: row.coin,
      received: BigInt(row.received) + (sum?.received ?? 0n),
      spent: BigInt(row.spent) + (sum?.spent ?? 0n),
      fees: BigInt(row.fees) + (sum?.fees ?? 0n),
      receivedTxs: row.receivedTxs + (sum?.receivedTxs ?? 0),
      spentTxs: row.spentTxs + (sum?.spentTxs ?? 0),
      txs: row.txs + (sum?.txs ?? 0),
      receivedTransfers: row.receivedTransfers + (sum?.receivedTransfers ?? 0),
      spentTransfers: row.spentTransfers + (sum?.spentTransfers ?? 0),
      firstSeen: Math.min(row.firstSeen, sum?.firstSeen ?? row.firstSeen),
      lastSeen: Math.max(row.lastSeen, sum?.lastSeen ?? row.lastSeen),
    })
  }
  return [...totals.values()]
}

export function addUpEdges(rows: readonly EdgeRow[]): Edge[] {
  const edges = new Map<string, Edge>()
  for (const row of rows) {
    const id = `${row.coin} ${row.counterparty}`
    const sum = edges.get(id)
    edges.set(id, {
      coin: row.coin,
      counterparty: row.counterparty,
      received: BigInt(row.received) + (sum?.received ?? 0n),
      spent: BigInt(row.spent) + (sum?.spent ?? 0n),
      receivedTransfers: row.receivedTransfers + (sum?.receivedTransfers ?? 0),
      spentTransfers: row.spentTransfers + (sum?.spentTransfers ?? 0),
    })
  }
  return [...edges.values()]
}
