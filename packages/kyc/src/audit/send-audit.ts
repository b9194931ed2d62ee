import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import {
  type ChainedRow,
  countUnsent,
  deleteSent,
  selectChain,
  selectChainNames,
  selectEntries,
  selectHeadsAndLast,
  selectSent,
  updateSent,
} from './audit-chain-store.ts'
import { type ChainId, hashOfEntry, type Link } from './audit-hash.ts'
import { nameOf } from './verify-audit.ts'

/**
 * An entry of the audit log as it is sent to another system. Contains everything that its hash covers, so that the
 * chain can be checked without the database.
 */
export type SentEntry = Omit<ChainedRow, 'at' | 'previousHash' | 'hash' | 'mac'> & {
  /** The merchant number, or `operator`. */
  readonly log: string
  readonly at: string
  readonly previousHash: string | null
  readonly hash: string | null
}

/** Receives entries of the audit log. Rejects unless all of them were accepted. */
export type AuditSink = { send(entries: readonly SentEntry[]): Promise<void> }

const entriesPerCall = 200

/** Entries without a position are sent after this time, when the transactions that began before them have ended. */
const settledMs = 60_000

/**
 * Sends the entries that the sink has not received, in the order of each log. The place in a log is stored after
 * the sink has accepted the entries, so an interrupted call sends entries twice but never omits one. Returns the
 * number of entries.
 */
export async function sendAudit(
  context: KycContext,
  sink: AuditSink,
  options: { signal?: AbortSignal; onProgress?: (sent: number) => void } = {},
): Promise<number> {
  const db = tablesOf(context)
  let sent = 0
  for (const named of await selectChainNames(db)) {
    for (;;) {
      options.signal?.throwIfAborted()
      const after = await selectSent(db, named.chain)
      const { rows } = await selectEntries(db, {
        chain: named.chain,
        after: after === undefined ? undefined : String(after),
        limit: entriesPerCall,
      })
      const settled = rows.findIndex(
        ({ position, at }) => position === null && at.getTime() > context.clock.now() - settledMs,
      )
      const ready = settled === -1 ? rows : rows.slice(0, settled)
      const last = ready.at(-1)
      if (last === undefined) break
      await sink.send(ready.map((row) => toSent(nameOf(named), row)))
      await updateSent(db, { chain: named.chain, entryId: last.id, at: new Date(context.clock.now()) })
      sent += ready.length
      options.onProgress?.(sent)
      if (rows.length < entriesPerCall) break
    }
  }
  return sent
}

/** Makes the next call send all entries again, for example to a new system. */
export async function sendAuditAgain(context: KycContext): Promise<void> {
  await deleteSent(tablesOf(context))
}

/** Entries are sent every minute. After this time, they are reported as late. */
const lateMs = 10 * 60_000

export type UnsentAudit = {
  readonly entries: number
  /** The time of the oldest one. */
  readonly since: Date | null
  readonly isLate: boolean
}

/** Counts the entries that the sink has not received. */
export async function unsentAudit(context: KycContext): Promise<UnsentAudit> {
  const { entries, since } = await countUnsent(tablesOf(context))
  return { entries, since, isLate: since !== null && context.clock.now() - since.getTime() > lateMs }
}

function toSent(log: string, { mac: _, at, previousHash, hash, ...row }: ChainedRow): SentEntry {
  return { log, ...row, at: at.toISOString(), previousHash: hex(previousHash), hash: hex(hash) }
}

const hex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex')

/** What is wrong with the entries of a log that another system received. */
export type SinkProblem = {
  readonly kind: 'missing' | 'changed' | 'differs' | 'unknown' | 'unsent'
  /** The first position, or null if the entry has none. */
  readonly position: number | null
  readonly count: number
}

export type SinkReport = {
  readonly log: string
  /** The number of different entries. */
  readonly entries: number
  /** The newest position that was received. Null if there is none. */
  readonly last: number | null
  readonly problems: readonly SinkProblem[]
}

type Received = { readonly hashes: Map<number, string>; readonly ids: Set<number>; changed: SinkProblem[] }

/**
 * Checks the entries that another system received: that none is missing or was changed, and that they are the
 * entries in the database. Entries can be in any order, and the same entry can appear several times.
 */
export async function checkSink(
  context: KycContext,
  entries: AsyncIterable<SentEntry>,
): Promise<{ complete: boolean; logs: SinkReport[] }> {
  const received = new Map<string, Received>()
  for await (const entry of entries) {
    const log = received.get(entry.log) ?? { hashes: new Map(), ids: new Set(), changed: [] }
    received.set(entry.log, log)
    receive(log, entry)
  }
  const db = tablesOf(context)
  const heads = new Map((await selectHeadsAndLast(db)).map(({ head }) => [head.chain, head]))
  const logs: SinkReport[] = []
  for (const named of await selectChainNames(db)) {
    const log = nameOf(named)
    const { hashes, ids, changed } = received.get(log) ?? { hashes: new Map(), ids: new Set(), changed: [] }
    received.delete(log)
    const head = heads.get(named.chain)
    const problems = [...changed]
    const newest = Math.max(head?.startPosition ?? 0, ...hashes.keys())
    problems.push(...gaps(hashes, head?.startPosition ?? 0, newest))
    if (head !== undefined && newest < head.position)
      problems.push({ kind: 'unsent', position: newest + 1, count: head.position - newest })
    if (head !== undefined && newest > head.position)
      problems.push({ kind: 'unknown', position: head.position + 1, count: newest - head.position })
    problems.push(...(await compareStored(db, named.chain, { hashes, ids })))
    logs.push({ log, entries: ids.size, last: hashes.size === 0 ? null : newest, problems })
  }
  for (const [log, { ids }] of received)
    logs.push({
      log,
      entries: ids.size,
      last: null,
      problems: [{ kind: 'unknown', position: null, count: ids.size }],
    })
  return { complete: logs.every(({ problems }) => problems.length === 0), logs }
}

function receive({ hashes, ids, changed }: Received, sent: SentEntry): void {
  const { id, position, previousHash, hash } = sent
  ids.add(id)
  if (hash === null) return
  const link: Link | null =
    position === null ? null : { position, previousHash: Buffer.from(previousHash ?? '', 'hex') }
  const isGenuine = hashOfEntry({ ...sent, at: new Date(sent.at) }, link).toString('hex') === hash
  const before = position === null ? undefined : hashes.get(position)
  if (!isGenuine || (before !== undefined && before !== hash))
    changed.push({ kind: 'changed', position, count: 1 })
  if (position !== null) hashes.set(position, hash)
}

/**
 * Compares every stored entry with the one that was received. Hashes need no secret, so an entry and its hash can be
 * replaced together.
 */
async function compareStored(
  db: KycDb,
  chain: ChainId,
  { hashes, ids }: Pick<Received, 'hashes' | 'ids'>,
): Promise<SinkProblem[]> {
  const found: SinkProblem[] = []
  let unlinked = 0
  for await (const rows of selectChain(db, chain))
    for (const { id, position, hash } of rows) {
      if (position === null) unlinked += ids.has(id) ? 0 : 1
      else if (hashes.has(position) && hashes.get(position) !== hex(hash))
        found.push({ kind: 'differs', position, count: 1 })
    }
  return unlinked === 0 ? found : [...found, { kind: 'missing', position: null, count: unlinked }]
}

/** Returns the ranges of positions between two positions that were not received. */
function gaps(hashes: ReadonlyMap<number, string>, start: number, newest: number): SinkProblem[] {
  const found: { kind: 'missing'; position: number; count: number }[] = []
  for (let position = start + 1; position <= newest; position++) {
    if (hashes.has(position)) continue
    const last = found.at(-1)
    if (last !== undefined && last.position + last.count === position) last.count += 1
    else found.push({ kind: 'missing', position, count: 1 })
  }
  return found
}
