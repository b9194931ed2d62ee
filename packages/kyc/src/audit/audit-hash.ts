import { createHash } from 'node:crypto'
import { type Place, sealedColumn } from '@touchstone/common'
import type { AuditEntry } from './audit-store.ts'

/**
 * The number of a chain: the id of the merchant whose log contains the entries, or 0 for the operator's log.
 */
export type ChainId = number

export function chainOf({ merchantId }: Pick<AuditEntry, 'merchantId'>): ChainId {
  return merchantId ?? 0
}

/** The place of an entry in its chain. */
export type Link = { readonly position: number; readonly previousHash: Uint8Array }

/** The start of a chain, and its newest entry. */
export type ChainHead = {
  readonly chain: ChainId
  /** Entries with a smaller id were recorded before the chain was started. */
  readonly firstId: number
  /** The number of entries that were recorded before the chain was started. */
  readonly earlier: number
  readonly startPosition: number
  /** The hash of the entries that were recorded before the chain was started. */
  readonly startHash: Uint8Array
  readonly startedAt: Date
  readonly position: number
  readonly hash: Uint8Array
}

/** The MACs of entries. A hash covers the content of its entry and the previous hash. */
export const auditEntryMac = sealedColumn({
  ...{ table: 'audit_log', column: 'mac', row: ['merchant_id', 'position', 'hash'], walk: ['id'] },
})

export const auditHeadMac = sealedColumn({
  ...{ table: 'audit_chain', column: 'mac', walk: ['chain'] },
  row: ['chain', 'first_id', 'earlier', 'start_position', 'start_hash', 'started_at', 'position', 'hash'],
})

export function placeOfEntry(entry: {
  merchantId: number | null
  position: number | null
  hash: Uint8Array | null
}): Place {
  return auditEntryMac.at(entry.merchantId, entry.position, entry.hash)
}

export function placeOfHead(head: ChainHead): Place {
  const { chain, firstId, earlier, startPosition, startHash, startedAt, position, hash } = head
  // An attacker who can write to the database can store a time that is not a date.
  const time = timeOf(startedAt)
  return auditHeadMac.at(chain, firstId, earlier, startPosition, startHash, time, position, hash)
}

/** Returns the hash of an entry. `link` is null if the entry was recorded while its chain was damaged. */
export function hashOfEntry(entry: AuditEntry, link: Link | null): Buffer {
  const place = link && [link.position, hex(link.previousHash)]
  return digest(['touchstone/audit-entry/v1', chainOf(entry), place, contentOf(entry)])
}

/** Returns the initial hash of a chain that has no earlier entries. */
export function emptyHash(chain: ChainId): Buffer {
  return digest(['touchstone/audit-start/v1', chain])
}

/** Updates the chain's start hash with an entry that was recorded before the chain was started. */
export function addEarlier(
  hash: Uint8Array,
  { id, ...entry }: AuditEntry & { id: number; hash: Uint8Array | null },
): Buffer {
  const own = entry.hash && hex(entry.hash)
  return digest(['touchstone/audit-earlier/v1', hex(hash), id, own, contentOf(entry)])
}

function contentOf({ memberId, actor, action, target, detail, network, at }: AuditEntry): unknown[] {
  return [memberId, actor, action, target, inOrder(detail), network, timeOf(at)]
}

/** PostgreSQL does not keep the order of the keys. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, each]) => [key, inOrder(each)])
}

function timeOf(at: Date): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? 'invalid' : time.toISOString()
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Uses JSON, so that different values never have the same encoding. */
function digest(parts: readonly unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
