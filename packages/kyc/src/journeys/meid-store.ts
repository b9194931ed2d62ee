import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type BoundAccount = {
  id: number
  journeyId: number
  fingerprint: Uint8Array
  sealed: Uint8Array
}

type OfPerson = { merchantId: number; personId: number }

/** Locks the person, so that concurrent grants run one after another. */
export async function lockPerson(db: KycDb, personId: number): Promise<void> {
  await db.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute()
}

/** Returns the accounts bound to a person at a merchant, across its MeID programs. */
export async function selectBound(db: KycDb, of: OfPerson): Promise<BoundAccount[]> {
  return await accountsOf(db, of)
    .where('journey_account.granted_at', 'is not', null)
    .where('journey_account.revoked_at', 'is', null)
    .orderBy('journey_account.id')
    .execute()
}

/**
 * Returns the account from which the person last withdrew consent, unless it is the given account or the
 * binding has moved since.
 */
export async function selectGivenUp(
  db: KycDb,
  of: OfPerson,
  {
    fingerprint,
    withdrawnCode,
    since,
  }: { fingerprint: Uint8Array; withdrawnCode: string; since: Date | null },
): Promise<BoundAccount | undefined> {
  const last = await accountsOf(db, of)
    .innerJoin('account_event', 'account_event.account_id', 'journey_account.id')
    .select('account_event.at')
    .where('account_event.event', '=', 'ended')
    .where('account_event.reason_code', '=', withdrawnCode)
    .orderBy('account_event.id', 'desc')
    .executeTakeFirst()
  const isOther = last && Buffer.compare(last.fingerprint, fingerprint) !== 0
  return isOther && (since === null || last.at > since) ? last : undefined
}

/** Selects a person's accounts in a merchant's MeID programs, bound or not. */
function accountsOf(db: KycDb, { merchantId, personId }: OfPerson) {
  return db
    .selectFrom('journey_account')
    .innerJoin('journey', 'journey.id', 'journey_account.journey_id')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .select([
      'journey_account.id',
      'journey_account.journey_id as journeyId',
      'journey_account.fingerprint',
      'journey_account.sealed',
    ])
    .where('journey.person_id', '=', personId)
    .where('program.merchant_id', '=', merchantId)
    .where('program.kind', '=', 'MeID')
}

/**
 * Returns the time of the last move, and the longest rebind delay, in days, of any of the merchant's
 * programs.
 */
export async function selectLastMove(
  db: KycDb,
  { merchantId, personId }: OfPerson,
  movedCode: string,
): Promise<{ movedAt: Date | null; rebindDays: number }> {
  const { rows } = await sql<{ movedAt: Date | null; rebindDays: number }>`
    select
      (
        select max(account_event.at) from account_event
        join journey on journey.id = account_event.journey_id and journey.person_id = ${personId}
        join program on program.id = journey.program_id
          and program.merchant_id = ${merchantId} and program.kind = 'MeID'
        where account_event.event = 'ended' and account_event.reason_code = ${movedCode}
      ) as "movedAt",
      coalesce((
        select max(meid_rebind_days) from program where merchant_id = ${merchantId} and kind = 'MeID'
          and test = (select test from person where id = ${personId})
      ), 0) as "rebindDays"
  `.execute(db)
  return rows[0] ?? { movedAt: null, rebindDays: 0 }
}
