import { UserError } from '@touchstone/common'
import { livenessLimits } from '../liveness/liveness-limits.ts'

/** Limits the total size of a capture's frames. */
const maxCaptureBytes = 40 * 1024 * 1024

/**
 * Throws if there are too many frames or their times are not in ascending order. `before` describes the
 * frames that arrived earlier.
 */
export function checkFrameOrder(
  frames: readonly { atMs: number; bytes?: Uint8Array }[],
  before: { count: number; atMs: number } = { count: 0, atMs: -1 },
): void {
  const { max } = livenessLimits.frames
  const bytes = frames.reduce((sum, frame) => sum + (frame.bytes?.byteLength ?? 0), 0)
  if (before.count + frames.length > max || bytes > maxCaptureBytes) {
    throw new UserError({
      code: 'capture.too-large',
      message: `The capture contains more than ${max} pictures or ${maxCaptureBytes / 1024 / 1024} MB.`,
      remedy: 'Send fewer pictures per second, or smaller ones.',
    })
  }
  const inOrder = frames.every(
    ({ atMs }, index) => Number.isFinite(atMs) && atMs > (frames[index - 1]?.atMs ?? before.atMs),
  )
  if (frames.length === 0 || !inOrder) {
    throw new UserError({
      code: 'capture.out-of-order',
      message: 'The capture is empty, or its pictures are not in chronological order.',
      remedy: 'Start the capture again.',
    })
  }
}
