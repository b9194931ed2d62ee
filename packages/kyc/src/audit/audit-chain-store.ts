import { sql } from 'kysely'
import type { KycDb } from '../context.ts'
import type { ChainHead, ChainId, Link } from './audit-hash.ts'
import type { AuditEntry } from './audit-store.ts'

export type StoredHead = ChainHead & { readonly mac: Uint8Array }

/**
 * Locks these chains until the end of the transaction and returns their heads. First locks the merchants and
 * members that the entries refer to: the foreign keys lock them anyway, and another transaction that has
 * locked a merchant may be waiting for the chain.
 */
export async function lockChains(db: KycDb, entries: readonly AuditEntry[]): Promise<StoredHead[]> {
  const merchants = idsOf(entries.map(({ merchantId }) => merchantId))
  const members = idsOf(entries.map(({ memberId }) => memberId))
  for (const [table, ids] of [['merchant', merchants] as const, ['member', members] as const])
    if (ids.length > 0)
      await db.selectFrom(table).select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
  const chains = idsOf(entries.map(({ merchantId }) => merchantId ?? 0))
  return await selectHeadRows(db, sql`where chain in (${sql.join(chains)}) order by chain for update`)
}

export async function lockChain(db: KycDb, chain: ChainId): Promise<StoredHead | undefined> {
  return (await selectHeadRows(db, sql`where chain = ${chain} for update`))[0]
}

export async function selectHead(db: KycDb, chain: ChainId): Promise<StoredHead | undefined> {
  return (await selectHeadRows(db, sql`where chain = ${chain}`))[0]
}

const idsOf = (ids: readonly (number | null)[]): number[] =>
  [...new Set(ids.filter((id) => id !== null))].toSorted((a, b) => a - b)

// An attacker who can write to the database can store integers that are too large for a JavaScript number. As
// text, every integer is readable.
const headColumns = sql`chain::text as chain, first_id::text as "firstId", earlier::text as earlier,
  start_position::text as "startPosition", start_hash as "startHash", started_at as "startedAt",
  position::text as position, hash, mac`

type HeadText = Pick<StoredHead, 'startHash' | 'startedAt' | 'hash' | 'mac'> &
  Record<'chain' | 'firstId' | 'earlier' | 'startPosition' | 'position', string>

async function selectHeadRows(db: KycDb, which: ReturnType<typeof sql>): Promise<StoredHead[]> {
  const { rows } = await sql<HeadText>`select ${headColumns} from audit_chain ${which}`.execute(db)
  return rows.map(toHead)
}

const toHead = (row: HeadText): StoredHead => ({
  ...row,
  chain: Number(row.chain),
  firstId: Number(row.firstId),
  earlier: Number(row.earlier),
  startPosition: Number(row.startPosition),
  position: Number(row.position),
})

export async function insertHead(db: KycDb, head: StoredHead): Promise<void> {
  await db.insertInto('audit_chain').values(columnsOf(head)).execute()
}

export async function replaceHead(db: KycDb, head: StoredHead): Promise<void> {
  const columns = columnsOf(head)
  await db
    .insertInto('audit_chain')
    .values(columns)
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(columns))
    .execute()
}

const columnsOf = (head: StoredHead) => ({
  ...{ chain: head.chain, first_id: head.firstId, earlier: head.earlier },
  ...{ start_position: head.startPosition, start_hash: head.startHash, started_at: head.startedAt },
  ...{ position: head.position, hash: head.hash, mac: head.mac },
})

/** Adds an entry to its chain. */
export async function insertLinked(
  db: KycDb,
  entry: AuditEntry,
  link: Link & { hash: Uint8Array; mac: Uint8Array },
  head: StoredHead,
): Promise<void> {
  const { position, previousHash, hash, mac } = link
  await db
    .with('added', (to) =>
      to
        .insertInto('audit_log')
        .values({ ...valuesOf(entry), position, previous_hash: previousHash, hash, mac })
        .returning('id'),
    )
    .updateTable('audit_chain')
    .set({ position: head.position, hash: head.hash, mac: head.mac })
    .where('chain', '=', head.chain)
    .execute()
}

/** Adds an entry without a position, because its chain is damaged. */
export async function insertUnlinked(
  db: KycDb,
  entry: AuditEntry,
  signed: { hash: Uint8Array; mac: Uint8Array },
): Promise<void> {
  const { hash, mac } = signed
  await db
    .insertInto('audit_log')
    .values({ ...valuesOf(entry), hash, mac })
    .execute()
}

const valuesOf = (entry: AuditEntry) => ({
  ...{ merchant_id: entry.merchantId, member_id: entry.memberId, actor: entry.actor, action: entry.action },
  ...{ target: entry.target, detail: JSON.stringify(entry.detail), network: entry.network, at: entry.at },
})

/** An entry as stored in the database, where it may have been changed. */
export type ChainedRow = AuditEntry & {
  readonly id: number
  readonly position: number | null
  readonly previousHash: Uint8Array | null
  readonly hash: Uint8Array | null
  readonly mac: Uint8Array | null
}

/** Yields all entries of a chain in pages, oldest first. */
export async function* selectChain(db: KycDb, chain: ChainId, pageSize = 1000): AsyncGenerator<ChainedRow[]> {
  let after: string | undefined
  for (;;) {
    const page = await selectEntries(db, { chain, after, limit: pageSize })
    yield page.rows
    if (page.rows.length < pageSize) return
    after = page.last
  }
}

/** Selects the entries of a chain after the one with the given id, oldest first. */
export async function selectEntries(
  db: KycDb,
  { chain, after, limit }: { chain: ChainId; after: string | undefined; limit: number },
): Promise<{ rows: ChainedRow[]; last: string | undefined }> {
  const beyond = after === undefined ? sql`true` : sql`id > ${after}::bigint`
  const merchant = chain === 0 ? sql`merchant_id is null` : sql`merchant_id = ${chain}`
  const { rows } = await sql<
    Omit<ChainedRow, 'id' | 'memberId' | 'merchantId' | 'position'> & {
      id: string
      memberId: string | null
      position: string | null
    }
  >`select id::text as id, member_id::text as "memberId", actor, action, target, detail, network, at,
      position::text as position, previous_hash as "previousHash", hash, mac
    from audit_log where ${merchant} and ${beyond} order by audit_log.id limit ${limit}`.execute(db)
  const entries = rows.map((row) => ({
    ...row,
    merchantId: chain === 0 ? null : chain,
    id: Number(row.id),
    memberId: row.memberId === null ? null : Number(row.memberId),
    position: row.position === null ? null : Number(row.position),
  }))
  return { rows: entries, last: rows.at(-1)?.id }
}

/** Returns the id of the newest entry that was sent to the operator's other system. */
export async function selectSent(db: KycDb, chain: ChainId): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_sent')
    .select('entry_id as entryId')
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row?.entryId
}

export async function updateSent(
  db: KycDb,
  { chain, entryId, at }: { chain: ChainId; entryId: number; at: Date },
): Promise<void> {
  const row = { entry_id: entryId, sent_at: at }
  await db
    .insertInto('audit_sent')
    .values({ chain, ...row })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(row))
    .execute()
}

/** Forgets what was sent, so that all entries are sent again. */
export async function deleteSent(db: KycDb): Promise<void> {
  await db.deleteFrom('audit_sent').execute()
}

export async function countUnsent(db: KycDb): Promise<{ entries: number; since: Date | null }> {
  const { rows } = await sql<{ entries: number; since: Date | null }>`
    select count(*)::int4 as entries, min(audit_log.at) as since
    from audit_log left join audit_sent on audit_sent.chain = coalesce(audit_log.merchant_id, 0)
    where audit_log.id > coalesce(audit_sent.entry_id, 0)
  `.execute(db)
  return rows[0] ?? { entries: 0, since: null }
}

/** A log with an audit chain, or a merchant whose chain is missing. `mchNo` is null for the operator. */
export type NamedChain = { chain: ChainId; mchNo: string | null }

/** Returns the operator, all merchants, and chains whose merchant was deleted. */
export async function selectChainNames(db: KycDb, mchNo?: string): Promise<NamedChain[]> {
  const only = mchNo === undefined ? sql`true` : sql`mch_no = ${mchNo}`
  const { rows } = await sql<{ chain: string; mchNo: string | null }>`
    select chain::text as chain, mch_no as "mchNo" from (
      select 0::bigint as chain union select id from merchant union select chain from audit_chain
    ) as chains left join merchant on merchant.id = chain
    where ${only} order by chains.chain`.execute(db)
  return rows.map(({ chain, mchNo }) => ({ chain: Number(chain), mchNo }))
}

export async function countEntries(db: KycDb, chain?: ChainId): Promise<number> {
  let query = db.selectFrom('audit_log').select(({ fn }) => fn.countAll<number>().as('count'))
  if (chain !== undefined)
    query = query.where('merchant_id', chain === 0 ? 'is' : '=', chain === 0 ? null : chain)
  return (await query.executeTakeFirst())?.count ?? 0
}

/** The last linked entry of a chain, with the chain's head. */
export type HeadAndLast = {
  head: StoredHead
  last: { position: number; hash: Uint8Array; mac: Uint8Array | null } | undefined
}

export async function selectHeadsAndLast(db: KycDb): Promise<HeadAndLast[]> {
  type Row = HeadText & { lastPosition: string | null; lastHash: Uint8Array; lastMac: Uint8Array | null }
  const { rows } = await sql<Row>`
    select heads.*, last.position::text as "lastPosition", last.hash as "lastHash", last.mac as "lastMac"
    from (select ${headColumns} from audit_chain) as heads
    left join lateral (
      select position, hash, mac from audit_log
      where coalesce(merchant_id, 0) = heads.chain::bigint and position is not null
      order by position desc limit 1
    ) as last on true`.execute(db)
  return rows.map(({ lastPosition, lastHash, lastMac, ...row }) => ({
    head: toHead(row),
    last:
      lastPosition === null ? undefined : { position: Number(lastPosition), hash: lastHash, mac: lastMac },
  }))
}

/** Waits for transactions that are adding entries, and prevents new entries until this transaction ends. */
export async function lockLog(db: KycDb): Promise<void> {
  await sql`lock table audit_log in share row exclusive mode`.execute(db)
}

/** Returns the id that the next entry would have. */
export async function nextEntryId(db: KycDb): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('audit_log', 'id')) as id`.execute(db)
  return Number(rows[0]?.id)
}

/** Returns whether the store has no merchants and no members, which means that it has not been used yet. */
export async function selectIsNew(db: KycDb): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from merchant) or exists (select 1 from member)
      or exists (select 1 from audit_chain)`.execute(db)
  return rows.length === 0
}
