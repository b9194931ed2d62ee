import { circuitNames } from '@touchstone/credential'
import { median } from '../support/numbers.ts'
import { type PartReport, shown } from '../support/report.ts'
import { startRole } from '../support/start-role.ts'
import type { ProveAnswer, ProveQuestion } from './prove-role.ts'
import type { Bench } from './sizes.ts'

/** Measures proof generation in Node.js in one worker thread, with a separate process for each circuit. */
export async function measureNode({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const rows: ({ kind: string } & ProveAnswer)[] = []
  for (const kind of circuitNames) {
    const what = `proofs in Node: ${kind}`
    progress(what)
    const role = startRole<ProveQuestion, ProveAnswer>(cleanup, new URL('./prove-role.js', import.meta.url))
    const answer = await role.ask({ kind, proofs: sizes.proofs }, (done, total) =>
      progress(what, done, total),
    )
    rows.push({ kind, ...answer })
    await role.stop()
  }
  return {
    tables: [
      {
        title: 'A proof in Node.js, one thread (ms; MiB resident)',
        head: ['circuit', 'first, keys read', 'p50', 'processor time', 'peak memory', 'before'],
        rows: rows.map(({ kind, first, ms, cpuMs, peakBytes, idleBytes }) => [
          kind,
          shown.count(first),
          shown.count(median(ms)),
          shown.count(cpuMs),
          shown.mebibytes(peakBytes),
          shown.mebibytes(idleBytes),
        ]),
      },
    ],
    targets: [],
    data: { rows },
  }
}
