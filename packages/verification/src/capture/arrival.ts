import type { LiveFrame } from '@touchstone/biometrics'
import type { ProcessLag } from '../ports.ts'
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

/** A time limit that was exceeded: the start of the time that it limits, and by how much. */
export type Excess = { since: number; excessMs: number }

export type ArrivalVerdict =
  | { verdict: 'in-time' | 'early'; begunAt: number }
  | { verdict: 'late'; begunAt: number; excesses: Excess[] }

/**
 * Checks the capture times that the page reports against the server's clock. The first frame was taken after
 * the challenge was drawn, and no later than the receipt time of any frame minus the frame's reported time.
 * Adding a frame's reported time to this start gives its capture time.
 */
export function judgeArrival(
  { createdAt, arrived }: Pick<Capture, 'createdAt' | 'arrived'>,
  frames: readonly ReceivedFrame[],
): ArrivalVerdict {
  const known = arrived.begunAt?.getTime() ?? Number.POSITIVE_INFINITY
  const begunAt = Math.min(known, ...frames.map(({ receivedAt, atMs }) => receivedAt - atMs))
  const drawnAt = createdAt.getTime()
  const { lateMs, beginMs, skewMs } = arrivalLimits
  if (begunAt < drawnAt - skewMs) return { verdict: 'early', begunAt }
  const excesses = [
    { since: drawnAt, excessMs: begunAt - drawnAt - beginMs },
    ...frames.map(({ receivedAt, atMs }) => {
      const since = begunAt + atMs
      return { since, excessMs: receivedAt - since - lateMs }
    }),
  ].filter(({ excessMs }) => excessMs > 0)
  return excesses.length > 0 ? { verdict: 'late', begunAt, excesses } : { verdict: 'in-time', begunAt }
}

/**
 * Returns whether this process explains every excess: it handled no event for at least as long. The frames are
 * refused in either case, because they may have been forged in the time.
 */
export function isLagOfProcess(lag: ProcessLag, excesses: readonly Excess[], now: number): boolean {
  return excesses.every(({ since, excessMs }) => lag.during(since, now) >= excessMs)
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
