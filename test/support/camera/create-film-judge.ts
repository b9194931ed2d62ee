import {
  type Action,
  type Challenge,
  decideLiveness,
  drawChallenge,
  type FaceChecker,
  type LivenessJudgement,
  type TimedMeasure,
  type Versions,
} from '@touchstone/biometrics'
import { systemClock, systemRandom } from '@touchstone/common'

/** How many of the three movements that are drawn (fewer are done sooner), or which ones. */
export type Asked = number | readonly Action[]

export type JudgedFilm = {
  judgement: LivenessJudgement
  challenge: Challenge
  measures: TimedMeasure[]
  /** Frames a second that arrived. */
  framesPerSecond: number
  /** From the arrival of the last frame to the judgement. */
  judgedAfterMs: number
  batches: number
}

/** The server's part of a capture: draws, measures what arrives while more comes, decides at the end. */
export function createFilmJudge(checker: FaceChecker, asked: Asked) {
  const drawn = drawChallenge({ random: systemRandom, clock: systemClock, id: 'drawn' })
  const actions = typeof asked === 'number' ? drawn.steps.slice(0, asked).map(({ action }) => action) : asked
  const steps = drawn.steps.flatMap((step, index) => {
    const action = actions[index]
    return action ? [{ ...step, action }] : []
  })
  const challenge: Challenge = { ...drawn, steps }
  const measures: TimedMeasure[] = []
  let measured: Promise<void> = Promise.resolve()
  let version: Versions | undefined
  let arrived = 0
  let batches = 0
  let lastAt = 0
  return {
    challenge,
    take(frames: { atMs: number; bytes: Uint8Array }[]): void {
      const startIndex = arrived
      arrived += frames.length
      batches += 1
      lastAt = performance.now()
      measured = measured.then(async () => {
        const afterMs = measures.at(-1)?.atMs ?? -1
        const answer = await checker.measureFrames({ frames, startIndex, afterMs })
        measures.push(...answer.measures)
        version = answer.version
      })
      measured.catch(() => undefined)
    },
    async judge(): Promise<JudgedFilm> {
      await measured
      if (version === undefined) throw new Error('a film without a frame')
      const judgement = decideLiveness({ challenge, measures, version })
      const seconds = ((measures.at(-1)?.atMs ?? 0) - (measures[0]?.atMs ?? 0)) / 1_000
      return {
        judgement,
        challenge,
        measures,
        framesPerSecond: (measures.length - 1) / seconds,
        judgedAfterMs: performance.now() - lastAt,
        batches,
      }
    },
  }
}
