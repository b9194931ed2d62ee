import { sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type MemberCodeRow = {
  id: number
  emailHash: Uint8Array
  codeHash: Uint8Array
  tries: number
  createdAt: Date
  expiresAt: Date
}

const columns = [
  'id',
  'email_hash as emailHash',
  'code_hash as codeHash',
  'tries',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

/**
 * Holds a lock until the transaction ends, so that only one of several concurrent requests can get the last
 * allowed code.
 */
export async function lockMemberCodes(db: KycDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('touchstone/member-codes'))`.execute(db)
}

export async function countMemberCodes(
  db: KycDb,
  of: { emailHash: Uint8Array; networkHash: Uint8Array; since: Date },
): Promise<{ email: number; network: number; both: number }> {
  const counted = await db
    .selectFrom('member_code')
    .select((eb) => {
      const ofEmail = eb('email_hash', '=', of.emailHash)
      const ofNetwork = eb('network_hash', '=', of.networkHash)
      const count = (...where: (typeof ofEmail)[]) => eb.fn.countAll<number>().filterWhere(eb.and(where))
      return [
        count(ofEmail).as('email'),
        count(ofNetwork).as('network'),
        count(ofEmail, ofNetwork).as('both'),
      ]
    })
    .where('created_at', '>', of.since)
    .executeTakeFirstOrThrow()
  return { email: Number(counted.email), network: Number(counted.network), both: Number(counted.both) }
}

/** Replaces the codes that this browser previously requested. */
export async function insertMemberCode(
  db: KycDb,
  code: {
    flowHash: Uint8Array
    emailHash: Uint8Array
    networkHash: Uint8Array
    codeHash: Uint8Array
    at: Date
    expiresAt: Date
  },
): Promise<void> {
  await db
    .updateTable('member_code')
    .set({ ended_at: code.at })
    .where('flow_hash', '=', code.flowHash)
    .where('ended_at', 'is', null)
    .execute()
  await db
    .insertInto('member_code')
    .values({
      flow_hash: code.flowHash,
      email_hash: code.emailHash,
      network_hash: code.networkHash,
      code_hash: code.codeHash,
      created_at: code.at,
      expires_at: code.expiresAt,
    })
    .execute()
}

/**
 * Counts an attempt before the code is compared. Returns undefined if there is no code or no attempts are
 * left.
 */
export async function takeMemberTry(
  db: KycDb,
  of: { flowHash: Uint8Array; tries: number; now: Date },
): Promise<MemberCodeRow | undefined> {
  return await db
    .updateTable('member_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('flow_hash', '=', of.flowHash)
    .where('tries', '<', of.tries)
    .where('expires_at', '>', of.now)
    .where('ended_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Marks a code as used. Returns false if it has already been used. */
export async function endMemberCode(db: KycDb, id: number, at: Date): Promise<boolean> {
  const ended = await db
    .updateTable('member_code')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export async function deleteMemberCodesBefore(db: KycDb, at: Date): Promise<void> {
  await db.deleteFrom('member_code').where('created_at', '<', at).execute()
}
