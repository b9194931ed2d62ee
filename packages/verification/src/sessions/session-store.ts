import type { Updateable } from 'kysely'
import type { VerificationDb } from '../context.ts'
import type { VerificationTables } from '../tables.ts'
import type { Session } from './session.ts'

const sessionColumns = [
  'id',
  'merchant_id as merchantId',
  'program_id as programId',
  'program_version as programVersion',
  'login_mode as loginMode',
  'origin',
  'chain_id as chainId',
  'check_address as checkAddress',
  'locale',
  'role',
  'parent_id as parentId',
  'accounts_sealed as accountsSealed',
  'ssi_wallet as ssiWallet',
  'commitment',
  'authorized_at as authorizedAt',
  'login_sealed as loginSealed',
  'login_kind as loginKind',
  'login_at as loginAt',
  'proven_hash as provenHash',
  'proven_chain as provenChain',
  'device_nonce as deviceNonce',
  'face_again as faceAgain',
  'journey_id as journeyId',
  'network_hash as networkHash',
  'created_at as createdAt',
  'used_at as usedAt',
  'closed_at as closedAt',
] as const

/** Inserts a session. Returns undefined if the token has already opened a session. */
export async function insertSession(
  db: VerificationDb,
  session: {
    bearerHash: Uint8Array
    tokenId: string
    merchantId: number
    programId: number
    programVersion: number
    loginMode: 'email' | 'wallet'
    origin: string
    chainId: string
    checkAddress: boolean
    locale: string
    networkHash: Uint8Array | null
    at: Date
  },
): Promise<Session | undefined> {
  return await db
    .insertInto('frame_session')
    .values({
      bearer_hash: session.bearerHash,
      token_id: session.tokenId,
      merchant_id: session.merchantId,
      program_id: session.programId,
      program_version: session.programVersion,
      login_mode: session.loginMode,
      origin: session.origin,
      chain_id: session.chainId,
      check_address: session.checkAddress,
      locale: session.locale,
      role: 'own',
      network_hash: session.networkHash,
      created_at: session.at,
      used_at: session.at,
    })
    .onConflict((conflict) => conflict.column('token_id').doNothing())
    .returning(sessionColumns)
    .executeTakeFirst()
}

/** Inserts a session for a phone that continues another session's journey. */
export async function insertPhoneSession(
  db: VerificationDb,
  parent: Session,
  phone: { bearerHash: Uint8Array; networkHash: Uint8Array | null; at: Date },
): Promise<Session> {
  return await db
    .insertInto('frame_session')
    .values({
      bearer_hash: phone.bearerHash,
      token_id: null,
      merchant_id: parent.merchantId,
      program_id: parent.programId,
      program_version: parent.programVersion,
      login_mode: parent.loginMode,
      origin: parent.origin,
      chain_id: parent.chainId,
      check_address: parent.checkAddress,
      locale: parent.locale,
      role: 'phone',
      parent_id: parent.id,
      accounts_sealed: parent.accountsSealed,
      ssi_wallet: parent.ssiWallet,
      commitment: parent.commitment,
      authorized_at: parent.authorizedAt,
      login_sealed: parent.loginSealed,
      login_kind: parent.loginKind,
      login_at: parent.loginAt,
      face_again: parent.faceAgain,
      proven_hash: parent.provenHash,
      proven_chain: parent.provenChain,
      journey_id: parent.journeyId,
      network_hash: phone.networkHash,
      created_at: phone.at,
      used_at: phone.at,
    })
    .returning(sessionColumns)
    .executeTakeFirstOrThrow()
}

export async function selectSessionByBearer(
  db: VerificationDb,
  bearerHash: Uint8Array,
  usedSince: Date,
): Promise<Session | undefined> {
  return await db
    .selectFrom('frame_session')
    .select(sessionColumns)
    .where('bearer_hash', '=', bearerHash)
    .where('closed_at', 'is', null)
    .where('used_at', '>', usedSince)
    .executeTakeFirst()
}

export async function selectSession(db: VerificationDb, id: number): Promise<Session> {
  return await db
    .selectFrom('frame_session')
    .select(sessionColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function updateSession(
  db: VerificationDb,
  id: number,
  change: Updateable<VerificationTables['frame_session']>,
): Promise<Session> {
  return await db
    .updateTable('frame_session')
    .set(change)
    .where('id', '=', id)
    .returning(sessionColumns)
    .executeTakeFirstOrThrow()
}

export type ProvenAccount = { hash: Uint8Array; chain: string }

const provenColumns = ({ hash, chain }: ProvenAccount, at: Date) => ({
  proven_at: at,
  proven_hash: hash,
  proven_chain: chain,
})

/** Records that the wallet of the session's account has signed. */
export async function updateProven(
  db: VerificationDb,
  id: number,
  proven: ProvenAccount,
  at: Date,
): Promise<Session> {
  return await updateSession(db, id, provenColumns(proven, at))
}

/** Records the first login of a session. Returns undefined if the session already has a login. */
export async function updateLogin(
  db: VerificationDb,
  id: number,
  login: { sealed: Uint8Array; kind: 'email' | 'wallet'; at: Date; proven?: ProvenAccount | undefined },
): Promise<Session | undefined> {
  return await db
    .updateTable('frame_session')
    .set({
      login_sealed: login.sealed,
      login_kind: login.kind,
      login_at: login.at,
      ...(login.proven && provenColumns(login.proven, login.at)),
    })
    .where('id', '=', id)
    .where('login_at', 'is', null)
    .returning(sessionColumns)
    .executeTakeFirst()
}

export async function closePhonesOf(db: VerificationDb, parentId: number, at: Date): Promise<void> {
  await db
    .updateTable('frame_session')
    .set({ closed_at: at })
    .where('parent_id', '=', parentId)
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * Deletes sessions that have not been used since the given time, together with their codes, challenges and
 * hand-offs.
 */
export async function deleteSessionsUnusedSince(db: VerificationDb, since: Date): Promise<number> {
  const over = db.selectFrom('frame_session').select('id').where('used_at', '<', since)
  await db.deleteFrom('frame_session').where('parent_id', 'in', over).execute()
  const { numDeletedRows } = await db
    .deleteFrom('frame_session')
    .where('used_at', '<', since)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
