import { drawChallenge, type FaceChecker, livenessLimits, measureReflection } from '@touchstone/biometrics'
import { createManualClock, createSeededRandom } from '@touchstone/common'
import type { Progress } from '../../../bench/support/progress.ts'
import { compose, type Footage, toCapture } from '../../../test/support/clips/compose.ts'

/**
 * The result for a capture under one colour draw: its correlation with that draw, and how many other draws it
 * also matches.
 */
export type ColourFilm = { session: string; gain: number; own: number; draws: number; fitting: number }

/**
 * Strengths of the screen's light, from the weakest in the liveness evaluation to a bright screen in a dim
 * room.
 */
const flashGains = [0.08, 0.12, 0.2, 0.3]

/**
 * Creates captures of neutral faces under randomly drawn colour sequences, and compares each with many other
 * sequences. This shows how much an attacker with one recording gains by requesting many challenges.
 */
export async function evaluateColours(options: {
  checker: FaceChecker
  footage: readonly Footage[]
  films: number
  drawsOfFilm: number
  seed: string
  progress: Progress
}): Promise<ColourFilm[]> {
  const { checker, footage, films, drawsOfFilm, seed, progress } = options
  const clock = createManualClock(0)
  const results: ColourFilm[] = []
  for (let index = 0; index < films; index++) {
    progress('colour captures', index, films)
    const chosen = footage[index % footage.length]
    if (chosen === undefined) throw new Error('no footage')
    const random = createSeededRandom(`${seed} colours ${index}`)
    const drawn = drawChallenge({ random, clock })
    const gain = flashGains[index % flashGains.length] ?? 0
    const untilMs = Math.max(...drawn.flashes.map(({ toMs }) => toMs)) + livenessLimits.colour.maxLagMs
    const frames = await toCapture(await compose(chosen, drawn, { random, flashGain: gain, untilMs }))
    const { measures } = await checker.measureFrames({ frames, startIndex: 0 })
    const seen = measures.flatMap(({ atMs, face }) => (face ? [{ atMs, skin: face.skin }] : []))
    let fitting = 0
    for (let draw = 0; draw < drawsOfFilm; draw++) {
      if (fits(measureReflection(seen, drawChallenge({ random, clock }).flashes))) fitting += 1
    }
    results.push({
      session: `${chosen.session.name}${chosen.mirrored ? ', mirrored' : ''}`,
      gain,
      own: measureReflection(seen, drawn.flashes)?.correlation ?? 0,
      draws: drawsOfFilm,
      fitting,
    })
  }
  return results
}

function fits(reflection: ReturnType<typeof measureReflection>): boolean {
  const { correlation, gain } = livenessLimits.colour
  return reflection !== undefined && reflection.correlation >= correlation && reflection.gain >= gain
}
