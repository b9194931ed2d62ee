import { type BenchOf, type BenchOptions, runSharedBench, type Tools } from '../support/run-bench.ts'
import { type LedgerFixture, openLedgerFixture } from './ledger-fixture.ts'
import type { Engine } from './places.ts'
import { bytesNeeded, checkDisk } from './world-files.ts'

/** What the parts of a benchmark of the ledger share; `worlds` is what one benchmark has beyond the fixture. */
export type Shared<Worlds> = { fixture: LedgerFixture; worlds: Worlds }
export type LedgerBench<Sizes, Worlds = unknown> = BenchOf<Sizes, Shared<Worlds>>

/** Milliseconds that a score of an ordinary address may take at the median when nothing is remembered. */
export const scoreBudgetMs: Readonly<Record<Engine, number>> = { server: 10, embedded: 20 }

/** Scores of a second of CPU. */
export const scoresOfCore = 100

/** Runs a benchmark of the ledger: checks the disk first, then opens the fixture that all of its parts share. */
export async function runLedgerBench<Sizes extends object, Worlds>(
  options: BenchOptions<Sizes, Shared<Worlds>> & {
    /** Transfers of each ledger that is on the disk at the same time. */
    storesOf(sizes: Sizes): readonly number[]
    open(tools: Tools<Sizes>, fixture: LedgerFixture): Worlds
  },
): Promise<void> {
  await runSharedBench<Sizes, Shared<Worlds>>({
    ...options,
    async open(tools) {
      const bytes = options.storesOf(tools.sizes).map(bytesNeeded)
      const needed = await checkDisk(bytes.reduce((sum, one) => sum + one, 0))
      tools.say(`Up to ${(needed / 1e9).toFixed(1)} GB of disk are used, and free again at the end.`)
      const fixture = openLedgerFixture(tools)
      return { fixture, worlds: options.open(tools, fixture) }
    },
  })
}
