import type { Action, Challenge, LiveFrame } from '@touchstone/biometrics'
import { type Random, randomInteger } from '@touchstone/common'
import type { Raster } from '@touchstone/images'
import { shine } from './light.ts'
import { decode, encode, mirror, zoom } from './pictures.ts'
import { type ClipFrame, readClip } from './read-clip.ts'
import type { Act, Session } from './sessions.ts'

/**
 * The footage of a session, read once. Mirroring swaps left and right, so that the same man provides a second
 * set of captures.
 */
export type Footage = {
  session: Session
  mirrored: boolean
  neutral: ClipFrame[]
  acts: { act: Act; frames: ClipFrame[]; face: { x: number; y: number } }[]
  /** Position of the face in the neutral look, in pixels. */
  face: { x: number; y: number; size: number }
}

export type Moment = {
  atMs: number
  picture: Raster
  /** Offset of the face from its position in the neutral look, in pixels. */
  aside: { x: number; y: number }
}

export const captureRate = 8

const mirroredAction: Partial<Record<Action, Action>> = {
  'turn-left': 'turn-right',
  'turn-right': 'turn-left',
}
/** Delay between an instruction and the action. Real people take 0.3 to 0.7 s. */
const reactionMs = { least: 300, more: 400 }
const zoomMs = 900
const zoomBy = 0.35

export async function readFootage(
  session: Session,
  options: {
    mirrored: boolean
    locate: (picture: Raster) => Promise<{ x: number; y: number; size: number }>
  },
): Promise<Footage> {
  const { mirrored, locate } = options
  const neutral = await readClip(session.clip, session.neutral.fromS, session.neutral.toS)
  const acts = []
  for (const each of session.acts) {
    const action = mirrored ? (mirroredAction[each.action] ?? each.action) : each.action
    const frames = await readClip(session.clip, each.fromS, each.toS)
    acts.push({ act: { ...each, action }, frames, face: await locateFirst(frames) })
  }
  return { session, mirrored, neutral, acts, face: await locateFirst(neutral) }

  async function locateFirst(frames: readonly ClipFrame[]) {
    const first = await decode(frames[0]?.bytes ?? new Uint8Array())
    return locate(mirrored ? mirror(first) : first)
  }
}

/**
 * Returns whether the footage can show the action. Coming closer can always be shown, by enlarging the
 * picture.
 */
export function canShow({ acts }: Footage, action: Action): boolean {
  return action === 'come-closer' || acts.some(({ act }) => act.action === action)
}

/**
 * Composes a capture for a challenge. The neutral look plays forwards and backwards, and is interrupted at
 * each step by a moment in which the man performs the action. Unlike a real capture, the result jumps at the
 * cuts.
 */
export async function compose(
  footage: Footage,
  challenge: Challenge,
  options: { random: Random; flashGain: number; fromMs?: number; untilMs?: number },
): Promise<Moment[]> {
  const { random, flashGain } = options
  const plans = challenge.steps.map(({ action, fromMs, toMs }) => {
    const fitting = footage.acts.filter(({ act }) => act.action === action)
    const chosen = fitting[fitting.length === 0 ? 0 : randomInteger(random, fitting.length)]
    const startMs = fromMs + reactionMs.least + randomInteger(random, reactionMs.more)
    return { action, chosen, startMs, toMs }
  })
  const endMs = options.untilMs ?? endOf(challenge)
  const moments: Moment[] = []
  for (let index = 0; (index * 1000) / captureRate <= endMs; index++) {
    const atMs = (index * 1000) / captureRate
    if (atMs < (options.fromMs ?? 0)) continue
    const plan = plans.find(({ startMs, toMs }) => atMs >= startMs && atMs < toMs)
    const acted = plan?.chosen && frameAt(plan.chosen.frames, (atMs - plan.startMs) / 1000)
    const frame = acted ?? pingPong(footage.neutral, atMs / 1000)
    let picture = await decode(frame.bytes)
    if (footage.mirrored) picture = mirror(picture)
    if (plan && !plan.chosen && plan.action === 'come-closer') {
      picture = zoom(picture, 1 + zoomBy * Math.min(1, (atMs - plan.startMs) / zoomMs), footage.face)
    }
    if (flashGain > 0) {
      picture = shine(picture, { flashes: challenge.flashes, atMs, gain: flashGain, face: footage.face })
    }
    const place = acted && plan?.chosen ? plan.chosen.face : footage.face
    const aside = { x: place.x - footage.face.x, y: place.y - footage.face.y }
    moments.push({ atMs, picture, aside })
  }
  return moments
}

/** Returns a time shortly after the last step of the challenge. */
export function endOf({ steps }: Challenge): number {
  return Math.max(...steps.map(({ toMs }) => toMs)) + 400
}

export async function toCapture(moments: readonly Moment[]): Promise<LiveFrame[]> {
  return Promise.all(moments.map(async ({ atMs, picture }) => ({ atMs, bytes: await encode(picture) })))
}

function frameAt(frames: readonly ClipFrame[], seconds: number): ClipFrame | undefined {
  const first = frames[0]?.atS ?? 0
  return frames.find(({ atS }) => atS - first >= seconds)
}

function pingPong(frames: readonly ClipFrame[], seconds: number): ClipFrame {
  const length = (frames.at(-1)?.atS ?? 0) - (frames[0]?.atS ?? 0)
  const turn = seconds % (2 * length)
  const frame = frameAt(frames, turn < length ? turn : 2 * length - turn) ?? frames.at(-1)
  if (frame === undefined) throw new Error('the session has no neutral look')
  return frame
}
