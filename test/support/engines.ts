import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { type Database, openServer, overPglite, pgliteParsers } from '@touchstone/storage'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { testAll } from './test-all.ts'

const engines = {
  embedded: () => openFreshEmbedded(),
  server: async () => openServer({ url: await freshDatabase() }),
}

type StoreTests = (suite: { database: Database }) => void

/**
 * Runs the same tests on the embedded engine and on a real server. `database` is open while the tests run.
 */
export function onBothEngines(name: string, tests: StoreTests): void {
  onEngines(['embedded', 'server'], name, tests)
}

/**
 * Runs the tests on one engine, or on both with `npm test -- --all`. Intended for end-to-end tests of
 * features whose packages already test their stores on both engines.
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

/**
 * Opens an empty store for tests that do not depend on the engine. By default, this is a new database on the
 * test server, which is created a hundred times faster than an embedded store. With `npm test -- --all`, it
 * is an embedded store.
 */
export async function openFreshStore(): Promise<Database> {
  return await engines[testAll ? 'embedded' : 'server']()
}

/** Opens an embedded store in memory. */
export async function openFreshEmbedded(): Promise<Database> {
  const loadDataDir = await openAsBlob(inject('pgliteTemplate'))
  return overPglite(await PGlite.create({ loadDataDir, parsers: pgliteParsers }))
}

/** Creates an empty embedded store in a folder, as a first start does. */
export async function createEmbeddedStore(folder: string): Promise<void> {
  const loadDataDir = await openAsBlob(inject('pgliteTemplate'))
  await (await PGlite.create({ dataDir: folder, loadDataDir })).close()
}

/**
 * Creates a database on the test server or on another server, and returns its URL. The database is empty or a
 * copy of an existing one.
 */
export async function freshDatabase(
  options: { postgresUrl?: string; template?: string } = {},
): Promise<string> {
  const { postgresUrl: url = inject('postgresUrl'), template } = options
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = await openServer({ url, poolSize: 2 })
  // By default, PostgreSQL copies a template through the write-ahead log, which takes several times as long
  // if the template is large.
  const from = template === undefined ? '' : ` template ${template} strategy file_copy`
  await admin.run(`create database ${name}${from}`)
  await admin.close()
  return url.replace(/\/postgres$/, `/${name}`)
}
