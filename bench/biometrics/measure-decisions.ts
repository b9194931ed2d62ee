import { createFaceChecker, drawChallenge, type FaceChecker } from '@touchstone/biometrics'
import { createManualClock, createSeededRandom } from '@touchstone/common'
import { readClip } from '../../test/support/clips/read-clip.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import type { Bench } from './sizes.ts'

/** Measures complete face decisions, starting with encoded pictures, with one worker and with two. */
export async function measureDecisions({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const frames = (await readClip('cap12_edit', 9, 13.5)).map(({ bytes }) => bytes)
  const [documentPicture = new Uint8Array()] = (await readClip('cap13_edit2', 14.5, 14.6)).map(
    ({ bytes }) => bytes,
  )
  const challenge = drawChallenge({ random: createSeededRandom('bench'), clock: createManualClock(0) })
  const capture = Array.from({ length: sizes.livenessFrames }, (_, index) => ({
    atMs: index * 125,
    bytes: frames[index % frames.length] ?? new Uint8Array(),
  }))
  const kinds = [
    {
      name: 'match of a document and three live pictures',
      times: sizes.decisions,
      decide: (checker: FaceChecker) => checker.match({ documentPicture, livePictures: frames.slice(0, 3) }),
    },
    {
      name: 'template from five pictures',
      times: sizes.decisions,
      decide: (checker: FaceChecker) => checker.template({ pictures: frames.slice(0, 5) }),
    },
    {
      name: `liveness of ${sizes.livenessFrames} frames`,
      times: Math.max(2, Math.round(sizes.decisions / 4)),
      decide: (checker: FaceChecker) => checker.liveness({ challenge, frames: capture }),
    },
  ]
  const rows: { name: string; one: number; two: number }[] = []
  const checkers = [1, 2].map((workers) =>
    createFaceChecker({ workers, queueLimit: 100, timeLimitMs: 600_000 }),
  )
  const [one, two] = checkers
  if (one === undefined || two === undefined) throw new Error('no checkers')
  for (const checker of checkers) cleanup.add(() => checker.close())
  for (const { name, times, decide } of kinds) {
    progress(name)
    await Promise.all([decide(one), decide(two), decide(two)])
    const seconds = async (checker: FaceChecker) => {
      const startedAt = performance.now()
      await Promise.all(Array.from({ length: times }, () => decide(checker)))
      return (performance.now() - startedAt) / 1000
    }
    rows.push({ name, one: times / (await seconds(one)), two: times / (await seconds(two)) })
  }
  return {
    tables: [
      {
        title: 'Decisions per second',
        head: ['decision', 'one worker', 'two workers', 'gain'],
        rows: rows.map(({ name, one: alone, two: both }) => [
          name,
          alone.toFixed(2),
          both.toFixed(2),
          shown.times(both / alone),
        ]),
      },
    ],
    targets: [
      target('two workers relative to one, matches per second', (rows[0]?.two ?? 0) / (rows[0]?.one ?? 1), {
        atLeast: 1.4,
      }),
    ],
    data: { rows },
  }
}
