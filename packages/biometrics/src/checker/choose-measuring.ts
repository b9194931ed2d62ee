import type { Challenge } from '../liveness/challenge.ts'
import { livenessLimits } from '../liveness/liveness-limits.ts'
import type { PictureOrder } from '../reading/faces-worker.ts'

/**
 * Sizes of the groups of consecutive frames. One frame is drawn from each group, which limits how long
 * another face can go unnoticed. It is possible that no frame is drawn from an incomplete last group.
 */
const groupSizes = {
  /** Frames that are searched for faces. In the other frames, the known face is followed. */
  search: 12,
  /** Frames that are embedded, to detect another person's face. */
  embedding: 8,
  /** Frames in which the eyes are measured before the first step. */
  eyes: 4,
  /**
   * Smaller groups before the first step if the challenge has no colours and the step therefore begins earlier.
   */
  embeddingWithoutColours: 4,
  eyesWithoutColours: 2,
  /** Frames whose fine detail is measured, to detect the pixels of a screen. */
  detail: 3,
  /** Frames that the passive model classifies. */
  passive: 12,
} as const

type Purpose = keyof typeof groupSizes

/** The last frame drawn for each purpose, by its index in the capture. The client must not learn these indexes. */
export type DrawnFrames = Partial<Record<Purpose, number>>

/**
 * Selects the measurements that each frame needs in one part of a capture. The frames are drawn at random, so
 * that an attacker cannot prepare only the measured frames. The eyes are also measured in every frame while a
 * blink is requested.
 */
export function chooseMeasuring(options: {
  times: readonly number[]
  startIndex: number
  challenge?: Challenge | undefined
  /** The frames drawn in the earlier parts of the capture. */
  drawn?: DrawnFrames | undefined
  /** Returns a random integer that is less than the given number. */
  randomInt: (below: number) => number
}): { orders: Omit<PictureOrder, 'bytes' | 'turned'>[]; drawn: DrawnFrames } {
  const { times, startIndex, challenge, randomInt } = options
  const drawn = { ...options.drawn }
  const isDrawn = (purpose: Purpose, index: number): boolean => {
    const size = groupSizes[purpose]
    const end = index - (index % size) + size
    const last = drawn[purpose]
    if (last === undefined || last < end - size) drawn[purpose] = index + randomInt(end - index)
    return drawn[purpose] === index
  }
  const steps = challenge?.steps ?? []
  const firstStep = Math.min(...steps.map(({ fromMs }) => fromMs))
  const isNeutral = (atMs: number) => challenge === undefined || atMs < firstStep
  const isBlink = (atMs: number) =>
    steps.some(
      ({ action, fromMs, toMs }) =>
        action === 'blink' && atMs >= fromMs && atMs <= toMs + livenessLimits.graceMs,
    )
  const isShort = challenge !== undefined && challenge.flashes.length === 0
  const orders = times.map((atMs, position) => {
    const index = startIndex + position
    const neutral = isNeutral(atMs)
    const search = isDrawn('search', index)
    const embedding = isDrawn(neutral && isShort ? 'embeddingWithoutColours' : 'embedding', index)
    const looked = neutral && isDrawn(isShort ? 'eyesWithoutColours' : 'eyes', index)
    const eyes = challenge === undefined || isBlink(atMs) || looked
    const [detail, passive] = [isDrawn('detail', index), isDrawn('passive', index)]
    return { embedding, detail, passive, frame: { search, eyes } }
  })
  return { orders, drawn }
}
