import { landmarks, type Point, pointAt } from '../engine/landmarks.ts'
import { toUnit } from '../engine/to-unit.ts'
import { type Action, type Challenge, flashColours } from '../liveness/challenge.ts'
import type { TimedMeasure } from '../reading/frame-measure.ts'
import { measureFeatures } from '../reading/measure-features.ts'
import { measurePose } from '../reading/measure-pose.ts'
import { type HeadPose, madeHead } from './made-head.ts'

export type SessionOptions = {
  /** The action shown in each step; defaults to the requested action. */
  done?: readonly (Action | undefined)[]
  /** The strength of the actions, where 1 is a full action. */
  strength?: number
  framesPerSecond?: number
  /**
   * The share of the light on the skin that is contributed by one colour, and the delay of the reflection.
   */
  gain?: number
  lagMs?: number
  /** Changes the mesh of each frame, for example to simulate a print or a second person. */
  change?: (points: Point[], atMs: number) => Point[]
  /** The neutral look, which differs between people. */
  rest?: HeadPose
  /** Returns the index of the person whose embedding is visible at a given time. */
  personAt?: (atMs: number) => number
}

const poses: Record<Action, (share: number) => HeadPose> = {
  'turn-left': (share) => ({ yaw: 25 * share }),
  'turn-right': (share) => ({ yaw: -25 * share }),
  nod: (share) => ({ pitch: 20 * share }),
  'open-mouth': (share) => ({ mouth: 0.4 * share }),
  blink: (share) => ({ eyes: 0.3 * (1 - 0.9 * share) }),
  'come-closer': (share) => ({ eyeDistance: 100 * (1 + 0.35 * share) }),
}

/**
 * Returns the measurements of a simulated capture, in which a generated head looks straight ahead, performs
 * the requested actions and returns to neutral after each.
 */
export function madeSession(challenge: Challenge, options: SessionOptions = {}): TimedMeasure[] {
  const {
    strength = 1,
    framesPerSecond = 8,
    gain = 0.06,
    lagMs = 100,
    rest = {},
    personAt = () => 0,
  } = options
  const done = options.done ?? challenge.steps.map(({ action }) => action)
  const endMs = Math.max(...challenge.steps.map(({ toMs }) => toMs))
  const frames: TimedMeasure[] = []
  for (let index = 0; (index * 1000) / framesPerSecond <= endMs; index++) {
    const atMs = (index * 1000) / framesPerSecond
    const at = challenge.steps.findIndex(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs)
    const step = challenge.steps[at]
    const action = done[at]
    const share =
      step && action ? strength * Math.max(0, Math.sin(((atMs - step.fromMs - 400) / 1800) * Math.PI)) : 0
    const breath = Math.sin(atMs / 300)
    const own = { yaw: 0.4 * breath, x: 320 + breath, y: 200 + Math.cos(atMs / 410), ...rest }
    const change = step && action && atMs - step.fromMs < 2_200 ? poses[action](share) : {}
    const pose = {
      ...own,
      ...change,
      yaw: (own.yaw ?? 0) + (change.yaw ?? 0),
      pitch: (rest.pitch ?? 0) + (change.pitch ?? 0),
    }
    const points = options.change?.(madeHead(pose), atMs) ?? madeHead(pose)
    frames.push(toFrame(points, atMs, { challenge, gain, lagMs, person: personAt(atMs) }))
  }
  return frames
}

function toFrame(
  points: Point[],
  atMs: number,
  light: { challenge: Challenge; gain: number; lagMs: number; person: number },
): TimedMeasure {
  const { challenge, gain, lagMs, person } = light
  const flash = challenge.flashes.find(({ fromMs, toMs }) => atMs - lagMs >= fromMs && atMs - lagMs < toMs)
  const [red, green, blue] = flash ? flashColours[flash.colour] : [0, 0, 0]
  const dot = (index: number) => {
    const [x, y] = pointAt(points, index)
    return [x, y] as const
  }
  const embedding = toUnit(Array.from({ length: 128 }, (_, index) => Math.cos(index * (1.7 + person))))
  return {
    atMs,
    width: 640,
    height: 480,
    faces: 1,
    face: {
      pose: measurePose(points),
      features: measureFeatures(points),
      back: landmarks.back.map(dot),
      nose: landmarks.nose.map(dot),
      skin: { red: 0.4 * (1 + gain * red), green: 0.25 * (1 + gain * green), blue: 0.2 * (1 + gain * blue) },
      embedding,
      sharpness: 0.08,
    },
  }
}
