import { type RowPart, type SealedColumn, sealedColumn } from '@touchstone/common'
import { type Selectable, sql } from 'kysely'
import type { KycContext, KycDb } from '../context.ts'
import type { KycTables } from '../tables.ts'

/** The dependencies for signing rows and checking their signatures. */
export type Signing = Pick<KycContext, 'vault' | 'onForgedRow'>

type Name = keyof KycTables
type Row<Table extends Name> = Selectable<KycTables[Table]>

/**
 * A table whose rows grant rights. Each row has a MAC (column `mac`) over the columns that decide which right it
 * grants to whom. The service treats a row with a wrong MAC as if the row did not exist.
 */
export type SignedTable<Table extends Name = Name, Column extends string = string> = {
  readonly table: Table
  /** The primary key, which is the first of the columns. */
  readonly id: Column
  readonly columns: readonly Column[]
  /**
   * The SQL condition that selects the rows that grant rights. The others have no MAC, so they cannot become
   * valid again.
   */
  readonly live: string
  /** Describes the MACs for the rotation of the master secret. */
  readonly mac: SealedColumn
}

function signedTable<Table extends Name, Column extends keyof Row<Table> & string>(
  table: Table,
  first: readonly [Column, ...Column[]],
  live = 'true',
  /** Columns that were added later. As long as they are null, existing MACs stay valid. */
  added: readonly Column[] = [],
): SignedTable<Table, Column> {
  const [id] = first
  const mac = sealedColumn({ table, column: 'mac', row: first, added, walk: [id] })
  return { table, id, columns: [...first, ...added], live, mac }
}

export const signedMembers = signedTable('member', ['id', 'member_no', 'email_hash'])
export const signedMemberships = signedTable(
  'membership',
  [
    ...(['id', 'member_id', 'merchant_id', 'role', 'created_at'] as const),
    ...(['accepted_at', 'invited_by', 'reviews_from'] as const),
  ],
  'removed_at is null',
)
export const signedPasskeys = signedTable('member_passkey', [
  ...(['id', 'member_id', 'credential_id', 'public_key', 'counter'] as const),
])
export const signedSessions = signedTable(
  'member_session',
  ['id', 'member_id', 'token_hash', 'by_passkey', 'passkey_id', 'created_at', 'ends_at'],
  'ended_at is null',
  ['provider_id'],
)
export const signedEnrolments = signedTable('member_enrolment', ['token_hash', 'member_id', 'expires_at'])
export const signedMerchants = signedTable(
  'merchant',
  ['id', 'mch_no', 'demo', 'requires_passkeys', 'reviews_delegated', 'reviews_by_two'],
  'true',
  ['cases_by_two', 'requires_sso'],
)
/** The failures of an identity provider are not covered. The seal of its secret covers the row's id. */
export const signedProviders = signedTable('sso_provider', [
  ...(['id', 'merchant_id', 'issuer', 'client_id', 'role_claim', 'roles', 'requires_mfa'] as const),
  ...(['amr', 'acr', 'creates_members', 'internal', 'changed_by', 'trusted_from'] as const),
])
/** Which account of an identity provider belongs to which member. */
export const signedIdentities = signedTable('sso_identity', [
  ...(['id', 'provider_id', 'member_id', 'subject_hash'] as const),
])
export const signedApiKeys = signedTable(
  'api_key',
  ['key_id', 'merchant_id', 'fingerprint', 'expires_at'],
  'revoked_at is null',
  ['scopes', 'networks'],
)
/** The record stating that all rows of the store are signed. */
const signedMark = signedTable(
  'secret_check',
  ['only_row', 'rights_signed_at'],
  'rights_signed_at is not null',
)

export const signedTables: readonly SignedTable[] = [
  ...[signedMembers, signedMemberships, signedPasskeys, signedSessions, signedEnrolments],
  ...[signedMerchants, signedApiKeys, signedMark, signedProviders, signedIdentities],
]

type Protected<Table extends Name, Column extends string> = Pick<Row<Table>, Column & keyof Row<Table>>

/** Returns the MAC of a row that is about to be written. */
export function signRow<Table extends Name, Column extends string>(
  { vault }: Pick<Signing, 'vault'>,
  { mac, columns }: SignedTable<Table, Column>,
  row: Protected<Table, Column>,
): Buffer {
  return vault.sign(mac.at(...partsOf(columns, row)))
}

/** Returns whether a row has the MAC that the service gave it. Reports a row with a wrong MAC. */
export function isGenuine<Table extends Name, Column extends string>(
  { vault, onForgedRow }: Signing,
  { table, mac, columns }: SignedTable<Table, Column>,
  row: Protected<Table, Column>,
  given: Uint8Array | null,
): boolean {
  const place = mac.at(...partsOf(columns, row))
  if (vault.isSigned(given, place)) return true
  onForgedRow?.({ table, id: place.row[0] ?? '' })
  return false
}

function partsOf(columns: readonly string[], row: object): RowPart[] {
  return columns.map((column) => (row as Record<string, RowPart>)[column] ?? null)
}

/**
 * Reserves the id of a row before the row is inserted, because the MAC covers the id. The table must accept
 * explicit ids.
 */
export async function nextRowId(db: KycDb, table: Name): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id`.execute(db)
  return Number(rows[0]?.id)
}

/**
 * Changes a row and its MAC. Changes nothing and returns false if the row has a wrong MAC, no longer grants
 * rights, or does not satisfy `if`. A forged row must not receive a valid MAC through a later change.
 */
export async function changeSigned<Table extends Name, Column extends string>(
  context: Signing,
  db: KycDb,
  signed: SignedTable<Table, Column>,
  given: {
    id: RowPart
    change: Partial<Row<Table>>
    if?: (row: Protected<Table, Column>) => boolean
  },
): Promise<boolean> {
  const { table, id, columns, live } = signed
  const read = sql<Protected<Table, Column> & { mac: Uint8Array | null }>`
    select ${sql.join(columns.map((column) => sql.ref(column)))}, mac from ${sql.table(table)}
    where ${sql.ref(id)} = ${given.id} and ${sql.raw(live)} for update`
  const row = (await read.execute(db)).rows[0]
  if (!row || !isGenuine(context, signed, row, row.mac) || given.if?.(row) === false) return false
  const change = { ...given.change, mac: signRow(context, signed, { ...row, ...given.change }) }
  await updateRow(db, signed, given.id, change)
  return true
}

export type ForgedRow = { table: string; id: string }

const batch = 500

/** Returns the rows of all signed tables that have a wrong MAC. */
export async function selectForgedRows({ vault }: Pick<Signing, 'vault'>, db: KycDb): Promise<ForgedRow[]> {
  const forged: ForgedRow[] = []
  for (const signed of signedTables) {
    const { table, id, columns, live } = signed
    let after: RowPart | undefined
    for (;;) {
      const beyond = after === undefined ? sql`true` : sql`${sql.ref(id)} > ${after}`
      const { rows } = await sql<Record<string, RowPart>>`
        select ${sql.join(columns.map((column) => sql.ref(column)))}, mac from ${sql.table(table)}
        where ${sql.raw(live)} and ${beyond} order by ${sql.ref(id)} limit ${batch}`.execute(db)
      for (const row of rows)
        isGenuine(
          { vault, onForgedRow: (each) => void forged.push(each) },
          signed,
          row,
          row.mac as Uint8Array,
        )
      if (rows.length < batch) break
      after = rows.at(-1)?.[id]
    }
  }
  return forged
}

/**
 * Returns whether all rows of this store have already been signed, which means that a row without a MAC is
 * forged.
 */
export async function selectRightsSigned(context: Signing, db: KycDb): Promise<boolean> {
  const row = await db
    .selectFrom('secret_check')
    .select(['only_row', 'rights_signed_at', 'mac'])
    .where('rights_signed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined && isGenuine(context, signedMark, row, row.mac)
}

/** Returns whether the store has no rows that need to be signed. */
export async function selectNothingToSign(db: KycDb): Promise<boolean> {
  for (const { table, live } of signedTables) {
    if (table === signedMark.table) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.raw(live)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

/** Waits until no other node is signing the rows of this store. */
export async function lockSigning(db: KycDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('touchstone/signed-rows'))`.execute(db)
}

/** Signs all rows that have no MAC, and records that all rows are signed. Returns the number of signed rows. */
export async function signUnsignedRows(context: Signing, db: KycDb, at: Date): Promise<number> {
  let count = 0
  for (const signed of signedTables) {
    const { table, id, columns, live } = signed
    if (table === signedMark.table) continue
    for (;;) {
      const { rows } = await sql<Record<string, RowPart>>`
        select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
        where ${sql.raw(live)} and mac is null order by ${sql.ref(id)} limit ${batch}`.execute(db)
      for (const row of rows)
        await updateRow(db, signed, row[id] ?? null, { mac: signRow(context, signed, row) })
      count += rows.length
      if (rows.length < batch) break
    }
  }
  const mark = { only_row: true, rights_signed_at: at }
  await db
    .updateTable('secret_check')
    .set({ rights_signed_at: at, mac: signRow(context, signedMark, mark) })
    .execute()
  return count
}

async function updateRow(
  db: KycDb,
  { table, id }: Pick<SignedTable, 'table' | 'id'>,
  value: RowPart,
  change: object,
): Promise<void> {
  const columns = Object.entries(change).map(([column, next]) => sql`${sql.ref(column)} = ${next}`)
  await sql`update ${sql.table(table)} set ${sql.join(columns)} where ${sql.ref(id)} = ${value}`.execute(db)
}
