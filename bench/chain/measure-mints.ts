import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openEmbedded, openServer } from '@touchstone/storage'
import { startPostgres } from '../../test/support/postgres-server.ts'
import { startTestNode } from '../../test/support/test-node.ts'
import { median } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { requireAll } from '../support/require-all.ts'
import { mintStraight } from './mint-straight.ts'
import { type BenchChain, freshMint, openBenchChain, settle } from './open-chain.ts'
import type { Bench } from './sizes.ts'

/** Runs the same mints alternately through the journal (on each store) and without it, on the same node. */
export async function measureMints({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-chain-'))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await cleanup.own(startPostgres(), (each) => each.stop())
  const open = (making: Promise<Database>) => cleanup.own(making, (each) => each.close())
  const stores = {
    'embedded store': await open(openEmbedded({ folder: join(folder, 'postgres') })),
    PostgreSQL: await open(openServer({ url: postgres.url })),
  }
  // Uses a separate node, because a test node keeps every state on disk and becomes slower with each block.
  const node = await cleanup.own(startTestNode(), (each) => each.stop())
  const chains = new Map<string, BenchChain>()
  for (const [name, database] of Object.entries(stores)) {
    chains.set(name, await openBenchChain({ node, database }))
  }
  const straight = chains.get('PostgreSQL')
  if (!straight) throw new Error('no chain')
  const contenders = new Map<string, () => Promise<number>>([
    ...[...chains].map(([name, chain]) => [name, () => throughJournal(chain, sizes.mints)] as const),
    // Uses a signer whose journal is idle, because the journal does not know the nonces of these mints.
    ['direct, without a journal', () => mintStraight(straight, node.url, sizes.mints)],
  ])
  const times = new Map<string, number[]>([...contenders.keys()].map((name) => [name, []]))
  for (let round = -1; round < sizes.rounds; round++) {
    for (const [name, mint] of contenders) {
      progress(`minting: ${name}`, round + 1, sizes.rounds + 1)
      const ms = await mint()
      // The first round is a warm-up and is not counted.
      if (round >= 0) times.get(name)?.push(ms)
    }
  }
  const rates = new Map([...times].map(([name, each]) => [name, sizes.mints / (median(each) / 1000)]))
  const bare = rates.get('direct, without a journal') ?? Number.NaN
  const ratio = (name: string) => (rates.get(name) ?? Number.NaN) / bare
  const againstStraight = (name: string) =>
    target(`mints/s through the journal relative to direct, ${name}`, ratio(name), { atLeast: 0.4 })
  return {
    tables: [
      {
        title: `${shown.count(sizes.mints)} mints of SvcSBT on a node that mines immediately, until all are final`,
        head: ['way', 'mints/s', 'against straight'],
        rows: [...rates].map(([name, rate]) => [name, rate.toFixed(0), shown.times(rate / bare)]),
      },
    ],
    targets: [againstStraight('embedded store'), againstStraight('PostgreSQL')],
    data: Object.fromEntries(times),
  }
}

async function throughJournal({ queue, minter }: BenchChain, mints: number): Promise<number> {
  const calls = Array.from({ length: mints }, freshMint)
  const start = performance.now()
  const asked = await Promise.all(calls.map((call) => minter.requestMint(call)))
  await settle(queue)
  const ms = performance.now() - start
  const found = await Promise.all(asked.map(({ key }) => queue.find(key)))
  const final = found.filter((job) => job?.status === 'final')
  requireAll({ what: 'mints', expected: mints, seen: final.length })
  return ms
}
