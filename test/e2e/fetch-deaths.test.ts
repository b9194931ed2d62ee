import { join } from 'node:path'
import { findCoin, type Transfer } from '@touchstone/kyt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmbeddedStore } from '../support/engines.ts'
import { accountApi } from '../support/explorers/account-api.ts'
import { evmTransactionsOf } from '../support/explorers/evm-history.ts'
import { type Explorer, startExplorer } from '../support/explorers/start-explorer.ts'
import { addressOf, txOf } from '../support/risk-ledger.ts'
import { createSeeded } from '../support/seeded.ts'
import { runUntilKilled, temporaryFolder } from '../support/spawn.ts'

// At various points, kills the process that fetches histories. Each new process continues with the same
// store. In the end, the ledger must be the same as after a fetch without interruption.

const people = 25
const transfers: Transfer[] = (() => {
  const random = createSeeded(7)
  return Array.from({ length: 300 }, (_, index) => index).flatMap((index) =>
    Array.from({ length: 1 + random.below(3) }, (_, position) => ({
      ...{ coin: 'USDT-ERC20', tx: txOf(index + 1), block: 1000 + index, time: 1_700_000_000 + index * 12 },
      ...{ from: addressOf(1 + random.below(people)), to: addressOf(1 + random.below(people)) },
      ...{ position: position + 1, amount: BigInt(1 + random.below(3)) * 1_000_000_000n },
    })),
  )
})()

const folder = temporaryFolder()
let explorer: Explorer
beforeAll(async () => {
  const transactions = evmTransactionsOf(transfers, (coin) => findCoin(coin)?.contract)
  const head = { number: 5000, time: Date.UTC(2026, 10, 15) / 1000 }
  explorer = await startExplorer(accountApi({ chain: { head, transactions }, kind: 'etherscan' }))
})
afterAll(async () => {
  await explorer?.stop()
  folder.remove()
})

type Found = { because: string | null; score: number; movements: string[]; histories: unknown[] }

/** Runs a process until it ends, or kills it after it has printed the given number of lines. */
async function runProcess(store: string, killAtLine?: number): Promise<Found | undefined> {
  const task = { url: explorer.url, query: { coin: 'USDT-ERC20', address: addressOf(5) }, pieceTransfers: 10 }
  const { out, killed } = await runUntilKilled('fetch-process.mjs', [store, JSON.stringify(task)], killAtLine)
  const found = /^found (.*)$/m.exec(out)?.[1]
  if (found === undefined && !killed) throw new Error('the process ended without a result')
  return found === undefined ? undefined : JSON.parse(found)
}

test('a fetch that is killed loses and duplicates nothing', { timeout: 300_000 }, async () => {
  const undisturbed = join(folder.path, 'undisturbed')
  const killed = join(folder.path, 'killed')
  for (const store of [undisturbed, killed]) await createEmbeddedStore(store)
  const expected = await runProcess(undisturbed)
  expect(expected?.because).toBeNull()
  expect(expected?.histories.length).toBeGreaterThan(10)
  let deaths = 0
  let found: Found | undefined
  // Odd lines are printed before a commit, and even lines after it.
  for (const line of [1, 4, 7, 12]) {
    found = await runProcess(killed, line)
    if (found !== undefined) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThanOrEqual(3)
  found ??= await runProcess(killed)
  expect(found).toEqual(expected)
})
