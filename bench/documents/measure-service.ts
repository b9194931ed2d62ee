import { monitorEventLoopDelay } from 'node:perf_hooks'
import { makeSpecimen } from '@touchstone/documents/specimens'
import { type PartReport, shown, target } from '../support/report.ts'
import { type Bench, openReader, today } from './bench.ts'

/** Measures how reading documents affects the calling process: its event loop delay and its memory. */
export async function measureService({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const reader = openReader(cleanup)
  const pages = Array.from({ length: 4 }, (_, index) =>
    makeSpecimen({ seed: `kept ${index}`, level: 'mild', today }),
  )
  const jpegs = pages.map(({ photo }) => photo.jpeg)
  const read = (index: number) =>
    reader.read({ pictures: [jpegs[index % jpegs.length] ?? new Uint8Array()], today })
  for (let index = 0; index < 4; index++) await read(index)
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const startedAt = performance.now()
  for (let index = 0; index < sizes.kept; index++) {
    progress('reading continuously', index, sizes.kept)
    await read(index)
  }
  const seconds = (performance.now() - startedAt) / 1000
  delay.disable()
  const kept = (process.memoryUsage.rss() - before) / 2 ** 20
  const stood = delay.max / 1e6
  return {
    tables: [
      {
        title: 'One thread, page after page, with print',
        head: ['what', 'seen'],
        rows: [
          ['pages', String(sizes.kept)],
          ['wall-clock seconds per page', (seconds / sizes.kept).toFixed(2)],
          ['memory of the process before reading, MiB', shown.count(before / 2 ** 20)],
          ['memory retained, MiB', kept.toFixed(0)],
          ['longest event loop delay, ms', stood.toFixed(0)],
        ],
      },
    ],
    targets: [
      target(
        'memory retained after forty pages',
        kept,
        { atMost: 200 },
        (mebibytes) => `${mebibytes.toFixed(0)} MiB`,
      ),
      target(
        'longest event loop delay during reading',
        stood,
        { atMost: 250 },
        (ms) => `${ms.toFixed(0)} ms`,
      ),
    ],
    data: { seconds, kept, stood },
  }
}
