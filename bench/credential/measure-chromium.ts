import { type CircuitName, circuitNames, developmentKeys, readKeyManifest } from '@touchstone/credential'
import { makeSampleCredential, sampleContext, sampleQuestions } from '@touchstone/credential/testing'
import { median } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { openProofPage, pageProof } from './open-proof-page.ts'
import type { Bench } from './sizes.ts'

type Row = {
  kind: CircuitName
  threads: number
  first: number
  ms: number[]
  cpuMs: number
  peakBytes: number
  idleBytes: number
}

/**
 * Measures proof generation in Debian's Chromium, in the page's workers under a strict content security
 * policy. Each row uses a new browser.
 */
export async function measureChromium({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const manifest = await readKeyManifest(developmentKeys)
  const measure = async (kind: CircuitName, threads: number): Promise<Row> => {
    const what = `proofs in Chromium: ${kind}, threads: ${threads}`
    progress(what)
    const page = await cleanup.own(openProofPage(), (opened) => opened.end())
    const { commitment } = await page.createWallet()
    await page.keep(makeSampleCredential({ kind, head: { commitment } }))
    const idleBytes = page.usage().peakBytes
    const time = async () =>
      pageProof(await page.prove(sampleQuestions[kind], sampleContext, manifest, threads)).ms
    const first = await time()
    const before = page.usage().cpuMs
    const ms: number[] = []
    while (ms.length < sizes.proofs) {
      ms.push(await time())
      progress(what, ms.length, sizes.proofs)
    }
    const { cpuMs, peakBytes } = page.usage()
    await page.end()
    return { kind, threads, first, ms, cpuMs: (cpuMs - before) / sizes.proofs, peakBytes, idleBytes }
  }
  const rows: Row[] = []
  for (const kind of circuitNames) rows.push(await measure(kind, 2))
  rows.push(await measure('kyc', 1))
  const p50 = (threads: number) =>
    median(rows.find((row) => row.kind === 'kyc' && row.threads === threads)?.ms ?? [])
  const seconds = (value: number) => `${value.toFixed(2)} s`
  return {
    tables: [
      {
        title: "A proof in Chromium, in the page's workers (ms; MiB resident in the page's process)",
        head: ['circuit', 'threads', 'first, keys loaded', 'p50', 'processor time', 'peak memory', 'before'],
        rows: rows.map(({ kind, threads, first, ms, cpuMs, peakBytes, idleBytes }) => [
          kind,
          String(threads),
          shown.count(first),
          shown.count(median(ms)),
          shown.count(cpuMs),
          shown.mebibytes(peakBytes),
          shown.mebibytes(idleBytes),
        ]),
      },
    ],
    targets: [
      target('a KYC proof in Chromium, two threads, p50', p50(2) / 1000, { atMost: 2 }, seconds),
      target('one thread relative to two, a KYC proof in Chromium', p50(1) / p50(2), { atLeast: 1.2 }),
    ],
    data: { rows },
  }
}
