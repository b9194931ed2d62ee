import type { Weight } from '../ledger/ledger-fixture.ts'
import { engines } from '../ledger/places.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import type { Bench } from './worlds.ts'

/** Maximum additional memory for an open ledger, in MiB. */
const mebibytesOfLedger = 200

/**
 * Measures the memory of the process that runs the ledger: its peak during the benchmark, and its use after a
 * filled ledger is opened again.
 */
export async function measureMemory(bench: Bench): Promise<PartReport> {
  const { sizes, worlds } = bench
  const ledgers = await Promise.all(
    engines.map(async (engine) => {
      const { weights } = await worlds.ledger(engine, sizes.transfers)
      return { engine, weights }
    }),
  )
  const reopened = await reopen(bench)
  const [, store, ...withLedger] = reopened
  if (store === undefined) throw new Error('no memory was measured')
  // Uses the peak, because other programs cannot use memory that is free only briefly.
  const most = Math.max(...withLedger.map(({ peakRss }) => peakRss))
  return {
    tables: [
      {
        title: `Memory of the process with the ledger, ${shown.count(sizes.transfers)} transfers, MiB`,
        head: ['ledger', 'when', 'then', 'peak during the run'],
        rows: [...ledgers, { engine: 'embedded, opened again', weights: reopened }].flatMap(
          ({ engine, weights }) =>
            weights.map(({ when, rss, peakRss }) => [
              engine,
              when,
              shown.mebibytes(rss),
              shown.mebibytes(peakRss),
            ]),
        ),
      },
    ],
    targets: [
      target(
        'memory of an opened embedded ledger, in addition to its store',
        (most - store.rss) / 2 ** 20,
        { atMost: mebibytesOfLedger },
        (mebibytes) => `${shown.count(mebibytes)} MiB`,
      ),
    ],
    data: { ledgers, reopened },
  }
}

/**
 * Opens a filled ledger in a new process. The service needs the store in any case, so only the additional
 * memory after queries is attributed to the ledger.
 */
async function reopen({ sizes, worlds, progress }: Bench): Promise<Weight[]> {
  const { place, picks, stop } = await worlds.ledger('embedded', sizes.transfers)
  progress('opening the embedded ledger again')
  await stop()
  const ledger = worlds.startLedger()
  const weights: Weight[] = []
  const note = async (when: string, asking: Promise<{ rss: number; peakRss: number }>) => {
    const { rss, peakRss } = await asking
    weights.push({ when, rss, peakRss })
  }
  await note('nothing opened', ledger.ask({ do: 'weigh' }))
  await note('store opened', ledger.ask({ do: 'open store', at: place }))
  await note('ledger opened', ledger.ask({ do: 'open ledger' }))
  const question = { do: 'times', memory: 'shared', turns: 1, warmupTurns: 0 } as const
  const asked = picks.ordinary.slice(0, sizes.remembered)
  await note(`ran all queries for ${asked.length} addresses`, ledger.ask({ ...question, asked }))
  await ledger.ask({ do: 'close' })
  await ledger.stop()
  return weights
}
