import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TupleParam } from '@clickhouse/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startClickHouseFront, startFrontOn } from '../../../../test/support/clickhouse-front.ts'
import { hasLedgerEngine, ledgerTest } from '../../../../test/support/ledger-engine.ts'
import { isStoreUnavailable } from '../store-failure.ts'
import { absentClickHouse } from './absent-clickhouse.ts'
import type { ClickHouse } from './clickhouse.ts'
import { ClickHouseUnavailable, clickHouseFailure } from './clickhouse-failure.ts'
import { migrateClickHouse, pendingClickHouseMigrations } from './migrate-clickhouse.ts'
import { openClickHouseServer } from './open-clickhouse-server.ts'
import { openEmbeddedClickHouse } from './open-embedded-clickhouse.ts'
import { createTable, partsOf, type TableDefinition } from './table-form.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-clickhouse-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const hostile = [
  '',
  "O'Hara",
  "'); drop table kept; --",
  "\\'); drop table kept; --",
  '\\',
  'C:\\new\\table\\0',
  'a\tb\nc\rd',
  '\0nul\0',
  '"double" `back` {name:String} ?',
  '\\N',
  'NULL',
  'тест 試金石 🪙',
  "]', '[",
  ' blanks ',
]

/** One number more than the greatest that JavaScript counts exactly would already show. */
const wide = {
  greatest: (2n ** 256n - 1n).toString(),
  least: (-(2n ** 255n)).toString(),
}

const kept: TableDefinition = {
  name: 'kept',
  columns: 'id UInt64, text String, amount UInt256, change Int256',
  engine: 'MergeTree',
  orderBy: 'id',
}

const onePart =
  'max_insert_threads = 1, min_insert_block_size_rows = 1000000000, min_insert_block_size_bytes = 0, max_insert_block_size = 1000000000'

describe.skipIf(!hasLedgerEngine).each(['embedded', 'server'] as const)('ClickHouse (%s)', (engine) => {
  let clickhouse: ClickHouse
  let stop = async () => {}
  const start = async () => {
    if (engine === 'embedded') return await openEmbeddedClickHouse({ folder: newFolder() })
    const front = await startClickHouseFront(newFolder())
    stop = () => front.stop()
    return await openClickHouseServer({ url: front.url })
  }
  const count = async (where = '1') => {
    const [row] = await clickhouse.query<{ n: number }>(
      `select toFloat64(count()) as n from kept where ${where}`,
    )
    return row?.n
  }

  beforeAll(async () => {
    clickhouse = await start()
    for (const statement of createTable(kept, undefined)) await clickhouse.work(statement)
  })
  afterAll(async () => {
    await clickhouse?.close()
    await stop()
  })

  test('says which engine it is and answers', async () => {
    expect(clickhouse.engine).toBe(engine)
    expect(clickhouse.cluster).toBeUndefined()
    await clickhouse.ping()
  })

  test.each(hostile)('brings back what was bound, as it was: %j', async (text) => {
    expect(await clickhouse.query('select {text:String} as text', { text })).toEqual([{ text }])
    expect(await clickhouse.work('select {text:String} as text', { text })).toEqual([{ text }])
  })

  test('brings back what was bound in lists', async () => {
    expect(await clickhouse.query('select {texts:Array(String)} as texts', { texts: hostile })).toEqual([
      { texts: hostile },
    ])
    const pairs = hostile.map((text, index) => [index, text])
    expect(
      await clickhouse.query(
        'select arrayMap(pair -> pair.2, {pairs:Array(Tuple(UInt8, String))}) as texts',
        { pairs: hostile.map((text, index) => new TupleParam([index, text])) },
      ),
    ).toEqual([{ texts: pairs.map(([, text]) => text) }])
  })

  test('keeps and finds what was bound', async () => {
    for (const [index, text] of hostile.entries()) {
      await clickhouse.work('insert into kept (id, text) select {id:UInt64}, {text:String}', {
        id: 1000 + index,
        text,
      })
    }
    const rows = await clickhouse.query<{ text: string }>(
      'select text from kept where id >= 1000 and id < 2000 and text in {texts:Array(String)} order by id',
      { texts: hostile },
    )
    expect(rows.map((row) => row.text)).toEqual(hostile)
  })

  test('takes an insert with the same token once, as one part', async () => {
    const parts = async () => {
      const [row] = await clickhouse.query<{ n: number }>(
        `select toFloat64(max(max_block_number)) as n from system.parts
         where database = currentDatabase() and table = 'kept'`,
      )
      return row?.n ?? 0
    }
    const before = await parts()
    const insert = async (token: string) =>
      await clickhouse.work(
        `insert into kept (id, text) settings insert_deduplication_token = '${token}', ${onePart}
         select 10000 + number, toString(number) from numbers(300000)`,
      )
    await insert('one')
    expect(await count('id >= 10000 and id < 400000')).toBe(300_000)
    expect(await parts()).toBe(before + 1)
    await insert('one')
    expect(await count('id >= 10000 and id < 400000')).toBe(300_000)
    expect(await parts()).toBe(before + 1)
    await insert('two')
    expect(await count('id >= 10000 and id < 400000')).toBe(600_000)
  })

  test('loads rows once for a token, as one part, byte by byte', async () => {
    const rows = Buffer.from(
      Array.from({ length: 50_000 }, (_, n) => `${500_000 + n}\ttext '${n}' \\x; select 1\n`).join(''),
    )
    const load = async () =>
      await clickhouse.load(
        `insert into kept (id, text) settings insert_deduplication_token = 'load', ${onePart}, input_format_parallel_parsing = 0 format TSVRaw`,
        rows,
      )
    await load()
    await load()
    expect(await count('id >= 500000 and id < 600000')).toBe(50_000)
    const [row] = await clickhouse.query<{ text: string; parts: number }>(
      `select anyIf(text, id = 500007) as text, toFloat64(uniqExact(_part)) as parts from kept
       where id >= 500000 and id < 600000`,
    )
    expect(row).toEqual({ text: "text '7' \\x; select 1", parts: 1 })
  })

  test('keeps wide integers to the last digit', async () => {
    await clickhouse.work(
      'insert into kept (id, amount, change) select 700000, {amount:UInt256}, {change:Int256}',
      { amount: wide.greatest, change: wide.least },
    )
    await clickhouse.load(
      'insert into kept (id, amount, change) format TSV',
      Buffer.from(`700001\t${wide.greatest}\t${wide.least}\n`),
    )
    const rows = await clickhouse.query(
      'select toString(amount) as amount, toString(change) as change from kept where id in (700000, 700001)',
    )
    expect(rows).toEqual([
      { amount: wide.greatest, change: wide.least },
      { amount: wide.greatest, change: wide.least },
    ])
  })

  test('what the engine refuses is an error, and no other one', async () => {
    for (const wrong of [
      () => clickhouse.query('select nothing from nowhere'),
      () => clickhouse.work('insert into nowhere select 1'),
      () => clickhouse.work('selekt'),
      () => clickhouse.query("select throwIf(number = 3, 'three') from numbers(10)"),
      () => clickhouse.load('insert into kept (id) format TSV', Buffer.from('no number\n')),
      () => clickhouse.query('select {n:UInt8} as n', { n: 'many' }),
      () => clickhouse.query('select {missing:String} as text'),
    ]) {
      const error = await wrong().then(
        () => undefined,
        (cause) => cause,
      )
      expect(error).toBeInstanceOf(Error)
      expect(isStoreUnavailable(error)).toBe(false)
    }
    await clickhouse.ping()
  })

  test('runs each migration once, and goes on after one that failed half-way', async () => {
    const first = () => ['create table if not exists m_one (a UInt8) engine = MergeTree order by a']
    const statements = [
      'create table if not exists m_two (a UInt8) engine = MergeTree order by a',
      'alter table m_absent add column if not exists b UInt8',
    ]
    const migrations = { '0002-two': () => statements, '0001-one': first }
    expect(await pendingClickHouseMigrations({ clickhouse, migrations })).toEqual(['0001-one', '0002-two'])
    const failure = await migrateClickHouse({ clickhouse, migrations }).then(
      () => undefined,
      (error) => error,
    )
    expect(failure).toMatchObject({ code: 'ledger.migrate' })
    expect(failure.message).toContain('0002-two')
    expect(await pendingClickHouseMigrations({ clickhouse, migrations })).toEqual(['0002-two'])
    statements[1] = 'alter table m_two add column if not exists b UInt8'
    expect(await migrateClickHouse({ clickhouse, migrations })).toEqual(['0002-two'])
    expect(await migrateClickHouse({ clickhouse, migrations })).toEqual([])
    expect(await pendingClickHouseMigrations({ clickhouse, migrations })).toEqual([])
    expect(await clickhouse.query('select a, b from m_two')).toEqual([])
  })

  test('makes the tables of one node', async () => {
    expect(
      await clickhouse.query(
        "select engine from system.tables where database = currentDatabase() and name = 'kept'",
      ),
    ).toEqual([{ engine: 'MergeTree' }])
    expect(partsOf(kept, undefined)).toBe('kept')
  })
})

// The front of the tests has no such connections of its own.
ledgerTest('the engine in the process answers questions while something long is at work', async () => {
  const clickhouse = await openEmbeddedClickHouse({ folder: newFolder() })
  const order: string[] = []
  const long = clickhouse
    .work(
      'select count() as n from numbers(60000000) where sipHash64(sipHash128(number)) = 1 settings max_threads = 1',
    )
    .then(() => order.push('work'))
  for (let index = 0; index < 5; index += 1) {
    expect(await clickhouse.query('select {index:UInt8} as n', { index })).toEqual([{ n: index }])
  }
  order.push('questions')
  await long
  expect(order).toEqual(['questions', 'work'])
  await clickhouse.close()
})

ledgerTest('says that a server is not there, and finds it again', async () => {
  const folder = newFolder()
  const front = await startClickHouseFront(folder)
  const clickhouse = await openClickHouseServer({ url: front.url })
  await clickhouse.work('create table a (n UInt8) engine = MergeTree order by n')
  await clickhouse.work('insert into a select 7')
  await front.kill()
  for (const ask of [
    () => clickhouse.query('select 1'),
    () => clickhouse.work('insert into a select 8'),
    () => clickhouse.load('insert into a format TSV', Buffer.from('8\n')),
    () => clickhouse.ping(),
  ]) {
    const error = await ask().then(
      () => undefined,
      (cause) => cause,
    )
    expect(error).toBeInstanceOf(ClickHouseUnavailable)
    expect(isStoreUnavailable(error)).toBe(true)
    expect(String(error)).not.toContain('insert into')
  }
  await expect(openClickHouseServer({ url: front.url })).rejects.toMatchObject({
    code: 'ledger.server.connect',
  })
  const again = await startFrontOn(folder, front.port)
  expect(await clickhouse.query('select n from a')).toEqual([{ n: 7 }])
  await clickhouse.close()
  await again.stop()
})

test.each([
  [{ code: '241', message: 'Memory limit exceeded' }, true],
  [{ code: '243', message: 'Cannot reserve 1.00 MiB' }, true],
  [new Error('write: No space left on device'), true],
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true],
  [new Error('Timeout error.'), true],
  [{ code: '62', message: 'Syntax error' }, false],
  [{ code: '60', message: "Unknown table 'socket hang up'" }, false],
])('tells what passes from what is wrong', (error, passes) => {
  expect(isStoreUnavailable(clickHouseFailure(error))).toBe(passes)
})

const totals: TableDefinition = {
  name: 'totals',
  columns: 'address String, sum SimpleAggregateFunction(sum, Int256)',
  engine: 'AggregatingMergeTree',
  orderBy: 'address',
  partitionBy: 'length(address)',
  settings: { index_granularity: 128 },
  shardBy: 'cityHash64(address)',
}

test('who asks where there is no engine is told that it is not available', async () => {
  const { engine, query, work, load, ping, close } = absentClickHouse()
  expect(engine).toBe('absent')
  for (const refused of [query('select 1'), work('select 1'), load('insert', Buffer.from('')), ping()]) {
    const error: unknown = await refused.catch((reason: unknown) => reason)
    expect(isStoreUnavailable(error)).toBe(true)
  }
  await expect(close()).resolves.toBeUndefined()
})

test('one text gives the form of one node and the form of a cluster', () => {
  expect(createTable(totals, undefined)).toMatchInlineSnapshot(`
    [
      "create table if not exists totals (address String, sum SimpleAggregateFunction(sum, Int256))
    engine = AggregatingMergeTree()
    partition by length(address)
    order by address
    settings index_granularity = 128, non_replicated_deduplication_window = 10000",
    ]
  `)
  expect(createTable(totals, 'main')).toMatchInlineSnapshot(`
    [
      "create table if not exists totals_local on cluster 'main' (address String, sum SimpleAggregateFunction(sum, Int256))
    engine = ReplicatedAggregatingMergeTree('/clickhouse/tables/{database}/{shard}/totals_local', '{replica}')
    partition by length(address)
    order by address
    settings index_granularity = 128, non_replicated_deduplication_window = 10000, replicated_deduplication_window = 10000",
      "create table if not exists totals on cluster 'main' as totals_local engine = Distributed('main', currentDatabase(), totals_local, cityHash64(address))",
    ]
  `)
  expect(
    createTable({ ...kept, engine: 'ReplacingMergeTree', engineArguments: 'id' }, 'main'),
  ).toMatchInlineSnapshot(`
    [
      "create table if not exists kept on cluster 'main' (id UInt64, text String, amount UInt256, change Int256)
    engine = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/all/kept', '{shard}-{replica}', id)
    order by id
    settings non_replicated_deduplication_window = 10000, replicated_deduplication_window = 10000",
    ]
  `)
  expect(partsOf(totals, 'main')).toBe("totals_local on cluster 'main'")
  expect(partsOf(kept, "o'hara")).toBe("kept on cluster 'o\\'hara'")
})
