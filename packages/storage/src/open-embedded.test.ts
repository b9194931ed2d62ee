import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binaryQuery } from './binary/binary-query.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './open-embedded.ts'
import { isStoreUnavailable } from './store-failure.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-embedded-'))
let database: Database
beforeAll(async () => {
  database = await openEmbedded()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('computes a query without blocking the event loop', async () => {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 1)
  await database.run('select count(*) from generate_series(1, 2000000)')
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(10)
})

test('passes values, rows and errors unchanged', async () => {
  await database.run(
    'create table thing (id bigint primary key, bytes bytea, day date, at timestamptz, words text[])',
  )
  const at = new Date(1_800_000_000_000)
  const values = [2 ** 40, Buffer.from([0, 255]), '2026-11-15', at, ['one', 'two']]
  await database.run('insert into thing values ($1, $2, $3, $4, $5)', values)
  const { rows } = await database.run('select * from thing where words = $1', [['one', 'two']])
  expect(rows).toEqual([
    { id: 2 ** 40, bytes: new Uint8Array([0, 255]), day: '2026-11-15', at, words: ['one', 'two'] },
  ])
  const again = database.run('insert into thing (id) values ($1)', [2 ** 40])
  await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'thing_pkey', severity: 'ERROR' })
  await expect(again).rejects.toBeInstanceOf(Error)
  await expect(sql`select 9007199254740993::bigint as n`.execute(database.tables())).rejects.toThrow('2^53')
  const found = await binaryQuery(database.tables(), 'select 7::int', [])
  expect(found).toEqual([[Buffer.from([0, 0, 0, 7])]])
})

test('reports a store that cannot be opened and a store that is already closed', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, 'not a folder')
  await expect(openEmbedded({ folder: join(file, 'postgres') })).rejects.toMatchObject({
    code: 'store.embedded.open',
  })
  const closed = await openEmbedded({ folder: join(folder, 'postgres') })
  await closed.run('create table kept (id int)')
  await closed.close()
  const error = await closed.run('select 1').catch((reason: unknown) => reason)
  expect(isStoreUnavailable(error)).toBe(true)
  const opened = await openEmbedded({ folder: join(folder, 'postgres') })
  expect((await opened.run('select * from kept')).rows).toEqual([])
  await opened.close()
})
