import { UserError } from '@touchstone/common'
import { livenessLimits } from '../liveness/liveness-limits.ts'

/** Of one capture, all frames together. */
const maxCaptureBytes = 40 * 1024 * 1024

/** Whether frames are few enough and stand in the order of their times; `before` counts those that came earlier. */
export function checkFrameOrder(
  frames: readonly { atMs: number; bytes?: Uint8Array }[],
  before: { count: number; atMs: number } = { count: 0, atMs: -1 },
): void {
  const { max } = livenessLimits.frames
  const bytes = frames.reduce((sum, frame) => sum + (frame.bytes?.byteLength ?? 0), 0)
  if (before.count + frames.length > max || bytes > maxCaptureBytes) {
    throw new UserError({
      code: 'capture.too-large',
      message: `The capture holds more than ${max} pictures or ${maxCaptureBytes / 1024 / 1024} MB.`,
      remedy: 'Send fewer or smaller pictures a second.',
    })
  }
  const inOrder = frames.every(
    ({ atMs }, index) => Number.isFinite(atMs) && atMs > (frames[index - 1]?.atMs ?? before.atMs),
  )
  if (frames.length === 0 || !inOrder) {
    throw new UserError({
      code: 'capture.out-of-order',
      message: 'The capture is empty, or its pictures are not in the order of their times.',
      remedy: 'Capture it again.',
    })
  }
}
