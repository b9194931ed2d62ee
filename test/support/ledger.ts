import { createManualClock, systemRandom } from '@touchstone/common'
import { eventMigrations } from '@touchstone/kyc'
import { type KytContext, kytMigrations, openLedger, openPackedLedger } from '@touchstone/kyt'
import { migrate, openServer } from '@touchstone/storage'
import { afterAll, beforeAll, describe } from 'vitest'
import { freshDatabase, openFreshEmbedded } from './engines.ts'
import { testAll } from './test-all.ts'

export type OpenedLedger = KytContext & { close(): Promise<void> }

type Engine = 'embedded' | 'server'

/** Opens an empty ledger and its journal in one database. */
export async function openTestLedger(
  engine: Engine,
  // The default is so small that an import in a test has several pieces.
  { pieceTransfers = 100 }: { pieceTransfers?: number } = {},
): Promise<OpenedLedger> {
  const database =
    engine === 'server' ? await openServer({ url: await freshDatabase() }) : await openFreshEmbedded()
  await migrate({ database, migrations: { ...kytMigrations, ...eventMigrations } })
  const context: KytContext = {
    database,
    ledger: openPackedLedger(database, { pieceTransfers }),
    clock: createManualClock(Date.UTC(2026, 10, 15)),
    random: systemRandom,
  }
  await openLedger(context)
  return { ...context, close: () => database.close() }
}

type LedgerTests = (suite: { ledger: OpenedLedger }) => void

/** Runs the same tests on an embedded ledger and on a server. `ledger` is open while the tests run. */
export function onBothLedgers(name: string, tests: LedgerTests): void {
  onLedgers(['embedded', 'server'], name, tests)
}

/** Runs the tests on one engine, or on both with `npm test -- --all`. */
export function onOneLedger(engine: Engine, name: string, tests: LedgerTests): void {
  onLedgers(testAll ? ['embedded', 'server'] : [engine], name, tests)
}

function onLedgers(engines: readonly Engine[], name: string, tests: LedgerTests): void {
  describe.each(engines)(`${name} (%s)`, (engine) => {
    const suite = {} as { ledger: OpenedLedger }
    beforeAll(async () => {
      suite.ledger = await openTestLedger(engine)
    })
    afterAll(() => suite.ledger?.close())
    tests(suite)
  })
}
