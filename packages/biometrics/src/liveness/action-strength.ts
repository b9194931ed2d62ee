import type { Action } from './challenge.ts'
import { livenessLimits } from './liveness-limits.ts'
import type { RelativeFrame } from './relative-frame.ts'

/**
 * Returns how strongly a frame shows an action: 0 for the neutral look, 1 when the limit of the action is
 * reached.
 */
export function actionStrength(action: Action, frame: RelativeFrame): number {
  const { turn, nod, mouth, blink, closer } = livenessLimits
  switch (action) {
    case 'turn-left':
      return Math.min(frame.yaw / turn.yaw, frame.parallax.across / turn.parallax)
    case 'turn-right':
      return Math.min(-frame.yaw / turn.yaw, -frame.parallax.across / turn.parallax)
    case 'nod': {
      const down = Math.min(frame.pitch / nod.pitch, frame.parallax.down / nod.parallax)
      const up = Math.min(-frame.pitch / nod.pitch, -frame.parallax.down / nod.parallax)
      return Math.max(down, up)
    }
    case 'open-mouth':
      return frame.mouth / mouth
    case 'blink': {
      const frontal = Math.abs(frame.yaw) <= blink.maxYaw && Math.abs(frame.pitch) <= blink.maxPitch
      return frontal && frame.eyes !== undefined ? (1 - frame.eyes) / (1 - blink.closed) : 0
    }
    case 'come-closer':
      return (frame.size - 1) / (closer - 1)
  }
}
