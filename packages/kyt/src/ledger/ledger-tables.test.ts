import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClickHouse, createTable, openEmbeddedClickHouse } from '@touchstone/storage'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { ledgerTest as test } from '../../../../test/support/ledger-engine.ts'
import { accountTotal, ledgerTables } from './ledger-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-tables-'))
let clickhouse: ClickHouse
beforeAll(async () => {
  clickhouse = await openEmbeddedClickHouse({ folder })
})
afterAll(async () => {
  await clickhouse.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The engine's own way of writing a statement: it must have understood it. */
const parsed = async (statement: string) => {
  const [row] = await clickhouse.query<{ text: string }>(
    'select formatQuerySingleLine({statement:String}) as text',
    { statement },
  )
  return row?.text ?? ''
}

describe.each(ledgerTables.map((table) => [table.name, table] as const))('%s', (name, table) => {
  test('can be made on one node, and again', async () => {
    for (let time = 0; time < 2; time += 1) {
      for (const statement of createTable(table, undefined)) await clickhouse.work(statement)
    }
    const [made] = await clickhouse.query<{ engine: string; settings: string }>(
      `select engine, engine_full as settings from system.tables
       where database = currentDatabase() and name = {name:String}`,
      { name },
    )
    expect(made?.engine).toBe(table.engine)
    expect(made?.settings).toContain('non_replicated_deduplication_window')
  })

  test('has a form for a cluster that the engine understands', async () => {
    const statements = createTable(table, 'main')
    const [local, distributed] = await Promise.all(statements.map(parsed))
    expect(local).toContain('ON CLUSTER main')
    expect(local).toContain(`ENGINE = Replicated${table.engine}(`)
    expect(local).toContain('replicated_deduplication_window')
    if (table.shardBy === undefined) {
      // Every node has all of it.
      expect(statements).toHaveLength(1)
      expect(local).toContain(`CREATE TABLE IF NOT EXISTS ${name} ON CLUSTER`)
      expect(local).toContain('/all/')
      return
    }
    expect(statements).toHaveLength(2)
    expect(local).toContain(`CREATE TABLE IF NOT EXISTS ${name}_local ON CLUSTER`)
    expect(local).toContain('{shard}')
    expect(distributed).toContain(`CREATE TABLE IF NOT EXISTS ${name} ON CLUSTER main AS ${name}_local`)
    expect(distributed).toContain(
      `ENGINE = Distributed('main', currentDatabase(), ${name}_local, ${table.shardBy})`,
    )
  })
})

test('rows of one address lie on one shard', () => {
  const sharded = ledgerTables.filter((table) => table.shardBy !== undefined)
  expect(sharded.map((table) => [table.name, table.shardBy])).toEqual([
    ['movement', 'cityHash64(address)'],
    ['account_total', 'cityHash64(address)'],
    ['known_edge', 'cityHash64(address)'],
    ['transaction_party', 'id'],
  ])
})

test('both forms come from one text', () => {
  expect(createTable(accountTotal, undefined).join(';\n')).toMatchInlineSnapshot(`
    "create table if not exists account_total (
        network UInt8,
        address String,
        coin UInt16,
        received SimpleAggregateFunction(sum, Int256),
        spent SimpleAggregateFunction(sum, Int256),
        fees SimpleAggregateFunction(sum, Int256),
        received_txs SimpleAggregateFunction(sum, Int64),
        spent_txs SimpleAggregateFunction(sum, Int64),
        txs SimpleAggregateFunction(sum, Int64),
        received_transfers SimpleAggregateFunction(sum, Int64),
        spent_transfers SimpleAggregateFunction(sum, Int64),
        first_seen SimpleAggregateFunction(min, UInt32),
        last_seen SimpleAggregateFunction(max, UInt32))
    engine = AggregatingMergeTree()
    order by (network, address, coin)
    settings index_granularity = 128, min_bytes_for_wide_part = 1000000000000000, min_rows_for_wide_part = 1000000000000000, fsync_after_insert = 1, non_replicated_deduplication_window = 10000"
  `)
  expect(createTable(accountTotal, 'main').join(';\n')).toMatchInlineSnapshot(`
    "create table if not exists account_total_local on cluster 'main' (
        network UInt8,
        address String,
        coin UInt16,
        received SimpleAggregateFunction(sum, Int256),
        spent SimpleAggregateFunction(sum, Int256),
        fees SimpleAggregateFunction(sum, Int256),
        received_txs SimpleAggregateFunction(sum, Int64),
        spent_txs SimpleAggregateFunction(sum, Int64),
        txs SimpleAggregateFunction(sum, Int64),
        received_transfers SimpleAggregateFunction(sum, Int64),
        spent_transfers SimpleAggregateFunction(sum, Int64),
        first_seen SimpleAggregateFunction(min, UInt32),
        last_seen SimpleAggregateFunction(max, UInt32))
    engine = ReplicatedAggregatingMergeTree('/clickhouse/tables/{database}/{shard}/account_total_local', '{replica}')
    order by (network, address, coin)
    settings index_granularity = 128, min_bytes_for_wide_part = 1000000000000000, min_rows_for_wide_part = 1000000000000000, fsync_after_insert = 1, non_replicated_deduplication_window = 10000, replicated_deduplication_window = 10000;
    create table if not exists account_total on cluster 'main' as account_total_local engine = Distributed('main', currentDatabase(), account_total_local, cityHash64(address))"
  `)
})
