import type { KycDb } from '../context.ts'
import type { AccountKind } from './account.ts'

export type JourneyAccount = {
  id: number
  journeyId: number
  programId: number
  kind: AccountKind
  chainId: string
  fingerprint: Uint8Array
  sealed: Uint8Array
  provenAt: Date | null
  consentedAt: Date | null
  onChainAt: Date | null
  grantedAt: Date | null
  revokedAt: Date | null
}

const accountColumns = [
  'journey_account.id',
  'journey_account.journey_id as journeyId',
  'journey_account.program_id as programId',
  'journey_account.kind',
  'journey_account.chain_id as chainId',
  'journey_account.fingerprint',
  'journey_account.sealed',
  'journey_account.proven_at as provenAt',
  'journey_account.consented_at as consentedAt',
  'journey_account.on_chain_at as onChainAt',
  'journey_account.granted_at as grantedAt',
  'journey_account.revoked_at as revokedAt',
] as const

export type AccountRow = {
  journeyId: number
  programId: number
  kind: AccountKind | 'login'
  chainId: string
  fingerprint: Uint8Array
  lowerFingerprint: Uint8Array | null
  sealed: Uint8Array
  at: Date
}

/** Returns false if the account already belonged to the journey. */
export async function insertAccount(db: KycDb, account: AccountRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('journey_account')
    .values({
      journey_id: account.journeyId,
      program_id: account.programId,
      kind: account.kind,
      chain_id: account.chainId,
      fingerprint: account.fingerprint,
      lower_fingerprint: account.lowerFingerprint,
      sealed: account.sealed,
      agreed_at: account.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type AccountKey = { journeyId: number; kind: AccountKind; chainId: string; fingerprint: Uint8Array }

export async function selectAccount(db: KycDb, key: AccountKey): Promise<JourneyAccount | undefined> {
  const row = await db
    .selectFrom('journey_account')
    .select(accountColumns)
    .where('journey_id', '=', key.journeyId)
    .where('kind', '=', key.kind)
    .where('chain_id', '=', key.chainId)
    .where('fingerprint', '=', key.fingerprint)
    .executeTakeFirst()
  return row as JourneyAccount | undefined
}

export async function selectAccountById(db: KycDb, id: number): Promise<JourneyAccount | undefined> {
  const row = await db
    .selectFrom('journey_account')
    .select(accountColumns)
    .where('id', '=', id)
    .where('kind', '<>', 'login')
    .executeTakeFirst()
  return row as JourneyAccount | undefined
}

/**
 * Selects accounts to which the person has consented but whose grant the merchant's chain has not confirmed
 * yet.
 */
export async function selectWaitingAccounts(db: KycDb, journeyId: number): Promise<JourneyAccount[]> {
  const rows = await db
    .selectFrom('journey_account')
    .select(accountColumns)
    .where('journey_id', '=', journeyId)
    .where('consented_at', 'is not', null)
    .where('granted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows as JourneyAccount[]
}

/**
 * Selects journeys whose accounts are waiting for a grant, so that they can be resumed after a crash. `after`
 * is the id of the last journey on the previous page.
 */
export async function selectJourneysWaiting(
  db: KycDb,
  options: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('journey_account')
    .select('journey_id as id')
    .distinct()
    .where('journey_id', '>', options.after)
    .where('consented_at', 'is not', null)
    .where('granted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('journey_id')
    .limit(options.limit)
    .execute()
  return rows.map(({ id }) => id)
}

type Times = Partial<
  Record<'proven_at' | 'consented_at' | 'on_chain_at' | 'granted_at' | 'revoked_at', Date | null>
>

export async function updateAccount(db: KycDb, id: number, times: Times): Promise<void> {
  await db.updateTable('journey_account').set(times).where('id', '=', id).execute()
}

export async function updateJourneyAccount(db: KycDb, journeyId: number, accountId: number): Promise<void> {
  await db.updateTable('journey').set({ account_id: accountId }).where('id', '=', journeyId).execute()
}

/** Ends all active and pending grants of a journey. Its accounts still report the result. */
export async function endGrantsOf(db: KycDb, journeyId: number, at: Date): Promise<JourneyAccount[]> {
  const rows = await db
    .updateTable('journey_account')
    .set({ revoked_at: at })
    .where((where) => where.or([where('granted_at', 'is not', null), where('consented_at', 'is not', null)]))
    .where('revoked_at', 'is', null)
    .where('journey_id', '=', journeyId)
    .returning(accountColumns)
    .execute()
  return rows as JourneyAccount[]
}

/**
 * Withdraws all agreements and grants of a journey, active or pending, as if the result had never been
 * shared.
 */
export async function withdrawAccountsOf(db: KycDb, journeyId: number, at: Date): Promise<number[]> {
  const rows = await db
    .updateTable('journey_account')
    .set({ consented_at: null, on_chain_at: null, granted_at: null, revoked_at: at })
    .where('journey_id', '=', journeyId)
    .where('consented_at', 'is not', null)
    .where((where) => where.or([where('granted_at', 'is not', null), where('revoked_at', 'is', null)]))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts distinct accounts, because several journeys can have the same account. */
export async function deleteAccountsOf(db: KycDb, personId: number): Promise<number> {
  const rows = await db
    .deleteFrom('journey_account')
    .using('journey')
    .whereRef('journey.id', '=', 'journey_account.journey_id')
    .where('journey.person_id', '=', personId)
    .returning('journey_account.fingerprint')
    .execute()
  return new Set(rows.map(({ fingerprint }) => Buffer.from(fingerprint).toString('hex'))).size
}

export type AccountEvent = {
  journeyId: number
  accountId: number
  event: 'agreed' | 'proven' | 'consented' | 'granted' | 'ended'
  /** The actor: `user`, `server`, `operator` or `demo`. */
  actor: string
  reasonCode?: string
  evidenceHash?: Uint8Array
  at: Date
}

export async function insertAccountEvent(db: KycDb, event: AccountEvent): Promise<void> {
  await db
    .insertInto('account_event')
    .values({
      journey_id: event.journeyId,
      account_id: event.accountId,
      event: event.event,
      actor: event.actor,
      reason_code: event.reasonCode ?? null,
      evidence_hash: event.evidenceHash ?? null,
      at: event.at,
    })
    .execute()
}
