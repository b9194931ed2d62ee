import { type BenchOf, type BenchOptions, runSharedBench, type Tools } from '../support/run-bench.ts'
import { type LedgerFixture, openLedgerFixture } from './ledger-fixture.ts'
import type { Engine } from './places.ts'
import { bytesNeeded, checkDisk } from './world-files.ts'

/**
 * The resources shared by all parts of a ledger benchmark. The type of `worlds` differs between benchmarks.
 */
export type Shared<Worlds> = { fixture: LedgerFixture; worlds: Worlds }
export type LedgerBench<Sizes, Worlds = unknown> = BenchOf<Sizes, Shared<Worlds>>

/** Maximum median time in milliseconds for an uncached score of an ordinary address. */
export const scoreBudgetMs: Readonly<Record<Engine, number>> = { server: 10, embedded: 20 }

/** Minimum number of scores per CPU second. */
export const scoresOfCore = 100

/** Runs a ledger benchmark: checks the disk space, then opens the fixture that all parts share. */
export async function runLedgerBench<Sizes extends object, Worlds>(
  options: BenchOptions<Sizes, Shared<Worlds>> & {
    /** Returns the transfer counts of all ledgers that are on disk at the same time. */
    storesOf(sizes: Sizes): readonly number[]
    open(tools: Tools<Sizes>, fixture: LedgerFixture): Worlds
  },
): Promise<void> {
  await runSharedBench<Sizes, Shared<Worlds>>({
    ...options,
    async open(tools) {
      const bytes = options.storesOf(tools.sizes).map(bytesNeeded)
      const needed = await checkDisk(bytes.reduce((sum, one) => sum + one, 0))
      tools.say(`Uses up to ${(needed / 1e9).toFixed(1)} GB of disk space, which is freed at the end.`)
      const fixture = openLedgerFixture(tools)
      return { fixture, worlds: options.open(tools, fixture) }
    },
  })
}
