import { type ClickHouse, partsOf } from '@touchstone/storage'
import { knownEdge, label, newlyKnown, stagedLabel } from '../ledger/ledger-tables.ts'
import { asOnePart, everyTime, token } from '../ledger/staging-store.ts'

/** Rows as `import, network, address, category, entity, label, incident, source, version, confidence`, escaped. */
export async function loadStagedLabels(
  clickhouse: ClickHouse,
  chunk: { importId: number; number: number; rows: Buffer },
): Promise<void> {
  await clickhouse.load(
    `insert into staged_label
     settings insert_deduplication_token = ${token('labels', chunk.importId, chunk.number)}, ${asOnePart}
     format TSV`,
    chunk.rows,
  )
}

/** How many distinct labels each source brings. */
export async function selectStagedSources(
  clickhouse: ClickHouse,
  importId: number,
): Promise<{ source: string; version: string; labels: number }[]> {
  return await clickhouse.work(
    `select source, any(version) as version, toFloat64(uniqExact(network, address, category, entity, label, incident)) as labels
     from staged_label where import = {import:UInt64} group by source order by source`,
    { import: importId },
  )
}

/** Addresses that nobody had a label for until now, numbered: their edges are gathered some at a time. */
export async function prepareNewlyKnown(clickhouse: ClickHouse, importId: number): Promise<number> {
  await drop(clickhouse, newlyKnown, importId)
  await clickhouse.work(
    `insert into newly_known settings ${everyTime}, ${asOnePart}
     select ${Number(importId)}, row_number() over (order by network, address), network, address from (
       select distinct network, address from staged_label
       where import = {import:UInt64} and (network, address) not in (select network, address from known_address))`,
    { import: importId },
  )
  const [row] = await clickhouse.work<{ count: number }>(
    'select toFloat64(count()) as count from newly_known where import = {import:UInt64}',
    { import: importId },
  )
  return row?.count ?? 0
}

const someNewlyKnown =
  'select network, address from newly_known where import = {import:UInt64} and number > {after:UInt64} and number <= {upTo:UInt64}'

/** What everybody had with the newly known addresses, seen from the other side. */
export async function gatherEdges(
  clickhouse: ClickHouse,
  group: { importId: number; after: number; upTo: number },
): Promise<void> {
  await clickhouse.work(
    `insert into known_edge
     settings ${everyTime}, ${asOnePart}
     select network, counterparty, coin, address,
       sumIf(toInt256(amount), kind = 'out'), sumIf(toInt256(amount), kind = 'in'),
       countIf(kind = 'out'), countIf(kind = 'in')
     from movement
     where (network, address) global in (${someNewlyKnown}) and kind != 'fee' and counterparty != ''
     group by network, counterparty, coin, address`,
    { import: group.importId, after: group.after, upTo: group.upTo },
  )
}

export async function insertKnown(clickhouse: ClickHouse, importId: number): Promise<void> {
  await clickhouse.work(
    `insert into known_address settings ${everyTime}, ${asOnePart}
     select network, address from newly_known where import = {import:UInt64}`,
    { import: importId },
  )
}

/**
 * Takes out what an import had put in when it was cut short. The addresses that it makes known had no edges before, so that
 * all edges to them are its own.
 */
export async function takeBackLabels(clickhouse: ClickHouse, importId: number): Promise<void> {
  const remove = async (table: typeof label, where: string) =>
    await clickhouse.work(
      `delete from ${partsOf(table, clickhouse.cluster)} where ${where} settings lightweight_deletes_sync = 2`,
      { import: importId },
    )
  await remove(
    knownEdge,
    '(network, counterparty) in (select network, address from newly_known where import = {import:UInt64})',
  )
  await remove(label, 'revision = {import:UInt64}')
}

/** The new labels come in whole; then those of older versions of the same sources go. */
export async function replaceLabels(
  clickhouse: ClickHouse,
  importId: number,
  sources: readonly string[],
): Promise<void> {
  await clickhouse.work(
    `insert into label settings ${everyTime}, ${asOnePart}
     select network, address, category, entity, label, incident, source, any(version), max(confidence), {import:UInt64}
     from staged_label where import = {import:UInt64}
     group by network, address, category, entity, label, incident, source`,
    { import: importId },
  )
  await clickhouse.work(
    `delete from ${partsOf(label, clickhouse.cluster)}
     where source in {sources:Array(String)} and revision < {import:UInt64} settings lightweight_deletes_sync = 2`,
    { import: importId, sources },
  )
}

export async function dropStagedLabels(clickhouse: ClickHouse, importId: number): Promise<void> {
  await drop(clickhouse, stagedLabel, importId)
  await drop(clickhouse, newlyKnown, importId)
}

async function drop(clickhouse: ClickHouse, table: typeof stagedLabel, importId: number): Promise<void> {
  await clickhouse.work(
    `alter table ${partsOf(table, clickhouse.cluster)} drop partition ${Number(importId)}`,
  )
}
