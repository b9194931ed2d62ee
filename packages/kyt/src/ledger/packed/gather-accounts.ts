import type { EdgeChange } from './add-up-edges.ts'
import { type AccountPart, readAccountParts } from './packed-accounts.ts'

/** Puts the parts of each account together. */
export function gatherAccounts(bytes: Buffer): AccountPart[] {
  const gathered = new Map<string, Gathered>()
  for (const part of readAccountParts(bytes)) {
    const key = `${part.account} ${part.coin}`
    const known = gathered.get(key)
    if (known === undefined)
      gathered.set(key, { sums: { ...part }, heads: [part.head], edges: [...part.edges] })
    else add(known, part)
  }
  return [...gathered.values()].map(({ sums, heads, edges }) => ({
    ...sums,
    head: heads.length === 1 ? sums.head : Buffer.concat(heads),
    edges: heads.length === 1 ? edges : mergeEdges(edges),
  }))
}

type Gathered = {
  readonly sums: { -readonly [Name in keyof AccountPart]: AccountPart[Name] }
  heads: Buffer[]
  edges: EdgeChange[]
}

function add({ sums, heads, edges }: Gathered, part: AccountPart): void {
  sums.received += part.received
  sums.spent += part.spent
  sums.fees += part.fees
  sums.receivedTxs += part.receivedTxs
  sums.spentTxs += part.spentTxs
  sums.txs += part.txs
  sums.receivedTransfers += part.receivedTransfers
  sums.spentTransfers += part.spentTransfers
  sums.first = Math.min(sums.first, part.first)
  sums.last = Math.max(sums.last, part.last)
  heads.push(part.head)
  edges.push(...part.edges)
}

function mergeEdges(edges: readonly EdgeChange[]): EdgeChange[] {
  const merged = new Map<string, EdgeChange>()
  for (const edge of edges) {
    const known = merged.get(edge.counterparty)
    if (known === undefined) {
      merged.set(edge.counterparty, { ...edge })
      continue
    }
    known.received += edge.received
    known.spent += edge.spent
    known.receivedTransfers += edge.receivedTransfers
    known.spentTransfers += edge.spentTransfers
  }
  return [...merged.values()]
}
