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

/**
 * For what does not depend on the engine: a database of its own on the test server, which is made in a hundredth of the
 * time that an embedded store takes; one of those with `npm test -- --all`.
 */
export async function openFreshStore(): Promise<Database> {
  return await engines[testAll ? 'embedded' : 'server']()
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

/** The address of a new database on the test server, or another: empty, or a copy of one that is there. */
export async function freshDatabase(
  options: { postgresUrl?: string; template?: string } = {},
): Promise<string> {
  const { postgresUrl: url = inject('postgresUrl'), template } = options
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = await openServer({ url, poolSize: 2 })
  // Through the log, as by default, a large one takes several times as long.
  const from = template === undefined ? '' : ` template ${template} strategy file_copy`
  await admin.run(`create database ${name}${from}`)
  await admin.close()
  return url.replace(/\/postgres$/, `/${name}`)
}
