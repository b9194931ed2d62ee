import { alignFace, openFaceModels } from '@touchstone/biometrics'
import { decodeImage } from '@touchstone/images/decode'
import { openGuidance } from '../../test/support/clips/open-guidance.ts'
import { readClip } from '../../test/support/clips/read-clip.ts'
import { percentile } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { timeInTurns } from '../support/turns.ts'
import type { Bench } from './sizes.ts'

/**
 * Measures how long one frame takes: each processing step in Node.js, and the complete processing in
 * Chromium.
 */
export async function measureFrames({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  progress('frames in Node')
  const models = await openFaceModels()
  const frames = await readClip('cap12_edit', 10, 13)
  const bytesAt = (turn: number) => frames[turn % frames.length]?.bytes ?? new Uint8Array()
  const pictures = await Promise.all(frames.map(({ bytes }) => decodeImage({ bytes, maxSide: 960 })))
  const first = pictures[0]
  if (first === undefined) throw new Error('the clip has no pictures')
  const pictureAt = (turn: number) => pictures[turn % pictures.length] ?? first
  const blank = { ...first, data: new Uint8ClampedArray(first.data.length).fill(128) }
  const [face] = await models.find(first)
  const aligned = alignFace(first, face?.points ?? [])
  const steps = [
    {
      name: 'decoding the JPEG',
      call: (turn: number) => decodeImage({ bytes: bytesAt(turn), maxSide: 960 }),
    },
    { name: 'detector only (no face in the picture)', call: () => models.find(blank) },
    { name: 'detector, mesh and eyes', call: (turn: number) => models.find(pictureAt(turn)) },
    { name: 'cropping the face', call: async () => alignFace(first, face?.points ?? []) },
    { name: 'embedding', call: () => models.embed(aligned) },
  ]
  const times = await timeInTurns({
    contenders: steps.map(({ call }) => call),
    turns: sizes.frames,
    warmupTurns: sizes.warmup,
  })

  progress('frames in Chromium')
  const page = await cleanup.own(openGuidance(), (opened) => opened.close())
  const { ms } = await page.lookAtCamera(sizes.warmup + sizes.frames)
  const warm = ms.slice(sizes.warmup)
  const chromium = { p50: percentile(warm, 0.5), p99: percentile(warm, 0.99) }
  return {
    tables: [
      {
        title: 'Milliseconds for one frame (400 x 300 in Node, 640 x 480 in Chromium)',
        head: ['step', 'p50', 'p99'],
        rows: [
          ...steps.map(({ name }, index) => [
            `Node: ${name}`,
            shown.ms(times[index]?.p50 ?? Number.NaN),
            shown.ms(times[index]?.p99 ?? Number.NaN),
          ]),
          [
            'Chromium: a camera frame, detector, mesh and eyes',
            shown.ms(chromium.p50),
            shown.ms(chromium.p99),
          ],
        ],
      },
    ],
    targets: [
      target(
        'a frame in Chromium (detector, mesh, eyes), p50',
        chromium.p50,
        { atMost: 110 },
        (ms_) => `${shown.ms(ms_)} ms`,
      ),
    ],
    data: { times, chromium },
  }
}
