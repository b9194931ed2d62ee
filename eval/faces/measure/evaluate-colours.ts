import { drawChallenge, type FaceChecker, livenessLimits, measureReflection } from '@touchstone/biometrics'
import { createManualClock, createSeededRandom } from '@touchstone/common'
import type { Progress } from '../../../bench/support/progress.ts'
import { compose, type Footage, toCapture } from '../../../test/support/clips/compose.ts'

/** A film of the colours of one draw: how it fits them, and how many other draws it fits. */
export type ColourFilm = { session: string; gain: number; own: number; draws: number; fitting: number }

/** From the weakest light that the other captures have to a bright screen in a dim room. */
const flashGains = [0.08, 0.12, 0.2, 0.3]

/**
 * Films of quiet looks under drawn colours, measured from their pictures, and held against many other draws: what an
 * attacker who has one film gains by asking for challenge after challenge.
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
    progress('films of colours', index, films)
    const chosen = footage[index % footage.length]
    if (chosen === undefined) throw new Error('there is no footage')
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
