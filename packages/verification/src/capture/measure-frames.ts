import { type Challenge, serialiseMeasure, type TimedMeasure } from '@touchstone/biometrics'
import { UserError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import { framesColumn } from '../sealed-columns.ts'
import type { ReceivedFrame } from './arrival.ts'
import type { FilmPicture, MeasuredFrames } from './capture.ts'
import { insertFrames, setFault } from './capture-store.ts'
import { markSeen } from './seen-pictures-store.ts'

/**
 * The interval between the pictures that are stored for a reviewer. It is short enough to show every
 * movement.
 */
const pictureEveryMs = 500

/**
 * Measures received frames. Stores the encrypted measurements and, if `keepsPictures`, some of the pictures.
 * If measuring fails, records that the capture failed because of the service.
 */
export async function measureFrames(
  context: VerificationContext,
  input: {
    captureId: string
    journeyId: number
    /** The merchant for whose program the face is measured. */
    merchant: string
    frames: readonly ReceivedFrame[]
    startIndex: number
    afterMs: number
    challenge: Challenge
    keepsPictures: boolean
  },
): Promise<void> {
  const { captureId, journeyId, merchant, frames, startIndex, afterMs, challenge, keepsPictures } = input
  const db = journeyTablesOf(context)
  try {
    const faces = await context.checkers.faces(merchant)
    const end = context.throughput.begin()
    // Search the whole picture at the start of a capture, because the face may have moved since the previous
    // capture.
    const followed = startIndex > 0 ? context.captures.followed(journeyId) : undefined
    const kept = keepsPictures ? pickPictures(frames, afterMs) : []
    const measuring = faces.measureFrames({
      frames: frames.map(({ atMs, bytes }) => ({ atMs, bytes })),
      startIndex,
      challenge,
      ...(afterMs >= 0 && { afterMs }),
      ...(followed && { followed }),
      ...(keepsPictures && { copyAt: kept }),
    })
    measuring.then(
      () => end(frames.length),
      () => end(0),
    )
    const { measures, version, followed: last, copies } = await measuring
    context.captures.follow(journeyId, last)
    const hashes = measures.flatMap((measure) => pictureHash(context, measure) ?? [])
    const at = new Date(context.clock.now())
    if ((await markSeen(db, { hashes, captureId, at })) > 0) await setFault(db, captureId, 'seen-before')
    const measured: MeasuredFrames = {
      version,
      measures: measures.map(({ digest: _, ...measure }) => serialiseMeasure(measure)),
      // Stores copies, because an uploaded file can contain more than its pixels.
      ...(keepsPictures && { pictures: filmOf(frames, kept, copies) }),
    }
    await insertFrames(db, {
      captureId,
      firstIndex: startIndex,
      count: frames.length,
      lastAtMs: frames.at(-1)?.atMs ?? 0,
      sealed: context.vault.seal(JSON.stringify(measured), framesColumn.at(captureId, startIndex)),
      evidenceHash: evidenceOf(context.vault, ...frames.map(({ bytes }) => bytes)),
    })
  } catch (error) {
    const isPicture = error instanceof UserError && !error.code.startsWith('work.')
    if (!isPicture) {
      const { code, name } = error as { code?: string; name: string }
      context.logger.error({ code, reason: name }, 'face pictures could not be measured')
    }
    await setFault(db, captureId, isPicture ? 'unreadable' : 'service')
  }
}

/** Returns the position of the first frame in each half second. */
function pickPictures(frames: readonly ReceivedFrame[], afterMs: number): number[] {
  const turnOf = (atMs: number) => Math.floor(atMs / pictureEveryMs)
  return frames.flatMap(({ atMs }, index) =>
    turnOf(atMs) > turnOf(frames[index - 1]?.atMs ?? afterMs) ? [index] : [],
  )
}

function filmOf(
  frames: readonly ReceivedFrame[],
  positions: readonly number[],
  copies: readonly Uint8Array[],
): FilmPicture[] {
  return copies.map((copy, index) => ({
    atMs: frames[positions[index] ?? 0]?.atMs ?? 0,
    base64: Buffer.from(copy).toString('base64'),
  }))
}

/**
 * Hashes the pixels instead of the file, so that an image with changed metadata still counts as the same
 * picture. A picture without a face has no hash, because pictures from covered cameras are all the same.
 */
function pictureHash({ vault }: VerificationContext, { face, digest }: TimedMeasure) {
  if (face === undefined || digest === undefined) return undefined
  return vault.fingerprint('liveness-picture', digest)
}
