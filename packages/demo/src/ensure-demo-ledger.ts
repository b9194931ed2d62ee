import {
  importLabels,
  importPrices,
  importTransfers,
  iterableSource,
  journalOf,
  type KytContext,
  type Label,
  type LabelSource,
  parseUsd,
  refuseRejects,
  selectLabelSources,
} from '@touchstone/kyt'
import { type DemoWorld, demoWorld } from './world/demo-world.ts'
import { otherNetworks, otherNetworksSource } from './world/other-networks.ts'

/** Imports the missing parts of the demo world into the ledger. Repeated calls are safe. */
export async function ensureDemoLedger(
  kyt: KytContext,
  onProgress: (done: number, total: number) => void,
): Promise<DemoWorld['addresses']> {
  await ensureOtherNetworks(kyt)
  const world = demoWorld()
  // Labels are imported last, so if they are present, the import is complete.
  if (await hasLabelsOf(kyt, world.source)) return world.addresses
  await importTransfers(kyt, {
    source: iterableSource({
      kind: 'demo',
      name: world.source,
      transfers: world.transfers,
      expected: expectedRows,
      // This fictional world contains everything that its parties have ever done.
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
  await importLabels(kyt, { sources: [labelsOf(world.source, world.labels)], rejects: refuseRejects })
  onProgress(expectedRows, expectedRows)
  return world.addresses
}

/** Approximate number of rows. Used only for the progress bar. */
const expectedRows = 208_000

async function ensureOtherNetworks(kyt: KytContext): Promise<void> {
  const name = otherNetworksSource
  if (await hasLabelsOf(kyt, name)) return
  const { transfers, labels } = otherNetworks()
  const source = iterableSource({ kind: 'demo', name, transfers, extent: 'addresses' })
  await importTransfers(kyt, { source, rejects: refuseRejects })
  await importLabels(kyt, { sources: [labelsOf(name, labels)], rejects: refuseRejects })
}

async function hasLabelsOf(kyt: KytContext, source: string): Promise<boolean> {
  return (await selectLabelSources(journalOf(kyt))).some(({ name }) => name === source)
}

function labelsOf(name: string, labels: readonly Label[]): LabelSource {
  return {
    name,
    version: '1',
    title: name,
    async *entries() {
      for (const label of labels) yield { file: name, label }
    },
  }
}
