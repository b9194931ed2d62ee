import { createManualClock, systemRandom } from '@touchstone/common'
import { migrate, openServer } from '@touchstone/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/support/engines.ts'
import { createTestSource, type TestSource } from '../../../../test/support/history-source.ts'
import { addressOf, txOf } from '../../../../test/support/risk-ledger.ts'
import type { Transfer } from '../imports/transfer.ts'
import { openPackedLedger } from '../ledger/packed/open-packed-ledger.ts'
import { type KytReader, openKytReader } from '../lookup/kyt-reader.ts'
import { kytMigrations } from '../migrations/index.ts'
import { openLedger } from '../open-ledger.ts'
import { getRiskScore } from './get-risk-score.ts'

const transfers: Transfer[] = [1, 2, 3, 4, 5].map((number) => ({
  ...{ coin: 'USDT-ERC20', tx: txOf(number), position: 1, block: 100 + number },
  ...{ time: 1_700_000_000 + number * 12, amount: 1_000_000_000n },
  ...{ from: addressOf(number), to: addressOf(number + 1) },
}))

let source: TestSource
const nodes: { reader: KytReader; close(): Promise<void> }[] = []

beforeAll(async () => {
  const url = await freshDatabase()
  source = createTestSource({ transfers, head: { block: 1000, time: Date.UTC(2026, 10, 15) / 1000 } })
  for (let node = 0; node < 2; node++) {
    const database = await openServer({ url })
    await migrate({ database, migrations: kytMigrations })
    const context = {
      ...{ database, ledger: openPackedLedger(database), random: systemRandom },
      clock: createManualClock(Date.UTC(2026, 10, 15)),
      histories: { of: async () => [source], networks: async () => ['ETH' as const] },
    }
    await openLedger(context)
    nodes.push({ reader: openKytReader(context), close: () => database.close() })
  }
})
afterAll(async () => {
  for (const { close } of nodes) await close()
})

test('nodes share the fetch of an address', async () => {
  const query = { coin: 'USDT-ERC20', address: addressOf(6) }
  const scores = await Promise.all(nodes.map(({ reader }) => getRiskScore(reader, query)))
  expect(scores.map(({ coverage }) => coverage.state)).toEqual(['complete', 'complete'])
  expect(scores[0]?.score).toBe(scores[1]?.score)
  const reads = source.requests.filter((request) => request.startsWith('read'))
  expect(reads.length).toBe(6)
  expect(new Set(reads).size).toBe(6)
})
