import { createManualClock, systemRandom } from '@touchstone/common'
import { type Database, migrate, openServer } from '@touchstone/storage'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, openFreshEmbedded } from '../../../../test/support/engines.ts'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { sampleTransfers } from '../../../../test/support/random-transfers.ts'
import type { KytContext } from '../context.ts'
import { importLabels } from '../labels/import-labels.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import { openPackedLedger } from '../ledger/packed/open-packed-ledger.ts'
import { kytMigrations } from '../migrations/index.ts'
import { openLedger } from '../open-ledger.ts'
import { importPrices } from '../prices/import-prices.ts'
import { importTransfers } from './import-transfers.ts'
import { iterableSource } from './iterable-source.ts'
import { refuseRejects } from './rejects.ts'
import { resetLedger } from './reset-ledger.ts'

const transfers = sampleTransfers(11)
const thief = `0x${'ab'.repeat(20)}`

/** Runs one import of each kind: transfers, labels and prices. */
async function fill(context: KytContext): Promise<number> {
  const { fresh } = await importTransfers(context, {
    source: iterableSource({ kind: 'transfers', name: 'some', transfers }),
    rejects: refuseRejects,
  })
  const label = { network: 'ETH', address: thief, entity: 'Mallory', label: '' } as const
  const known = { ...label, category: 'theft', incident: '', confidence: 90 } as const
  await importLabels(context, {
    sources: [
      {
        name: 'own',
        version: '1',
        title: 'own',
        async *entries() {
          yield { file: 'own', label: known }
        },
      },
    ],
    rejects: refuseRejects,
  })
  const price = { coin: 'ETH', date: '2026-11-01', usdE12: 10n ** 15n }
  await importPrices(context, {
    name: 'prices',
    entries: [{ file: 'prices', line: 1, price }],
    rejects: refuseRejects,
  })
  return fresh
}

const filled = [
  { kind: 'labels', name: 'own' },
  { kind: 'prices', name: 'prices' },
  { kind: 'transfers', name: 'some' },
]

async function sizesOf(database: Database, tables: readonly string[]): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await database.run(`select count(*)::int as count from ${table}`)
    sizes[table] = (rows as { count: number }[])[0]?.count ?? -1
  }
  return sizes
}

const journalTables = ['kyt_import', 'kyt_label_source', 'kyt_followed_block']
const ledgerTables = [
  'account',
  'transaction',
  'edge',
  'label',
  'known_address',
  'price',
  'staged',
  'coverage',
].map((name) => `ledger.${name}`)
const empty = (tables: readonly string[]) => Object.fromEntries(tables.map((name) => [name, 0]))

onBothLedgers('A journal and its ledger', (suite) => {
  beforeEach(async () => {
    await resetLedger(suite.ledger)
    await suite.ledger.database.run('truncate kyt_watch')
  })
  const run = (text: string) => suite.ledger.database.run(text)
  const isPaused = async () => {
    const { rows } = await run('select watches_paused as paused from kyt_ledger')
    return (rows as { paused: boolean }[])[0]?.paused
  }

  test('rejects a journal that belongs to another ledger and leaves it unchanged', async () => {
    await run("update kyt_ledger set ledger_id = '0f8b3c527d0e4a519c112f1d6d5f7a10'")
    await run(
      `insert into kyt_import (kind, name, fingerprint, state, started_at)
       values ('transfers', 'old.csv', 'x', 'applying', now()), ('follow', 'ETH', '', 'staging', now())`,
    )
    await expect(openLedger(suite.ledger)).rejects.toMatchObject({
      code: 'ledger.other',
      remedy: expect.stringMatching(/LEDGER_URL.*touchstone ledger reset --yes/),
    })
    const { rows } = await run('select state from kyt_import order by id')
    expect(rows).toEqual([{ state: 'applying' }, { state: 'staging' }])
    expect(await resetLedger(suite.ledger)).toMatchObject({
      imports: [{ kind: 'transfers', name: 'old.csv' }],
    })
    await openLedger(suite.ledger)
  })

  test('leaves nothing in the journal or the ledger after a reset, and accepts all imports again', async () => {
    const { database } = suite.ledger
    const fresh = await fill(suite.ledger)
    await run("insert into kyt_followed_block (network, number, hash) values (10, 1, 'a'), (10, 2, 'b')")
    await run("insert into kyt_followed_block (network, number, hash) values (1, 1, 'c')")
    expect(await resetLedger(suite.ledger)).toEqual({
      imports: filled,
      followed: ['BTC', 'ETH'],
      pausedWatches: 0,
    })
    expect(await sizesOf(database, journalTables)).toEqual(empty(journalTables))
    expect(await sizesOf(database, ledgerTables)).toEqual(empty(ledgerTables))
    expect(await isPaused()).toBe(true)
    await openLedger(suite.ledger)
    expect(await fill(suite.ledger)).toBe(fresh)
  })

  test('refuses to start after an interrupted reset until another reset has completed', async () => {
    const steps = ['migrate', 'id', 'clear'] as const
    for (const step of steps) {
      for (const moment of ['before', 'after'] as const) {
        await fill(suite.ledger)
        await run("update kyt_ledger set watches_paused = false, ledger_id = 'another'")
        const ledger = dyingAt(suite.ledger.ledger, step, moment)
        await expect(resetLedger({ ...suite.ledger, ledger })).rejects.toThrow('dead')
        await expect(openLedger(suite.ledger), `${moment} ${step}`).rejects.toMatchObject({
          code: 'ledger.other',
        })
        const { 'ledger.account': accounts } = await sizesOf(suite.ledger.database, ledgerTables)
        if (accounts === 0) expect(await isPaused(), `${moment} ${step}`).toBe(true)
        expect(await resetLedger(suite.ledger)).toMatchObject({ imports: filled })
        await openLedger(suite.ledger)
      }
    }
  })
})

function dyingAt(
  ledger: LedgerStore,
  step: 'migrate' | 'id' | 'clear',
  moment: 'before' | 'after',
): LedgerStore {
  const die = (): never => {
    throw new Error('dead')
  }
  const mortal =
    <Result>(work: () => Promise<Result>) =>
    async (): Promise<Result> => {
      if (moment === 'before') die()
      const result = await work()
      return moment === 'after' ? die() : result
    }
  if (step === 'migrate') return { ...ledger, migrate: mortal(ledger.migrate) }
  return step === 'id' ? { ...ledger, id: mortal(ledger.id) } : { ...ledger, clear: mortal(ledger.clear) }
}

describe('A journal whose ledger is in a separate database', () => {
  let journal: Database
  const ledgers: Database[] = []
  beforeAll(async () => {
    journal = await openFreshEmbedded()
    await migrate({ database: journal, migrations: kytMigrations })
    for (let count = 0; count < 2; count += 1) ledgers.push(await openServer({ url: await freshDatabase() }))
  })
  afterAll(async () => {
    for (const database of [journal, ...ledgers]) await database.close()
  })
  const over = (database: Database | undefined): KytContext => {
    if (database === undefined) throw new Error('missing ledger')
    const ledger = openPackedLedger(database, { pieceTransfers: 100 })
    return {
      database: journal,
      ledger,
      clock: createManualClock(Date.UTC(2026, 10, 15)),
      random: systemRandom,
    }
  }

  test('moves to another ledger after a reset, and leaves the old ledger unchanged', async () => {
    const [one, other] = [over(ledgers[0]), over(ledgers[1])]
    await openLedger(one)
    const fresh = await fill(one)
    await expect(openLedger(other)).rejects.toMatchObject({ code: 'ledger.other' })
    expect(await resetLedger(other)).toMatchObject({ imports: filled })
    await openLedger(other)
    await expect(openLedger(one)).rejects.toMatchObject({ code: 'ledger.other' })
    expect(await fill(other)).toBe(fresh)
    for (const database of ledgers) {
      expect(await sizesOf(database, ['ledger.transaction'])).not.toEqual({ 'ledger.transaction': 0 })
    }
  })
})
