import type { LiveFrame } from '@touchstone/biometrics'
import type { Arrived, Capture } from './capture-store.ts'

/** A picture, when the page says that it was taken, and when all of it had been received. */
export type ReceivedFrame = LiveFrame & { receivedAt: number }

export const arrivalLimits = {
  /** From a frame's time to its receipt: more, and it may have been made with the challenge at hand. */
  lateMs: 3000,
  /** From the challenge to the first frame: to read that it begins, and to open the camera's picture. */
  beginMs: 8000,
  /** How far two clocks may disagree. */
  skewMs: 250,
}

/**
 * Holds the times that the page tells against the clock of the server. The first frame was taken after the challenge was
 * drawn, and not later than any frame's receipt less the time that it claims; from there on each frame has its moment.
 */
export function judgeArrival(
  { createdAt, arrived }: Pick<Capture, 'createdAt' | 'arrived'>,
  frames: readonly ReceivedFrame[],
): { verdict: 'in-time' | 'early' | 'late'; begunAt: number } {
  const known = arrived.begunAt?.getTime() ?? Number.POSITIVE_INFINITY
  const begunAt = Math.min(known, ...frames.map(({ receivedAt, atMs }) => receivedAt - atMs))
  const drawnAt = createdAt.getTime()
  const { lateMs, beginMs, skewMs } = arrivalLimits
  if (begunAt < drawnAt - skewMs) return { verdict: 'early', begunAt }
  const isLate =
    begunAt > drawnAt + beginMs ||
    frames.some(({ receivedAt, atMs }) => receivedAt - (begunAt + atMs) > lateMs)
  return { verdict: isLate ? 'late' : 'in-time', begunAt }
}

/** The arrived frames with some more. */
export function withFrames(
  { frames: before }: Arrived,
  frames: readonly ReceivedFrame[],
  begunAt: number,
): Arrived {
  const last = frames.at(-1)
  return {
    frames: before + frames.length,
    lastAtMs: last?.atMs ?? -1,
    at: new Date(last?.receivedAt ?? 0),
    begunAt: new Date(begunAt),
  }
}
