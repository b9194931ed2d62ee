import type { LiveFrame } from '@touchstone/biometrics'
import type { ProcessLag } from '../ports.ts'
import type { Arrived, Capture } from './capture-store.ts'

/**
 * A picture with the capture time reported by the page and the time at which the server finished receiving
 * it.
 */
export type ReceivedFrame = LiveFrame & { receivedAt: number }

export const arrivalLimits = {
  /**
   * Maximum time from the capture of a frame to its receipt. With more time, an attacker could forge a frame
   * that fits the challenge.
   */
  lateMs: 3000,
  /**
   * Maximum time from the challenge to the first frame. During this time, the person reads a notice and the
   * camera opens.
   */
  beginMs: 8000,
  /** Tolerated difference between the page's clock and the server's clock. */
  skewMs: 250,
}

/** An exceeded time limit: when the limited period began, and by how much it exceeded the limit. */
export type Excess = { since: number; excessMs: number }

export type ArrivalVerdict =
  | { verdict: 'in-time' | 'early'; begunAt: number }
  | { verdict: 'late'; begunAt: number; excesses: Excess[] }

/**
 * Checks the page's reported capture times against the server's clock. The start of the recording is
 * calculated as the minimum, over all frames, of the receipt time minus the reported offset, and must not be
 * earlier than the time at which the challenge was drawn. Each frame's capture time is this start plus the
 * frame's offset.
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
 * Returns whether this process lagged long enough to explain each excess. Late frames must be rejected even
 * then, because an attacker could have used the time to forge them.
 */
export function isLagOfProcess(lag: ProcessLag, excesses: readonly Excess[], now: number): boolean {
  return excesses.every(({ since, excessMs }) => lag.during(since, now) >= excessMs)
}

/** Returns the arrival state with these frames added. */
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
