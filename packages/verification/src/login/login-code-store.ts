import { sql } from 'kysely'
import type { VerificationDb } from '../context.ts'

export type LoginCodeRow = {
  id: number
  sessionId: number
  addressHash: Uint8Array
  addressSealed: Uint8Array
  codeHash: Uint8Array
  /** Whether the code has twelve characters instead of six digits. */
  isLong: boolean
  tries: number
  mailState: 'sending' | 'sent' | 'failed'
  createdAt: Date
  expiresAt: Date
}

const codeColumns = [
  'id',
  'session_id as sessionId',
  'address_hash as addressHash',
  'address_sealed as addressSealed',
  'code_hash as codeHash',
  'is_long as isLong',
  'tries',
  'mail_state as mailState',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

/**
 * Holds a lock until the transaction ends, so that only one of several concurrent requests can get the last
 * allowed code.
 */
export async function lockLoginCodes(db: VerificationDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('touchstone/login-codes'))`.execute(db)
}

export async function countCodesSince(
  db: VerificationDb,
  of: { addressHash: Uint8Array; ipHash: Uint8Array; sessionId: number; ssiWallet: string | null },
  since: Date,
): Promise<CodeCounts> {
  const counted = await db
    .selectFrom('login_code as code')
    .innerJoin('frame_session as page', 'page.id', 'code.session_id')
    .select((eb) => {
      const ofAddress = eb('code.address_hash', '=', of.addressHash)
      const ofNetwork = eb('code.ip_hash', '=', of.ipHash)
      const ofPage = eb('code.session_id', '=', of.sessionId)
      const ofDevice = eb('page.ssi_wallet', '=', of.ssiWallet)
      const count = (...where: (typeof ofAddress)[]) => eb.fn.countAll<number>().filterWhere(eb.and(where))
      return [
        count(ofPage).as('page'),
        count(ofNetwork).as('network'),
        count(ofAddress).as('address'),
        count(ofAddress, ofNetwork).as('addressOfNetwork'),
        count(ofAddress, ofPage).as('addressOfPage'),
        count(ofAddress, ofDevice).as('addressOfDevice'),
      ]
    })
    .where((eb) =>
      eb.or([
        eb('code.address_hash', '=', of.addressHash),
        eb('code.ip_hash', '=', of.ipHash),
        eb('code.session_id', '=', of.sessionId),
      ]),
    )
    .where('code.created_at', '>', since)
    .executeTakeFirstOrThrow()
  const numbers = Object.entries(counted).map(([name, count]) => [name, Number(count)])
  return Object.fromEntries(numbers) as CodeCounts
}

/** How many codes were sent for the page, the network and the address, separately and combined. */
export type CodeCounts = {
  readonly page: number
  readonly network: number
  readonly address: number
  readonly addressOfNetwork: number
  readonly addressOfPage: number
  readonly addressOfDevice: number
}

/** Inserts a code that has not been sent yet and that replaces all other codes of the session. */
export async function insertLoginCode(
  db: VerificationDb,
  code: {
    sessionId: number
    addressHash: Uint8Array
    addressSealed: Uint8Array
    ipHash: Uint8Array
    codeHash: Uint8Array
    isLong: boolean
    at: Date
    expiresAt: Date
  },
): Promise<number> {
  await endCodesOf(db, code.sessionId, code.at)
  const { id } = await db
    .insertInto('login_code')
    .values({
      session_id: code.sessionId,
      address_hash: code.addressHash,
      address_sealed: code.addressSealed,
      ip_hash: code.ipHash,
      code_hash: code.codeHash,
      is_long: code.isLong,
      mail_state: 'sending',
      created_at: code.at,
      expires_at: code.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateMailState(
  db: VerificationDb,
  id: number,
  state: 'sent' | 'failed',
): Promise<void> {
  await db.updateTable('login_code').set({ mail_state: state }).where('id', '=', id).execute()
}

/** Returns the session's open code. */
export async function selectCodeOf(db: VerificationDb, sessionId: number): Promise<LoginCodeRow | undefined> {
  return await db
    .selectFrom('login_code')
    .select(codeColumns)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Counts an attempt before the code is compared. Returns undefined if no attempts are left. */
export async function takeTry(
  db: VerificationDb,
  id: number,
  limit: number,
): Promise<LoginCodeRow | undefined> {
  return await db
    .updateTable('login_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', limit)
    .where('ended_at', 'is', null)
    .returning(codeColumns)
    .executeTakeFirst()
}

/** Marks a code as used. Returns false if it has already been used. */
export async function endCode(db: VerificationDb, id: number, at: Date): Promise<boolean> {
  const ended = await db
    .updateTable('login_code')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export async function endCodesOf(db: VerificationDb, sessionId: number, at: Date): Promise<void> {
  await db
    .updateTable('login_code')
    .set({ ended_at: at })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}
