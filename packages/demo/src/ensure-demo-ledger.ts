import {
  importLabels,
  importPrices,
  importTransfers,
  iterableSource,
  journalOf,
  type KytContext,
  type LabelSource,
  parseUsd,
  refuseRejects,
  selectLabelSources,
} from '@touchstone/kyt'
import { type DemoWorld, demoWorld } from './world/demo-world.ts'

/** Imports the missing parts of the demo world into the ledger. Repeated calls are safe. */
export async function ensureDemoLedger(
  kyt: KytContext,
  onProgress: (done: number, total: number) => void,
): Promise<DemoWorld['addresses']> {
  const world = demoWorld()
  const sources = await selectLabelSources(journalOf(kyt))
  // Labels are imported last, so if they are present, the import is complete.
  if (sources.some(({ name }) => name === world.source)) return world.addresses
  await importTransfers(kyt, {
    source: iterableSource({
      kind: 'demo',
      name: world.source,
      transfers: world.transfers,
      expected: expectedRows,
      // Everything that the parties of this fictional world have ever done is in the world.
      extent: 'addresses',
    }),
    rejects: refuseRejects,
    onProgress: ({ phase, done, total }) =>
      phase === 'reading'
        ? onProgress(done / 2, expectedRows)
        : onProgress(expectedRows / 2 + (expectedRows / 2) * (done / total), expectedRows),
  })
  const file = world.source
  await importPrices(kyt, {
    name: world.source,
    entries: world.prices.map(({ coin, date, usd }, index) => {
      const place = { file, line: index + 1 }
      const usdE12 = parseUsd(usd)
      return usdE12 === undefined
        ? { ...place, problem: 'usd is not a decimal number' }
        : { ...place, price: { coin, date, usdE12 } }
    }),
    rejects: refuseRejects,
  })
  await importLabels(kyt, { sources: [labelsOf(world)], rejects: refuseRejects })
  onProgress(expectedRows, expectedRows)
  return world.addresses
}

/** Approximate number of rows. Used only for the progress bar. */
const expectedRows = 208_000

function labelsOf(world: DemoWorld): LabelSource {
  return {
    name: world.source,
    version: '1',
    title: world.source,
    async *entries() {
      for (const label of world.labels) yield { file: world.source, label }
    },
  }
}
