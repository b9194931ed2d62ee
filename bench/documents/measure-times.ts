import { makeProof, makeSpecimen } from '@touchstone/documents/specimens'
import { percentile } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { cpuTime } from '../support/turns.ts'
import { type Bench, openReader, today } from './bench.ts'
import { howToCompare, loadMrzDetection } from './load-mrz-detection.ts'

/**
 * Measures the cost per page of each method of reading a document. All contenders take turns on the same
 * pages.
 */
export async function measureTimes({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const bare = openReader(cleanup, { crossCheck: false })
  const whole = openReader(cleanup)
  const baseline = loadMrzDetection()
  const samples: Record<string, number[]> = {}
  const note = (what: string, ms: number) => {
    samples[what] = [...(samples[what] ?? []), ms]
  }
  for (let index = -1; index < sizes.pages; index++) {
    progress('reading pages', Math.max(0, index), sizes.pages)
    const level = index % 2 === 0 ? 'mild' : 'strong'
    const make = (seed: string) => makeSpecimen({ seed: `bench ${seed}`, level, today }).photo.jpeg
    const jpeg = make(`${index}`)
    const pictures = [jpeg, jpeg, jpeg]
    const proof = (form: 'pdf' | 'photo') => makeProof({ seed: `bench ${index}`, today, form }).file
    const [pdf, photo] = [proof('pdf'), proof('photo')]
    const measured: [string, () => Promise<unknown>][] = [
      ['zone alone', () => bare.read({ pictures: [jpeg], today })],
      ['zone and print', () => whole.read({ pictures: [jpeg], today })],
      ['three frames and print', () => whole.read({ pictures, today })],
      ['proof of address, PDF', () => whole.readAddressProof({ file: pdf, today })],
      ['proof of address, photo', () => whole.readAddressProof({ file: photo, today })],
      ...(baseline ? [['mrz-detection', () => baseline(jpeg)] as [string, () => Promise<unknown>]] : []),
    ]
    for (const [what, work] of measured) {
      const [, ms] = await cpuTime(work)
      // The first page is the warm-up: it starts the threads and the text reader.
      if (index >= 0) note(what, ms)
    }
  }
  const p = (what: string, share: number) => percentile(samples[what] ?? [], share)
  return {
    tables: [
      {
        title: 'CPU time per page, all threads',
        head: ['what', 'pages', 'p50 ms', 'p95 ms'],
        rows: Object.entries(samples).map(([what, each]) => [
          what,
          String(each.length),
          shown.count(percentile(each, 0.5)),
          shown.count(percentile(each, 0.95)),
        ]),
      },
    ],
    targets: [
      target('zone alone, p95, CPU seconds', p('zone alone', 0.95), { atMost: 1500 }, inSeconds),
      target('zone and print, p95, CPU seconds', p('zone and print', 0.95), { atMost: 4000 }, inSeconds),
      ...(baseline
        ? [
            target(
              'zone alone relative to mrz-detection, p50',
              p('zone alone', 0.5) / p('mrz-detection', 0.5),
              {
                atMost: 1,
              },
            ),
          ]
        : []),
    ],
    ...(!baseline && { warnings: [howToCompare] }),
    data: samples,
  }
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
