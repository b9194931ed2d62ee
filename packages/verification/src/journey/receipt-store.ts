import type { VerificationDb } from '../context.ts'
import type { BurntToken } from '../tables.ts'

export type ReceiptRow = {
  receiptId: string
  personId: number
  actor: string
  askedAt: Date
  completedAt: Date | null
  faceprints: number
  accounts: number
  journeys: number
  tokens: BurntToken[]
  /** The time until which a faceprint is kept to enforce uniqueness. */
  faceKeptUntil: Date | null
}

const columns = [
  'receipt_id as receiptId',
  'person_id as personId',
  'actor',
  'asked_at as askedAt',
  'completed_at as completedAt',
  'faceprints',
  'accounts',
  'journeys',
  'tokens',
  'face_kept_until as faceKeptUntil',
] as const

/** Returns a person's latest receipt, or undefined if there is none. */
export async function selectReceiptOf(db: VerificationDb, personId: number): Promise<ReceiptRow | undefined> {
  return await db
    .selectFrom('forget_receipt')
    .select(columns)
    .where('person_id', '=', personId)
    .orderBy('asked_at', 'desc')
    .executeTakeFirst()
}

export async function selectReceipt(db: VerificationDb, receiptId: string): Promise<ReceiptRow | undefined> {
  return await db
    .selectFrom('forget_receipt')
    .select(columns)
    .where('receipt_id', '=', receiptId)
    .executeTakeFirst()
}

export async function selectOpenReceipts(db: VerificationDb): Promise<string[]> {
  const rows = await db
    .selectFrom('forget_receipt')
    .select('receipt_id as receiptId')
    .where('completed_at', 'is', null)
    .execute()
  return rows.map(({ receiptId }) => receiptId)
}

/** Inserts a receipt. A person has at most one open receipt: if there is one, returns that receipt. */
export async function insertReceipt(
  db: VerificationDb,
  receipt: { receiptId: string; personId: number; actor: string; tokens: BurntToken[]; at: Date },
): Promise<void> {
  await db
    .insertInto('forget_receipt')
    .values({
      receipt_id: receipt.receiptId,
      person_id: receipt.personId,
      actor: receipt.actor,
      asked_at: receipt.at,
      tokens: JSON.stringify(receipt.tokens),
    })
    .onConflict((conflict) => conflict.column('person_id').where('completed_at', 'is', null).doNothing())
    .execute()
}

export async function updateReceipt(
  db: VerificationDb,
  receiptId: string,
  change: {
    faceprints?: number
    accounts?: number
    journeys?: number
    tokens?: BurntToken[]
    completedAt?: Date
    faceKeptUntil?: Date
  },
): Promise<void> {
  const { completedAt, tokens, faceKeptUntil, ...counts } = change
  await db
    .updateTable('forget_receipt')
    .set({
      ...counts,
      ...(tokens && { tokens: JSON.stringify(tokens) }),
      ...(completedAt && { completed_at: completedAt }),
      ...(faceKeptUntil && { face_kept_until: faceKeptUntil }),
    })
    .where('receipt_id', '=', receiptId)
    .execute()
}

/**
 * Deletes all personal data, encrypted or not, from the journeys. The remaining rows do not identify anyone.
 */
export async function deletePersonalData(
  db: VerificationDb,
  personId: number,
  journeyIds: readonly number[],
  at: Date,
): Promise<void> {
  await db.deleteFrom('person_credential').where('person_id', '=', personId).execute()
  await db.deleteFrom('cleared_pair').where('person_id', '=', personId).execute()
  await db
    .updateTable('person_file')
    .set({ commitment: null, identity_sealed: null, wallet_before: null, forgotten_at: at })
    .where('person_id', '=', personId)
    .execute()
  await db
    .updateTable('person_request')
    .set({ account_sealed: null, wallet_before: null, objection_hash: null })
    .where('person_id', '=', personId)
    .execute()
  await db
    .updateTable('person_request')
    .set({ ended_at: at, outcome: 'cancelled' })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .execute()
  // Revocations replace the suspension on chains.
  await db.deleteFrom('chain_suspension').where('person_id', '=', personId).execute()
  await db.deleteFrom('person_notice').where('person_id', '=', personId).execute()
  if (journeyIds.length === 0) return
  const ids = [...journeyIds]
  await db.deleteFrom('liveness_capture').where('journey_id', 'in', ids).execute()
  await db.deleteFrom('statement_request').where('journey_id', 'in', ids).execute()
  await db
    .updateTable('verification')
    .set({ draft_sealed: null, approval: null, proof_challenge: null, updated_at: at })
    .where('journey_id', 'in', ids)
    .execute()
  const sessions = db.selectFrom('frame_session').select('id').where('journey_id', 'in', ids)
  await db.deleteFrom('login_code').where('session_id', 'in', sessions).execute()
  await db.deleteFrom('wallet_challenge').where('session_id', 'in', sessions).execute()
  await db
    .updateTable('frame_session')
    .set({ accounts_sealed: null, login_sealed: null, ssi_wallet: null, commitment: null })
    .where('journey_id', 'in', ids)
    .execute()
}
