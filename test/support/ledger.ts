import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock, systemRandom } from '@touchstone/common'
import { type KytContext, kytMigrations, openLedger } from '@touchstone/kyt'
import { migrate, openClickHouseServer, openEmbeddedClickHouse, openServer } from '@touchstone/storage'
import { afterAll, beforeAll, describe } from 'vitest'
import { startClickHouseFront } from './clickhouse-front.ts'
import { freshDatabase, openFreshEmbedded } from './engines.ts'
import { hasLedgerEngine } from './ledger-engine.ts'
import { testAll } from './test-all.ts'

export type OpenedLedger = KytContext & { close(): Promise<void> }

/** A ledger of its own, empty: all in this process, or with both stores behind servers. */
export async function openTestLedger(
  engine: 'embedded' | 'server',
  options: { batchRows?: number } = {},
): Promise<OpenedLedger> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-ledger-'))
  const front = engine === 'server' ? await startClickHouseFront(folder) : undefined
  const database = front ? await openServer({ url: await freshDatabase() }) : await openFreshEmbedded()
  const clickhouse = front
    ? await openClickHouseServer({ url: front.url })
    : await openEmbeddedClickHouse({ folder })
  await migrate({ database, migrations: kytMigrations })
  const context: KytContext = {
    database,
    clickhouse,
    clock: createManualClock(Date.UTC(2026, 10, 15)),
    random: systemRandom,
    ...options,
  }
  await openLedger(context)
  return {
    ...context,
    async close() {
      await clickhouse.close()
      await database.close()
      await front?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Engine = 'embedded' | 'server'
type LedgerTests = (suite: { ledger: OpenedLedger }) => void

/** The same tests on the engines in the process and on servers. `ledger` is open while the tests run. */
export function onBothLedgers(name: string, tests: LedgerTests, options: { batchRows?: number } = {}): void {
  onLedgers(['embedded', 'server'], name, tests, options)
}

/** The tests on one of them, and on both with `npm test -- --all`. */
export function onOneLedger(
  engine: Engine,
  name: string,
  tests: LedgerTests,
  options: { batchRows?: number } = {},
): void {
  onLedgers(testAll ? ['embedded', 'server'] : [engine], name, tests, options)
}

function onLedgers(
  engines: readonly Engine[],
  name: string,
  tests: LedgerTests,
  options: { batchRows?: number },
): void {
  describe.skipIf(!hasLedgerEngine).each(engines)(`${name} (%s)`, (engine) => {
    const suite = {} as { ledger: OpenedLedger }
    beforeAll(async () => {
      suite.ledger = await openTestLedger(engine, options)
    })
    afterAll(() => suite.ledger?.close())
    tests(suite)
  })
}
