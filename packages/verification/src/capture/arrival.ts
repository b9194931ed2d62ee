import type { LiveFrame } from '@touchstone/biometrics'
import type { Arrived, Capture } from './capture-store.ts'

/**
 * A picture, its capture time according to the page, and the time at which the server had received all of it.
 */
export type ReceivedFrame = LiveFrame & { receivedAt: number }

export const arrivalLimits = {
  /** Longest time from capture to receipt. With more time, a frame could be forged to fit the challenge. */
  lateMs: 3000,
  /** Longest time from the challenge to the first frame: the person reads a notice and the camera opens. */
  beginMs: 8000,
  /** Tolerated difference between the two clocks. */
  skewMs: 250,
}

/**
 * Checks the capture times that the page reports against the server's clock. The first frame was taken after
 * the challenge was drawn, and no later than the receipt time of any frame minus the frame's reported time.
 * Adding a frame's reported time to this start gives its capture time.
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

/** Adds frames to those that have arrived. */
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
