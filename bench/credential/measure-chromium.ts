import { circuitNames, developmentKeys, readKeyManifest } from '@touchstone/credential'
import { makeSampleCredential, sampleContext, sampleQuestions } from '@touchstone/credential/testing'
import { median } from '../support/numbers.ts'
import { type PartReport, shown } from '../support/report.ts'
import { targetsWith } from '../support/targets.ts'
import type { Bench } from './bench.ts'
import { openProofPage, pageProof } from './open-proof-page.ts'
import { predictions } from './predictions.ts'

/** Proofs in Debian's Chromium, in a worker of the page under a strict policy, each circuit in a browser of its own. */
export async function measureChromium({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const manifest = await readKeyManifest(developmentKeys)
  const rows: { kind: string; first: number; ms: number[]; peakBytes: number; idleBytes: number }[] = []
  for (const kind of circuitNames) {
    const what = `proofs in Chromium: ${kind}`
    progress(what)
    const page = await cleanup.own(openProofPage(), (opened) => opened.end())
    const { commitment } = await page.createWallet()
    await page.keep(makeSampleCredential({ head: { commitment } }))
    const idleBytes = page.peak()
    const time = async () => pageProof(await page.prove(sampleQuestions[kind], sampleContext, manifest)).ms
    const first = await time()
    const ms: number[] = []
    while (ms.length < sizes.proofs) {
      ms.push(await time())
      progress(what, ms.length, sizes.proofs)
    }
    rows.push({ kind, first, ms, peakBytes: page.peak(), idleBytes })
    await page.end()
  }
  const kyc = rows.find(({ kind }) => kind === 'kyc')
  const seconds = (value: number) => `${value.toFixed(2)} s`
  return {
    tables: [
      {
        title: 'A proof in Chromium, in a worker of the page (ms; MiB resident of the page’s process)',
        head: ['circuit', 'first, keys loaded from this machine', 'p50', 'peak memory', 'before'],
        rows: rows.map(({ kind, first, ms, peakBytes, idleBytes }) => [
          kind,
          shown.count(first),
          shown.count(median(ms)),
          shown.mebibytes(peakBytes),
          shown.mebibytes(idleBytes),
        ]),
      },
    ],
    targets: [
      targetsWith(predictions)(
        'a KYC proof in Chromium, keys loaded, p50',
        median(kyc?.ms ?? []) / 1000,
        { atMost: 2 },
        seconds,
      ),
    ],
    data: { rows },
  }
}
