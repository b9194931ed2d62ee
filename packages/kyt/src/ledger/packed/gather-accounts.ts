import { type AccountPart, readAccountParts } from './packed-accounts.ts'

/** Puts the parts of each account together. */
export function gatherAccounts(bytes: Buffer): AccountPart[] {
  const gathered = new Map<string, Gathered>()
  for (const part of readAccountParts(bytes)) {
    const key = `${part.account} ${part.coin}`
    const known = gathered.get(key)
    if (known === undefined) gathered.set(key, { sums: part, heads: [part.head] })
    else add(known, part)
  }
  return [...gathered.values()].map(({ sums, heads }) => {
    if (heads.length > 1) sums.head = Buffer.concat(heads)
    return sums
  })
}

type Gathered = {
  readonly sums: { -readonly [Name in keyof AccountPart]: AccountPart[Name] }
  heads: Buffer[]
}

function add({ sums, heads }: Gathered, part: AccountPart): void {
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
}
