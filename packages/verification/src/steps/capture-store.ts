import type { Challenge } from '@touchstone/biometrics'
import type { VerificationDb } from '../context.ts'

export type Capture = {
  id: string
  journeyId: number
  challenge: Challenge
  createdAt: Date
  judgedAt: Date | null
}

/** A capture that is begun takes the place of one that was not finished. */
export async function insertCapture(
  db: VerificationDb,
  capture: { id: string; journeyId: number; challenge: Challenge; at: Date },
): Promise<void> {
  await db.deleteFrom('liveness_capture').where('journey_id', '=', capture.journeyId).execute()
  await db
    .insertInto('liveness_capture')
    .values({
      id: capture.id,
      journey_id: capture.journeyId,
      challenge: JSON.stringify(capture.challenge),
      created_at: capture.at,
    })
    .execute()
}

export async function selectCapture(
  db: VerificationDb,
  journeyId: number,
  id: string,
): Promise<Capture | undefined> {
  const row = await db
    .selectFrom('liveness_capture')
    .select([
      'id',
      'journey_id as journeyId',
      'challenge',
      'created_at as createdAt',
      'judged_at as judgedAt',
    ])
    .where('id', '=', id)
    .where('journey_id', '=', journeyId)
    .executeTakeFirst()
  return row && { ...row, challenge: row.challenge as Challenge }
}

/** True for one caller alone: a capture is judged once. */
export async function claimCapture(db: VerificationDb, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('liveness_capture')
    .set({ judged_at: at })
    .where('id', '=', id)
    .where('judged_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function deleteCaptures(db: VerificationDb, journeyId: number): Promise<void> {
  await db.deleteFrom('liveness_capture').where('journey_id', '=', journeyId).execute()
}

/** Those that nobody finished, with what was measured. */
export async function deleteCapturesBefore(db: VerificationDb, at: Date): Promise<void> {
  await db.deleteFrom('liveness_capture').where('created_at', '<', at).execute()
}

export async function countFrames(
  db: VerificationDb,
  captureId: string,
): Promise<{ frames: number; lastAtMs: number }> {
  const row = await db
    .selectFrom('liveness_frames')
    .select(({ fn }) => [fn.sum<string>('count').as('frames'), fn.max('last_at_ms').as('lastAtMs')])
    .where('capture_id', '=', captureId)
    .executeTakeFirst()
  return { frames: Number(row?.frames ?? 0), lastAtMs: Number(row?.lastAtMs ?? -1) }
}

/** The same pictures sent again, after a broken connection, are there already. */
export async function insertFrames(
  db: VerificationDb,
  frames: {
    captureId: string
    firstIndex: number
    count: number
    lastAtMs: number
    sealed: Uint8Array
    evidenceHash: Uint8Array
  },
): Promise<void> {
  await db
    .insertInto('liveness_frames')
    .values({
      capture_id: frames.captureId,
      first_index: frames.firstIndex,
      count: frames.count,
      last_at_ms: frames.lastAtMs,
      measures_sealed: frames.sealed,
      evidence_hash: frames.evidenceHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function selectFrames(
  db: VerificationDb,
  captureId: string,
): Promise<{ sealed: Uint8Array; evidenceHash: Uint8Array }[]> {
  return await db
    .selectFrom('liveness_frames')
    .select(['measures_sealed as sealed', 'evidence_hash as evidenceHash'])
    .where('capture_id', '=', captureId)
    .orderBy('first_index')
    .execute()
}
