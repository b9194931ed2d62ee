import { openServer } from '@touchstone/storage'
import { expect, test } from 'vitest'
import { freshDatabase, openFreshEmbedded } from '../../../../test/support/engines.ts'
import { waitUntil } from '../../../../test/support/processes.ts'
import { claimStaging } from './staging-claim-store.ts'

test('one at a time stages an import in a process', async () => {
  const database = await openFreshEmbedded()
  const release = await claimStaging(database, 1)
  expect(await claimStaging(database, 1)).toBeUndefined()
  const other = await claimStaging(database, 2)
  await release?.()
  const again = await claimStaging(database, 1)
  expect(again).toBeDefined()
  await again?.()
  await other?.()
  await database.close()
})

test('one at a time stages an import among nodes, until it lets go or is gone', async () => {
  const url = await freshDatabase()
  const one = await openServer({ url, poolSize: 2 })
  const other = await openServer({ url, poolSize: 2 })
  const claims = await Promise.all([1, 2, 3].map((id) => claimStaging(one, id)))
  // All claims of a node share one connection: there is one left to work with.
  await one.ping()
  expect(await claimStaging(one, 1)).toBeUndefined()
  expect(await claimStaging(other, 1)).toBeUndefined()
  await claims[0]?.()
  const taken = await claimStaging(other, 1)
  expect(taken).toBeDefined()
  await taken?.()

  await other.run(
    // Of this database alone: the server is shared with the other suites.
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`,
  )
  await waitUntil(
    async () => {
      const release = await claimStaging(other, 2)
      await release?.()
      return release !== undefined
    },
    60_000,
    'the claim of a node that is gone to be free',
  )
  await claims[1]?.()
  await claims[2]?.()
  await one.ping()
  const last = await claimStaging(one, 4)
  expect(last).toBeDefined()
  await last?.()
  await one.close()
  await other.close()
})
