import { createFaceChecker } from '@touchstone/biometrics'
import { readClip } from '../../test/support/clips/read-clip.ts'
import { type PartReport, target } from '../support/report.ts'
import type { Bench } from './sizes.ts'

const workers = 2
const frameMs = 125
const batchSize = 4

/**
 * Sends a capture in half-second parts, as the page does, and measures the time from its last frame until all
 * frames have been measured.
 */
export async function measureLag({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const pictures = (await readClip('cap12_edit', 9, 26)).filter((_, index) => index % 3 === 0)
  const frames = Array.from({ length: sizes.filmFrames }, (_, index) => ({
    atMs: index * frameMs,
    bytes: pictures[index % pictures.length]?.bytes ?? new Uint8Array(),
  }))
  const checker = createFaceChecker({ workers, queueLimit: 100, timeLimitMs: 600_000 })
  cleanup.add(() => checker.close())
  await checker.measureFrames({ frames: frames.slice(0, 2 * workers), startIndex: 0 })
  const begunAt = performance.now()
  let measuring: Promise<unknown> = Promise.resolve()
  let busyMs = 0
  for (let at = 0; at < frames.length; at += batchSize) {
    progress('capture with two workers', at, frames.length)
    const batch = frames.slice(at, at + batchSize)
    const dueMs = begunAt + (batch.at(-1)?.atMs ?? 0) - performance.now()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs)))
    measuring = measuring.then(async () => {
      const from = performance.now()
      await checker.measureFrames({ frames: batch, startIndex: at, afterMs: (batch[0]?.atMs ?? 0) - 1 })
      busyMs += performance.now() - from
    })
  }
  const lastAt = performance.now()
  await measuring
  const lagS = (performance.now() - lastAt) / 1000
  const seconds = (value: number) => `${value.toFixed(1)} s`
  return {
    tables: [
      {
        title: 'A capture sent in parts, with two workers',
        head: ['frames', 'capture', 'measuring', 'time after the last frame'],
        rows: [
          [
            String(frames.length),
            seconds((frames.length * frameMs) / 1000),
            seconds(busyMs / 1000),
            seconds(lagS),
          ],
        ],
      },
    ],
    targets: [target('time to finish measuring after the last frame', lagS, { atMost: 3 }, seconds)],
    data: { frames: frames.length, busyMs, lagS },
  }
}
