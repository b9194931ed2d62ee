import type { Challenge } from '@touchstone/biometrics'
import type { VerificationDb } from '../context.ts'

export type Capture = {
  id: string
  journeyId: number
  challenge: Challenge
  createdAt: Date
  judgedAt: Date | null
  arrived: Arrived
  /** Why the capture can no longer pass. */
  fault: CaptureFault | null
}

/** The frames of a capture that have been received, whether or not they have been measured. */
export type Arrived = {
  frames: number
  /** Capture time of the last frame, as reported by the page. */
  lastAtMs: number
  /** Receipt time of the last frame. */
  at: Date | null
  /** The latest time at which the first frame could have been captured, by the server's clock. */
  begunAt: Date | null
}

export type CaptureFault = 'seen-before' | 'unreadable' | 'service'

const columns = [
  'id',
  'journey_id as journeyId',
  'challenge',
  'created_at as createdAt',
  'judged_at as judgedAt',
  'received',
  'received_ms as receivedMs',
  'received_at as receivedAt',
  'first_frame_at as begunAt',
  'fault',
] as const

/** Inserts a capture and deletes the journey's unfinished captures. */
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
    .select(columns)
    .where('id', '=', id)
    .where('journey_id', '=', journeyId)
    .executeTakeFirst()
  return row && toCapture(row)
}

/** Returns whether the journey has a stored capture that was created after the given time. */
export async function hasOpenCapture(db: VerificationDb, journeyId: number, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('liveness_capture')
    .select('id')
    .where('journey_id', '=', journeyId)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Calls `change` while the capture's row is locked and returns its result. Stores the new arrival state if
 * the result contains one.
 */
export async function changeArrived<Result extends { arrived?: Arrived }>(
  db: VerificationDb,
  id: string,
  change: (capture: Capture) => Result | undefined,
): Promise<Result | undefined> {
  return await db.transaction().execute(async (tables) => {
    const row = await tables
      .selectFrom('liveness_capture')
      .select(columns)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const result = row && change(toCapture(row))
    const arrived = result?.arrived
    if (arrived === undefined) return result
    await tables
      .updateTable('liveness_capture')
      .set({
        received: arrived.frames,
        received_ms: arrived.lastAtMs,
        received_at: arrived.at,
        first_frame_at: arrived.begunAt,
      })
      .where('id', '=', id)
      .execute()
    return result
  })
}

export async function setFault(db: VerificationDb, id: string, fault: CaptureFault): Promise<void> {
  await db.updateTable('liveness_capture').set({ fault }).where('id', '=', id).execute()
}

type CaptureRow = Omit<Capture, 'challenge' | 'arrived' | 'fault'> & {
  challenge: object
  received: number
  receivedMs: number
  receivedAt: Date | null
  begunAt: Date | null
  fault: CaptureFault | null
}

function toCapture(row: CaptureRow): Capture {
  const { received, receivedMs, receivedAt, begunAt, challenge, ...rest } = row
  const arrived = { frames: received, lastAtMs: receivedMs, at: receivedAt, begunAt }
  return { ...rest, challenge: challenge as Challenge, arrived }
}

/**
 * Marks a capture as judged. If several callers call this concurrently, returns true for only one of them.
 */
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

/** Deletes unfinished captures together with their measurements. */
export async function deleteCapturesBefore(db: VerificationDb, at: Date): Promise<void> {
  await db.deleteFrom('liveness_capture').where('created_at', '<', at).execute()
}

/** Returns the number of measured frames. */
export async function countFrames(db: VerificationDb, captureId: string): Promise<number> {
  const row = await db
    .selectFrom('liveness_frames')
    .select(({ fn }) => fn.sum<string>('count').as('frames'))
    .where('capture_id', '=', captureId)
    .executeTakeFirst()
  return Number(row?.frames ?? 0)
}

/** Stores measured frames. Ignores frames that were sent again after a lost connection. */
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
): Promise<{ firstIndex: number; sealed: Uint8Array; evidenceHash: Uint8Array }[]> {
  return await db
    .selectFrom('liveness_frames')
    .select(['first_index as firstIndex', 'measures_sealed as sealed', 'evidence_hash as evidenceHash'])
    .where('capture_id', '=', captureId)
    .orderBy('first_index')
    .execute()
}
