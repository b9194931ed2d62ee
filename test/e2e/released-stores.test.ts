import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyAudit } from '@touchstone/kyc'
import { openEmbedded, openServer } from '@touchstone/storage'
import { describe, expect, test } from 'vitest'
import { createEmbeddedStore, freshDatabase } from '../support/engines.ts'
import { openReleased, readStore, type StoreKeys } from '../support/released-store.ts'
import { temporaryFolder } from '../support/spawn.ts'

// Since 0.2.0, migrations are only added and never changed. This version must therefore be able to open and
// read the database of every release.

const folder = fileURLToPath(new URL('../stores/', import.meta.url))
const releases = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -'.sql'.length))

test('includes the database of the first release', () => {
  expect(releases).toContain('0.2.0')
})

describe.each(releases)('database of release %s', (release) => {
  const sql = readFileSync(`${folder}${release}.sql`, 'utf8')
  const { keys, read } = JSON.parse(readFileSync(`${folder}${release}.json`, 'utf8')) as {
    keys: StoreKeys
    read: object
  }

  const check = async (store: Parameters<typeof openReleased>[0]) => {
    const { runtime, close } = await openReleased(store, keys.now)
    try {
      // Later versions can add fields, but must keep all existing ones. Scores are calculated by the current
      // model, so a new model version updates them in the record. The scores of watches are stored.
      expect(await readStore(runtime, keys)).toMatchObject(read)
      const { intact, chains } = await verifyAudit(runtime.kyc)
      expect(intact).toBe(true)
      if (release === '0.2.0') expect(chains).toMatchObject([{ earlier: 4 }, { earlier: 4, verified: 0 }])
    } finally {
      await close()
    }
  }

  test('is migrated and read on a database server', async () => {
    const databaseUrl = await freshDatabase()
    const database = await openServer({ url: databaseUrl, poolSize: 1 })
    await database.run(sql)
    await database.close()
    await check({ databaseUrl })
  })

  test('is migrated and read in a data folder', async () => {
    const dataFolder = temporaryFolder()
    const postgres = join(dataFolder.path, 'postgres')
    await createEmbeddedStore(postgres)
    const database = await openEmbedded({ folder: postgres })
    await database.run(sql)
    await database.close()
    await check({ dataFolder: dataFolder.path })
    dataFolder.remove()
  })
})
