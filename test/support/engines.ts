import { randomBytes } from 'node:crypto'
import { cpSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Database, openServer, overPglite, pgliteParsers } from '@touchstone/storage'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { demoDatabase, demoTemplate } from './demo-ledger.ts'
import { testAll } from './test-all.ts'

const engines = {
  embedded: () => openFreshEmbedded(),
  server: async () => openServer({ url: await freshDatabase() }),
}

type StoreTests = (suite: { database: Database }) => void

/** The same tests on the embedded engine and on a real server. `database` is open while the tests run. */
export function onBothEngines(name: string, tests: StoreTests): void {
  onEngines(['embedded', 'server'], name, tests)
}

/**
 * The tests on one engine, and on both with `npm test -- --all`: for what uses the store in ways that the tests on both
 * have proven. Each package has suites on either engine.
 */
export function onOneEngine(engine: keyof typeof engines, name: string, tests: StoreTests): void {
  onEngines(testAll ? ['embedded', 'server'] : [engine], name, tests)
}

function onEngines(names: readonly (keyof typeof engines)[], name: string, tests: StoreTests): void {
  describe.each(names)(`${name} (%s)`, (engine) => {
    const suite = {} as { database: Database }
    beforeAll(async () => {
      suite.database = await engines[engine]()
    })
    afterAll(() => suite.database.close())
    tests(suite)
  })
}

/** An embedded store in memory. */
export async function openFreshEmbedded(): Promise<Database> {
  const loadDataDir = await openAsBlob(inject('pgliteTemplate'))
  return overPglite(await PGlite.create({ loadDataDir, parsers: pgliteParsers }))
}

/** An empty embedded store in a folder, as a first start would have made it. */
export async function layEmbedded(folder: string): Promise<void> {
  const loadDataDir = await openAsBlob(inject('pgliteTemplate'))
  await (await PGlite.create({ dataDir: folder, loadDataDir })).close()
}

/** A data folder as a first start would have left its stores, with the demo ledger but nobody in the rest. */
export async function layDataFolder(dataFolder: string): Promise<void> {
  await layLedger(dataFolder)
  const loadDataDir = await openAsBlob((await demoTemplate()).pglite)
  await (await PGlite.create({ dataDir: join(dataFolder, 'postgres'), loadDataDir })).close()
}

/** The demo ledger alone: its journal comes with `freshDatabase('demo ledger')`. */
export async function layLedger(dataFolder: string): Promise<void> {
  cpSync((await demoTemplate()).clickhouse, join(dataFolder, 'clickhouse'), { recursive: true })
}

/** The address of a new database on the test server: empty, or with the journal of the demo ledger. */
export async function freshDatabase(template: 'empty' | 'demo ledger' = 'empty'): Promise<string> {
  const url = inject('postgresUrl')
  if (template === 'demo ledger') await demoTemplate()
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = await openServer({ url, poolSize: 2 })
  await admin.run(`create database ${name}${template === 'empty' ? '' : ` template ${demoDatabase}`}`)
  await admin.close()
  return url.replace(/\/postgres$/, `/${name}`)
}
