import { expect, test } from 'vitest'
import { freshDatabase, openFreshEmbedded } from '../../../test/support/engines.ts'
import { waitUntil } from '../../../test/support/processes.ts'
import { openServer } from './open-server.ts'

test('lets one caller per process claim a name', async () => {
  const database = await openFreshEmbedded()
  const release = await database.claim('1')
  expect(await database.claim('1')).toBeUndefined()
  const other = await database.claim('2')
  await release?.()
  const again = await database.claim('1')
  expect(again).toBeDefined()
  await again?.()
  await other?.()
  await database.close()
})

test('lets one node hold a name until it releases the name or disconnects', async () => {
  const url = await freshDatabase()
  const one = await openServer({ url, poolSize: 2 })
  const other = await openServer({ url, poolSize: 2 })
  const claims = await Promise.all(['1', '2', '3'].map((name) => one.claim(name)))
  // All claims on a node share one connection, so one connection remains free.
  await one.ping()
  expect(await one.claim('1')).toBeUndefined()
  expect(await other.claim('1')).toBeUndefined()
  await claims[0]?.()
  const taken = await other.claim('1')
  expect(taken).toBeDefined()
  await taken?.()

  await other.run(
    // Ends only connections to this database, because other test suites share the server.
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`,
  )
  await waitUntil(
    async () => {
      const release = await other.claim('2')
      await release?.()
      return release !== undefined
    },
    60_000,
    "the disconnected node's claim to be released",
  )
  await claims[1]?.()
  await claims[2]?.()
  await one.ping()
  const last = await one.claim('4')
  expect(last).toBeDefined()
  await last?.()
  await one.close()
  await other.close()
})
