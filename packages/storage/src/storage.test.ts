import { silentLogger } from '@touchstone/common'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { freshDatabase, onBothEngines } from '../../../test/support/engines.ts'
import { startJobQueue } from './job-queue.ts'
import { migrate, newerMigrations, pendingMigrations, sqlMigration } from './migrate.ts'
import { openServer } from './open-server.ts'
import { isStoreUnavailable } from './store-failure.ts'
import { withStoreLock } from './store-lock.ts'
import { tidyEmbeddedStore } from './tidy-store.ts'

const migrations = {
  '0001-thing': sqlMigration(['create table thing (id bigint primary key, bytes bytea, day date)']),
  '0002-row': sqlMigration([`insert into thing values (1, '\\x00ff', '2026-11-15')`]),
}

onBothEngines('the store', (suite) => {
  test('runs migrations once, in order, and lists pending ones', async () => {
    const { database } = suite
    expect(await pendingMigrations({ database, migrations })).toEqual(['0001-thing', '0002-row'])
    expect(await migrate({ database, migrations })).toEqual(['0001-thing', '0002-row'])
    expect(await migrate({ database, migrations })).toEqual([])
    expect(await pendingMigrations({ database, migrations })).toEqual([])
  })

  test('returns integers as numbers, dates as text and bytes as bytes on both engines', async () => {
    const { rows } = await sql<{ id: unknown; bytes: Uint8Array; day: unknown }>`
      select id, bytes, day from thing
    `.execute(suite.database.tables<unknown>())
    expect(rows[0]).toMatchObject({ id: 1, day: '2026-11-15' })
    expect([...(rows[0]?.bytes ?? [])]).toEqual([0, 255])
  })

  test('rejects an integer that is too large to be exact', async () => {
    const query = sql`select 9007199254740993::bigint as n`.execute(suite.database.tables<unknown>())
    await expect(query).rejects.toThrow('exceeds 2^53')
  })

  test('changes nothing if a migration fails', async () => {
    const broken = {
      ...migrations,
      '0003-broken': sqlMigration(['create table half (id int)', 'select 1/0']),
    }
    await expect(migrate({ database: suite.database, migrations: broken })).rejects.toThrow('0003-broken')
    const { rows } = await suite.database.run(`select to_regclass('half') as half`)
    expect(rows).toEqual([{ half: null }])
  })

  test('rejects a store from a newer or unknown version without changing it', async () => {
    const { database } = suite
    const { '0001-thing': first } = migrations
    const other = { '0001-other': first, '0002-row': first }
    await expect(migrate({ database, migrations: other })).rejects.toMatchObject({ code: 'store.version' })
    const contract = sqlMigration(['alter table thing drop column day'])
    await migrate({ database, migrations: { ...migrations, '0003-less': contract } })
    await expect(migrate({ database, migrations })).rejects.toMatchObject({ code: 'store.version' })
    await database.run("alter table thing add column day date; update thing set day = '2026-11-15'")
    await database.run("delete from touchstone_migration where name = '0003-less'")
    await database.run("delete from touchstone_migration_kind where name = '0003-less'")
    expect(await pendingMigrations({ database, migrations })).toEqual([])
  })

  test('opens a store in which a newer version has only added something', async () => {
    const { database } = suite
    const newer = { ...migrations, '0003-more': sqlMigration(['create table more (id int)']) }
    expect(await migrate({ database, migrations: newer })).toEqual(['0003-more'])
    expect(await migrate({ database, migrations })).toEqual([])
    expect(await newerMigrations({ database, migrations })).toEqual(['0003-more'])
    expect(await newerMigrations({ database, migrations: newer })).toEqual([])
    // The previous version does not continue with migrations of its own.
    const own = { ...migrations, '0002-some': sqlMigration(['select 1']) }
    await expect(migrate({ database, migrations: own })).rejects.toMatchObject({ code: 'store.version' })
  })

  test('runs an unrelated query before or after an open transaction, but never inside it', async () => {
    const db = suite.database.tables<unknown>()
    const count = async () => (await suite.database.run('select count(*)::int as n from thing')).rows[0]
    let seen: Promise<unknown> | undefined
    await db.transaction().execute(async (transaction) => {
      await sql`insert into thing values (2, null, null)`.execute(transaction)
      seen = count()
      await sql`insert into thing values (3, null, null)`.execute(transaction)
    })
    const { n } = (await seen) as { n: number }
    expect([1, 3]).toContain(n)
    expect(await count()).toEqual({ n: 3 })
  })

  test('leaves the connection usable after a failed transaction', async () => {
    const db = suite.database.tables<unknown>()
    const failing = db.transaction().execute(async (transaction) => {
      await sql`insert into thing values (9, null, null)`.execute(transaction)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect((await suite.database.run('select 1 from thing where id = 9')).rows).toEqual([])
  })

  test('runs jobs, preserves them across a queue restart, and retries failed jobs', async () => {
    const { database } = suite
    const first = await startJobQueue({ database, logger: silentLogger })
    await first.send('greet', { name: 'kept' })
    await first.stop()

    const second = await startJobQueue({ database, logger: silentLogger })
    const done = new Promise<{ name: string; tries: number }>((resolve) => {
      let tries = 0
      void second.work<{ name: string }>('greet', async ({ name }) => {
        tries++
        if (tries === 1) throw new Error('not yet')
        resolve({ name, tries })
      })
    })
    expect(await done).toEqual({ name: 'kept', tries: 2 })
    await second.stop()
  })

  test('vacuums changed tables of the embedded engine, like autovacuum on a server', async () => {
    const { database } = suite
    await database.run('create table busy (id int)')
    await database.run('insert into busy select generate_series(1, 500)')
    await database.run('update busy set id = id')
    const tidied = await tidyEmbeddedStore(database)
    expect(tidied.includes('public.busy')).toBe(database.engine === 'embedded')
    expect(await tidyEmbeddedStore(database)).not.toContain('public.busy')
  })

  test('lets only one caller at a time hold a lock', async () => {
    if (suite.database.engine === 'embedded')
      return expect(await withStoreLock(suite.database, 'x', async () => 7)).toBe(7)
    let inside = 0
    let most = 0
    const enter = () =>
      withStoreLock(suite.database, 'x', async () => {
        most = Math.max(most, ++inside)
        await suite.database.ping()
        inside--
      })
    await Promise.all([enter(), enter(), enter()])
    expect(most).toBe(1)
  })
})

describe('several nodes', () => {
  test('runs each migration once if several nodes migrate an empty database', async () => {
    const url = await freshDatabase()
    const nodes = await Promise.all(Array.from({ length: 4 }, () => openServer({ url, poolSize: 2 })))
    const ran = await Promise.all(nodes.map((database) => migrate({ database, migrations })))
    expect(ran.flat().sort()).toEqual(['0001-thing', '0002-row'])
    await Promise.all(nodes.map((node) => node.close()))
  })

  test('reports an unreachable server without the password', async () => {
    const url = 'postgres://someone:hunter2@127.0.0.1:1/nowhere'
    const failing = openServer({ url })
    await expect(failing).rejects.toThrow("can't be reached (ECONNREFUSED)")
    await expect(failing).rejects.not.toThrow('hunter2')
  })

  test('distinguishes a broken connection from an invalid query', async () => {
    const database = await openServer({ url: inject('postgresUrl'), poolSize: 2 })
    const wrong = await database.run('select nonsense').catch((error: unknown) => error)
    expect(isStoreUnavailable(wrong)).toBe(false)
    const cut = await database
      .run('select pg_terminate_backend(pg_backend_pid())')
      .catch((error: unknown) => error)
    expect(isStoreUnavailable(cut)).toBe(true)
    await database.ping()
    await database.close()
  })

  test('cancels a query at its time limit and leaves the connection usable', async () => {
    const database = await openServer({ url: inject('postgresUrl'), poolSize: 1 })
    const db = database.tables<unknown>({ mostMs: 50 })
    const late = await sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error)
    expect(late).toMatchObject({ code: '57014' })
    expect(isStoreUnavailable(late)).toBe(true)
    expect((await sql<{ n: number }>`select 7 as n`.execute(db)).rows).toEqual([{ n: 7 }])
    await database.close()
  })
})
