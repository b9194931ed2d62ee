import { randomBytes } from 'node:crypto'
import { type Database, openEmbedded, openServer } from '@touchstone/storage'
import { afterAll, beforeAll, describe, inject } from 'vitest'

const engines = {
  embedded: () => openEmbedded(),
  server: async () => openServer({ url: await freshDatabase() }),
}

/** The same tests on the embedded engine and on a real server. `database` is open while the tests run. */
export function onBothEngines(name: string, tests: (suite: { database: Database }) => void): void {
  describe.each(['embedded', 'server'] as const)(`${name} (%s)`, (engine) => {
    const suite = {} as { database: Database }
    beforeAll(async () => {
      suite.database = await engines[engine]()
    })
    afterAll(() => suite.database.close())
    tests(suite)
  })
}

/** The address of a new, empty database on the test server. */
export async function freshDatabase(): Promise<string> {
  const url = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = await openServer({ url, poolSize: 2 })
  await admin.run(`create database ${name}`)
  await admin.close()
  return url.replace(/\/postgres$/, `/${name}`)
}
