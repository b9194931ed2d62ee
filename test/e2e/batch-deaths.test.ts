import { join } from 'node:path'
import type { BatchResult } from '@touchstone/contract'
import { afterAll, expect, test } from 'vitest'
import { createEmbeddedStore } from '../support/engines.ts'
import { addressOf } from '../support/risk-ledger.ts'
import { runUntilKilled, temporaryFolder } from '../support/spawn.ts'

// Kills the process that scores a batch at various points. Each new process continues the same batch. In the end, the
// results must be those of a batch without interruption, and every address must have been stored exactly once.

const items = Array.from({ length: 60 }, (_, index) => ({ coin: 'ETH', address: addressOf(index + 1) }))
/** Addresses whose results differ from the others'. */
const listed = items.filter((_, index) => index % 3 === 0).map(({ address }) => address)
const part = 8

const folder = temporaryFolder()
afterAll(() => folder.remove())

type Found = {
  state: string
  total: number
  done: number
  result_list: BatchResult[]
  counts: { batches: number; items: number; results: number }
  /** The number of results that each round of the last process stored. */
  scored: number[]
}

/** Runs a process until the batch has finished, or kills it after it has printed the given number of lines. */
async function runProcess(
  store: string,
  killAtLine?: number,
): Promise<{ found: Found | undefined; stored: number }> {
  const args = [store, JSON.stringify({ items, listed, part })]
  const { out, killed } = await runUntilKilled('batch-process.mjs', args, killAtLine)
  const found = /^found (.*)$/m.exec(out)?.[1]
  if (found === undefined && !killed) throw new Error('the process ended without a result')
  const stored = [...out.matchAll(/^stored (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
  return { found: found === undefined ? undefined : JSON.parse(found), stored }
}

test('a batch that is killed is resumed, and loses and duplicates nothing', {
  timeout: 300_000,
}, async () => {
  const undisturbed = join(folder.path, 'undisturbed')
  const killed = join(folder.path, 'killed')
  for (const store of [undisturbed, killed]) await createEmbeddedStore(store)
  const { found: expected } = await runProcess(undisturbed)
  expect(expected).toMatchObject({ state: 'done', total: items.length, done: items.length })
  expect(expected?.result_list.map(({ address }) => address)).toEqual(items.map(({ address }) => address))
  expect(new Set(expected?.result_list.map(({ risk }) => risk?.risk_level))).toEqual(
    new Set(['Severe', 'Low']),
  )
  let deaths = 0
  let storedBefore = 0
  let last: Awaited<ReturnType<typeof runProcess>> | undefined
  // During the first part, after it was stored, and during the following ones.
  for (const line of [3, part + 1, 2 * part, part + 4]) {
    last = await runProcess(killed, line)
    if (last.found !== undefined) break
    deaths += 1
    storedBefore += last.stored
  }
  expect(deaths).toBeGreaterThanOrEqual(3)
  if (last?.found === undefined) last = await runProcess(killed)
  const { found } = last
  expect({ ...found, scored: [] }).toEqual({ ...expected, scored: [] })
  expect(found?.counts).toEqual({ batches: 1, items: items.length, results: items.length })
  // The last process scored only what the others had not stored.
  const storedLast = (found?.scored ?? []).reduce((sum, count) => sum + count, 0)
  expect(storedLast).toBeLessThanOrEqual(items.length - storedBefore)
})
