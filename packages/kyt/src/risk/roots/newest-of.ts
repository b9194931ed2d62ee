import type { AccountKey, LedgerReads } from '../../ledger/ledger-store.ts'
import type { Movement } from '../../ledger/movement.ts'

/** The newest movements of one address, so many of each coin; which they are is the same every time. */
export async function newestOf(
  ledger: Pick<LedgerReads, 'newest'>,
  key: AccountKey,
  of: { readonly coins: readonly number[]; readonly most: number },
): Promise<Movement[]> {
  const found = await Promise.all(
    of.coins.map((coin) => ledger.newest({ key, coin, from: 0, to: endOfTime }, of.most)),
  )
  return found.flatMap((movements) =>
    movements
      .filter(({ counterparty }) => counterparty !== key.address)
      .sort(descending)
      .slice(0, of.most),
  )
}

const endOfTime = 2 ** 32 - 1

function descending(one: Movement, other: Movement): number {
  return (
    other.time - one.time ||
    other.block - one.block ||
    compare(other.tx, one.tx) ||
    other.position - one.position ||
    compare(other.kind, one.kind)
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
