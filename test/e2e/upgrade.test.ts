import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '@touchstone/common'
import { allMigrations, openRuntime, readSettings } from '@touchstone/runtime'
import { migrate, openServer, sqlMigration } from '@touchstone/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { freshDatabase } from '../support/engines.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli, temporaryFolder } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ engine: 'server' })
}, demoTimeout)
afterAll(() => server.stop())

const check = async (env: Record<string, string>) => {
  const { code, stdout } = await runCli(['upgrade', '--check', '--json'], env)
  return { code, plan: JSON.parse(stdout) }
}

test('a database of the first release needs all nodes to stop', async () => {
  const folder = temporaryFolder()
  const env = { TOUCHSTONE_DATA: folder.path, DATABASE_URL: await freshDatabase() }
  expect(await check(env)).toMatchObject({ code: 0, plan: { state: 'pending', nodesMustStop: false } })
  const database = await openServer({ url: env.DATABASE_URL, poolSize: 1 })
  await database.run(readFileSync(fileURLToPath(new URL('../stores/0.2.0.sql', import.meta.url)), 'utf8'))
  const { code, plan } = await check(env)
  expect(code).toBe(3)
  expect(plan).toMatchObject({ state: 'pending', nodesMustStop: true, freeBytes: null, enoughSpace: null })
  expect(plan.seconds).toBeGreaterThan(0)
  const named = Object.fromEntries(
    plan.migrations.map((each: { name: string; kind: string; tables: object[] }) => [each.name, each]),
  )
  expect(named['0014-suspended-people']).toMatchObject({ kind: 'expand', tables: [] })
  expect(named['0022-signed-rows']).toMatchObject({
    kind: 'contract',
    tables: expect.arrayContaining([expect.objectContaining({ table: 'member_session', how: 'rewrite' })]),
  })
  expect(named['0002-ledger-coverage']).toMatchObject({
    kind: 'expand',
    tables: [expect.objectContaining({ table: 'ledger.transaction' })],
  })
  // Nothing was changed.
  expect((await database.run("select to_regclass('merchant_case') as made")).rows).toEqual([{ made: null }])
  await database.close()
  expect((await runCli(['upgrade', '--check'], env)).stdout).toContain('Stop all nodes')
  expect((await runCli(['upgrade'], env)).code).toBe(2)
  folder.remove()
})

test('a node of this version serves while a later version adds something, and can be restarted', async () => {
  const { mchNo, apiKey, programNo } = server.demo
  const list = () =>
    ask(`${server.url}/zkseradmin/openapi/kyc/getUsersList`, { body: { mchNo, apiKey, programNo, page: 1 } })
  const later = {
    ...allMigrations,
    '9998-later-expand': sqlMigration([
      'create table later_thing (id bigint generated always as identity primary key, merchant_id bigint references merchant)',
      'alter table person add column later text, add column later_count integer not null default 0',
      'create index later_person on person (later)',
      'insert into later_thing (merchant_id) select id from merchant',
    ]),
  }
  let isOver = false
  const codes: unknown[] = []
  const load = (async () => {
    while (!isOver) codes.push((await list()).body.code)
  })()
  const database = await openServer({ url: server.databaseUrl ?? '', poolSize: 2 })
  expect(await migrate({ database, migrations: later })).toEqual(['9998-later-expand'])
  for (const end = codes.length + 5; codes.length < end; ) await list()
  isOver = true
  await load
  expect(new Set(codes)).toEqual(new Set([80000000]))

  const settings = readSettings({ folder: server.dataFolder, env: server.stores })
  const warned: object[] = []
  const logger = { ...silentLogger, warn: (fields: object) => void warned.push(fields) }
  const restarted = await openRuntime({ settings, logger })
  await restarted.close()
  expect(warned).toContainEqual({ migrations: ['9998-later-expand'] })
  expect(await runCli(['merchant', 'create', 'Written by the older node'], server.stores)).toMatchObject({
    code: 0,
  })
  expect(await check(server.stores)).toMatchObject({
    code: 0,
    plan: { state: 'current', newerMigrations: ['9998-later-expand'] },
  })

  await migrate({
    database,
    migrations: { ...later, '9999-later-contract': sqlMigration(['alter table person drop column later']) },
  })
  await database.close()
  await expect(openRuntime({ settings, logger: silentLogger })).rejects.toMatchObject({
    code: 'store.version',
  })
  expect(await check(server.stores)).toMatchObject({ code: 1, plan: { state: 'newer' } })
})
