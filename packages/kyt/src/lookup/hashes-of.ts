import type { LedgerReads } from '../ledger/ledger-store.ts'

/** Transactions whose hashes are looked up at a time. */
const atOnce = 500

/** The identifiers of transactions, in their stored form, by the references that movements have of them. */
export async function hashesOf(
  ledger: Pick<LedgerReads, 'referenced'>,
  network: number,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  const wanted = [...new Set(references)]
  for (let from = 0; from < wanted.length; from += atOnce) {
    const found = await ledger.referenced(network, wanted.slice(from, from + atOnce))
    for (const { reference, tx } of found) hashes.set(reference, tx)
  }
  return hashes
}
