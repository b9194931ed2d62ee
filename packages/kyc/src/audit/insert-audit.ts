import { timingSafeEqual } from 'node:crypto'
import type { KycContext, KycDb } from '../context.ts'
import { insertLinked, insertUnlinked, lockChains, type StoredHead } from './audit-chain-store.ts'
import { chainOf, hashOfEntry, placeOfEntry, placeOfHead } from './audit-hash.ts'
import type { AuditEntry } from './audit-store.ts'

/** The dependencies for adding entries. */
export type Auditing = Pick<KycContext, 'vault' | 'onForgedRow' | 'auditHeads'>

/**
 * Adds an entry to the chain of its log. Make this the last change in a transaction, because the chain is
 * locked until the transaction ends.
 */
export async function insertAudit(context: Auditing, db: KycDb, entry: AuditEntry): Promise<void> {
  await insertAudits(context, db, [entry])
}

/** Adds entries to the chains of their logs. Locks all chains at once, so that two transactions cannot deadlock. */
export async function insertAudits(
  context: Auditing,
  db: KycDb,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  if (!db.isTransaction)
    return await db.transaction().execute((transaction) => insertAudits(context, transaction, entries))
  const heads = new Map((await lockChains(db, entries)).map((head) => [head.chain, head]))
  for (const head of heads.values()) if (!isUsable(context, head)) heads.delete(head.chain)
  for (const entry of entries.map(asStored)) {
    const head = heads.get(chainOf(entry))
    const next = await insertNext(context, db, entry, head)
    if (next) heads.set(next.chain, next)
  }
}

async function insertNext(
  { vault }: Auditing,
  db: KycDb,
  entry: AuditEntry,
  head: StoredHead | undefined,
): Promise<StoredHead | undefined> {
  const link = head ? { position: head.position + 1, previousHash: head.hash } : null
  const hash = hashOfEntry(entry, link)
  const mac = vault.sign(placeOfEntry({ ...entry, position: link?.position ?? null, hash }))
  if (!head || !link) {
    await insertUnlinked(db, entry, { hash, mac })
    return undefined
  }
  const next = { ...head, position: link.position, hash }
  const signed = { ...next, mac: vault.sign(placeOfHead(next)) }
  await insertLinked(db, entry, { ...link, hash, mac }, signed)
  return signed
}

/**
 * Returns whether the service wrote this head. A head with a wrong MAC must not receive a valid one, so its
 * chain is not continued. Reports such a head, and a chain that is shorter than when this process last saw
 * it.
 */
function isUsable({ vault, onForgedRow, auditHeads }: Auditing, head: StoredHead): boolean {
  const { chain, position, hash } = head
  const isGenuine = vault.isSigned(head.mac, placeOfHead(head))
  const seen = auditHeads?.get(chain)
  const isShorter =
    seen !== undefined &&
    (position < seen.position || (position === seen.position && !isEqual(hash, seen.hash)))
  if (!isGenuine || isShorter) onForgedRow?.({ table: 'audit_chain', id: String(chain) })
  // The head was committed earlier, so this remains true even if the transaction is rolled back.
  if (isGenuine) auditHeads?.set(chain, { position, hash })
  return isGenuine
}

export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Returns the entry as it will be read: PostgreSQL cannot store lone surrogates or undefined values. */
function asStored(entry: AuditEntry): AuditEntry {
  return {
    ...entry,
    target: wellFormed(entry.target),
    network: entry.network === null ? null : wellFormed(entry.network),
    detail: JSON.parse(JSON.stringify(entry.detail)) as AuditEntry['detail'],
  }
}

const wellFormed = (text: string) => Buffer.from(text).toString()
