import type { CustomerTransferDecision, CustomerTransferDirection, RiskLevel } from '@touchstone/contract'
import { sql } from 'kysely'
import type { KytDb } from '../context.ts'
import { maxRecent } from '../rules/transfer-facts.ts'

export type CustomerRow = { readonly id: string; readonly sealed: Uint8Array }

/** A transfer with the newest decision of the rules on it. */
export type TransferRow = {
  readonly id: number
  readonly merchant: string
  readonly customerId: string
  readonly customerSealed: Uint8Array
  readonly reference: Uint8Array
  readonly content: Uint8Array
  readonly sealed: Uint8Array
  readonly direction: CustomerTransferDirection
  readonly network: number
  readonly coin: string
  readonly address: string
  readonly txid: string | null
  readonly amount: string
  readonly time: number
  readonly country: string | null
  readonly attempt: boolean
  readonly usd: string | null
  readonly score: number
  readonly level: RiskLevel
  readonly decision: CustomerTransferDecision
  readonly decidedBy: 'rules' | 'member'
  readonly decidedAt: Date
  readonly policy: string
}

export type DecisionRow = {
  readonly id: number
  readonly transferId: number
  readonly madeBy: 'rules' | 'member'
  readonly madeAt: Date
  readonly decision: CustomerTransferDecision
  readonly usd: string | null
  readonly facts: string | null
  readonly noteId: string | null
  readonly noteSealed: Uint8Array | null
}

/**
 * Adds a customer if it is new. Locks the customer's row until the transaction ends, so that the customer's
 * transfers are decided one after the other.
 */
/**
 * Registrations and new decisions hold this lock together until they are stored. Marking transfers for a new
 * decision requires it alone, so it waits for them, and they wait for it. Unlike a lock on a row, many transactions
 * can hold it at once without writing to the database.
 */
const markingLock = sql`hashtextextended('touchstone:transfer-marks', 0)`

/** Prevents transfers from being marked for a new decision until the transaction ends. Lock the customer first. */
export async function holdMarking(db: KytDb): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${markingLock})`.execute(db)
}

/** Waits until all decisions that are being made are stored, and prevents others until the transaction ends. */
export async function beginMarking(db: KytDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(${markingLock})`.execute(db)
}

/** Adds or locks a customer, and then prevents marking like `holdMarking`, with one statement. */
export async function lockCustomer(
  db: KytDb,
  customer: { id: string; merchant: string; fingerprint: Uint8Array; sealed: Uint8Array; at: Date },
): Promise<CustomerRow> {
  const { at, ...values } = customer
  return await db
    .insertInto('kyt_customer')
    .values({ ...values, created_at: at })
    .onConflict((conflict) =>
      conflict.columns(['merchant', 'fingerprint']).doUpdateSet({ merchant: customer.merchant }),
    )
    .returning(['id', 'sealed', sql`pg_advisory_xact_lock_shared(${markingLock})`.as('held')])
    .executeTakeFirstOrThrow()
}

export async function lockCustomerById(db: KytDb, id: string): Promise<CustomerRow | undefined> {
  return await db
    .selectFrom('kyt_customer')
    .select(['id', 'sealed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function selectCustomer(
  db: KytDb,
  of: { merchant: string; fingerprint: Uint8Array },
): Promise<CustomerRow | undefined> {
  return await db
    .selectFrom('kyt_customer')
    .select(['id', 'sealed'])
    .where('merchant', '=', of.merchant)
    .where('fingerprint', '=', of.fingerprint)
    .executeTakeFirst()
}

export async function updateCustomer(db: KytDb, { id, sealed }: CustomerRow): Promise<void> {
  await db.updateTable('kyt_customer').set({ sealed }).where('id', '=', id).execute()
}

const transferRows = (db: KytDb) =>
  db
    .selectFrom('kyt_transfer as transfer')
    .innerJoin('kyt_customer as customer', 'customer.id', 'transfer.customer_id')
    .select([
      'transfer.id',
      'transfer.merchant',
      'transfer.customer_id as customerId',
      'customer.sealed as customerSealed',
      'transfer.reference',
      'transfer.content',
      'transfer.sealed',
      'transfer.direction',
      'transfer.network',
      'transfer.coin',
      'transfer.address',
      'transfer.txid',
      sql<string>`transfer.amount::text`.as('amount'),
      'transfer.time',
      'transfer.country',
      'transfer.attempt',
      sql<string | null>`transfer.usd::text`.as('usd'),
      'transfer.score',
      'transfer.level',
      'transfer.decision',
      'transfer.decided_by as decidedBy',
      'transfer.decided_at as decidedAt',
      'transfer.policy',
    ])

export async function selectTransfer(
  db: KytDb,
  of: { merchant: string; reference: Uint8Array },
): Promise<TransferRow | undefined> {
  return await transferRows(db)
    .where('transfer.merchant', '=', of.merchant)
    .where('transfer.reference', '=', of.reference)
    .executeTakeFirst()
}

export async function selectTransfersById(db: KytDb, ids: readonly number[]): Promise<TransferRow[]> {
  if (ids.length === 0) return []
  return await transferRows(db)
    .where('transfer.id', 'in', [...ids])
    .execute()
}

/** Selects a page of a merchant's transfers. `after` is the id of the last transfer of the previous page. */
export async function selectTransfers(
  db: KytDb,
  page: {
    merchant: string
    decision?: CustomerTransferDecision | undefined
    customerId?: string | undefined
    assignedTo?: string | undefined
    order: 'newest' | 'oldest'
    after?: number | undefined
    limit: number
  },
): Promise<TransferRow[]> {
  const { merchant, decision, customerId, assignedTo, order, after, limit } = page
  let query = transferRows(db).where('transfer.merchant', '=', merchant)
  if (decision !== undefined) query = query.where('transfer.decision', '=', decision)
  if (customerId !== undefined) query = query.where('transfer.customer_id', '=', customerId)
  if (assignedTo !== undefined) query = query.where('transfer.assigned_to', '=', assignedTo)
  if (after !== undefined) query = query.where('transfer.id', order === 'newest' ? '<' : '>', after)
  return await query
    .orderBy('transfer.id', order === 'newest' ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

export type NewTransferRow = Omit<TransferRow, 'id' | 'customerSealed'> & { due: boolean; createdAt: Date }

/**
 * Stores a transfer with the first decision on it and the parts of the ledger on which it depends, in one
 * statement. Returns the ids, or `undefined` if the reference is already used.
 */
export async function insertTransfer(
  db: KytDb,
  row: NewTransferRow,
  { facts, dependencies }: { facts: string; dependencies: readonly number[] },
): Promise<{ id: number; decisionId: number } | undefined> {
  const { rows } = await sql<{ id: number; decisionId: number }>`
    with transfer as (
      insert into kyt_transfer (
        merchant, customer_id, reference, content, sealed, direction, network, coin, address, txid, amount, time,
        country, attempt, usd, score, level, decision, decided_by, decided_at, policy, due, created_at
      ) values (
        ${row.merchant}, ${row.customerId}::uuid, ${row.reference}, ${row.content}, ${row.sealed},
        ${row.direction}, ${row.network}, ${row.coin}, ${row.address}, ${row.txid}, ${row.amount}::numeric,
        ${row.time}, ${row.country}, ${row.attempt}, ${row.usd}::numeric, ${row.score}, ${row.level},
        ${row.decision}, ${row.decidedBy}, ${row.decidedAt}, ${row.policy}, ${row.due}, ${row.createdAt}
      )
      on conflict (merchant, reference) do nothing
      returning id
    ), decision as (
      insert into kyt_transfer_decision (transfer_id, made_by, made_at, decision, usd, facts)
      select id, ${row.decidedBy}, ${row.decidedAt}::timestamptz, ${row.decision}, ${row.usd}::numeric, ${facts}
      from transfer
      returning id
    ), dependency as (
      insert into kyt_transfer_dependency (transfer_id, dependencies)
      select id, ${[...dependencies]}::int[] from transfer
    )
    select transfer.id, decision.id as "decisionId" from transfer, decision
  `.execute(db)
  return rows[0]
}

/** Sets the hash of a transfer that has none. Returns whether it had none. */
export async function confirmTransfer(
  db: KytDb,
  { id, txid }: { id: number; txid: string },
): Promise<boolean> {
  const [updated] = await db
    .updateTable('kyt_transfer')
    .set({ txid, attempt: false })
    .where('id', '=', id)
    .where('txid', 'is', null)
    .execute()
  return updated?.numUpdatedRows === 1n
}

export async function insertDecision(
  db: KytDb,
  row: Omit<DecisionRow, 'id' | 'noteId' | 'noteSealed'>,
): Promise<number> {
  const { id } = await db
    .insertInto('kyt_transfer_decision')
    .values({
      transfer_id: row.transferId,
      made_by: row.madeBy,
      made_at: row.madeAt,
      decision: row.decision,
      usd: row.usd,
      facts: row.facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertNote(
  db: KytDb,
  { id, decisionId, sealed }: { id: string; decisionId: number; sealed: Uint8Array },
): Promise<void> {
  await db.insertInto('kyt_transfer_note').values({ id, decision_id: decisionId, sealed }).execute()
}

/** Changes the current decision of a transfer. */
export async function updateDecision(
  db: KytDb,
  id: number,
  set: { decision: CustomerTransferDecision; by: 'rules' | 'member'; at: Date },
): Promise<void> {
  await db
    .updateTable('kyt_transfer')
    .set({ decision: set.decision, decided_by: set.by, decided_at: set.at })
    .where('id', '=', id)
    .execute()
}

/** Returns all decisions on the given transfers, oldest first. */
export async function selectDecisions(db: KytDb, transferIds: readonly number[]): Promise<DecisionRow[]> {
  if (transferIds.length === 0) return []
  return await db
    .selectFrom('kyt_transfer_decision as made')
    .leftJoin('kyt_transfer_note as note', 'note.decision_id', 'made.id')
    .select([
      'made.id',
      'made.transfer_id as transferId',
      'made.made_by as madeBy',
      'made.made_at as madeAt',
      'made.decision',
      sql<string | null>`made.usd::text`.as('usd'),
      'made.facts',
      'note.id as noteId',
      'note.sealed as noteSealed',
    ])
    .where('made.transfer_id', 'in', [...transferIds])
    .orderBy('made.id')
    .execute()
}

/** Locks a transfer until the transaction ends. */
export async function lockTransfer(
  db: KytDb,
  id: number,
): Promise<(Pick<TransferRow, 'decision' | 'decidedBy'> & { claimedUntil: Date | null }) | undefined> {
  return await db
    .selectFrom('kyt_transfer')
    .select(['decision', 'decided_by as decidedBy', 'claimed_until as claimedUntil'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export type PastRow = Pick<TransferRow, 'direction' | 'network' | 'address' | 'time' | 'usd'>

/** A transfer whose history is selected. */
type HistoryPlace = {
  readonly customerId: string
  /** The transfer itself. `undefined` if it is not stored yet. */
  readonly id: number | undefined
  readonly network: number
  readonly address: string
  readonly time: number
}

/** Selects a customer's transfers in a window before a transfer that were registered before it, newest first. */
export async function selectRecent(
  db: KytDb,
  { customerId, id, time, seconds }: HistoryPlace & { readonly seconds: number },
): Promise<PastRow[]> {
  return await db
    .selectFrom('kyt_transfer')
    .select(['direction', 'network', 'address', 'time', sql<string | null>`usd::text`.as('usd')])
    .where('customer_id', '=', customerId)
    .where('id', '<', id ?? Number.MAX_SAFE_INTEGER)
    .where('time', '<=', time)
    .where('time', '>', time - seconds)
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRecent)
    .execute()
}

export type Standing = {
  /** When the customer's last transfer before this one took place, without dust. */
  readonly lastActivity: number | null
  readonly isKnownAddress: boolean
  /** Whether the merchant has a transfer with the reference. */
  readonly isRegistered: boolean
  /** The state up to which transfers were marked for a new decision. */
  readonly marked: DataVersions
}

/**
 * Selects what a decision needs besides the transfers in its window. The transaction must have prevented marking
 * with an earlier statement, so that this one reads the newest state.
 */
export async function selectStanding(
  db: KytDb,
  of: HistoryPlace & { merchant: string; reference: Uint8Array; dustUsd: bigint },
): Promise<Standing> {
  const { customerId, network, address, time, dustUsd, merchant, reference } = of
  const before = of.id ?? Number.MAX_SAFE_INTEGER
  const { rows } = await sql<Omit<Standing, 'marked'> & DataVersions>`
    with state as (select ledger, labels, prices, policies from kyt_reassessment)
    select state.*,
      (select time from kyt_transfer
        where customer_id = ${customerId}::uuid and time <= ${time} and id < ${before}
          and (direction <> 'deposit' or usd is null or usd >= ${String(dustUsd)}::numeric)
        order by time desc limit 1) as "lastActivity",
      exists (select from kyt_transfer
        where customer_id = ${customerId}::uuid and network = ${network} and address = ${address}
          and id < ${before}) as "isKnownAddress",
      exists (select from kyt_transfer
        where merchant = ${merchant} and reference = ${reference}) as "isRegistered"
    from state
  `.execute(db)
  const [found] = rows
  if (found === undefined) throw new RangeError('kyt_reassessment has no row')
  const { ledger, labels, prices, policies, ...standing } = found
  return { ...standing, marked: { ledger, labels, prices, policies } }
}

/** The state of the data on which decisions are based. Every number only increases. */
export type DataVersions = {
  readonly ledger: number
  readonly labels: number
  readonly prices: number
  readonly policies: number
}

/** Whether transfers were already marked for changes later than the given versions. */
export function isOutdated(versions: DataVersions, marked: DataVersions): boolean {
  return (
    marked.ledger > versions.ledger ||
    marked.labels > versions.labels ||
    marked.prices > versions.prices ||
    marked.policies > versions.policies
  )
}
