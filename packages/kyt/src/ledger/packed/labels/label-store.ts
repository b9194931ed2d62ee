import { type BinaryRow, binaryQuery, encodeArray, readField, unnestRow } from '@touchstone/storage'
import {
  accountId,
  type LabelRow,
  type LabelSourceCount,
  type NewLabel,
  type Versioned,
} from '../../ledger-store.ts'
import { gatherRows, type LedgerDb, listOf } from '../ledger-db.ts'
import { BytesReader } from '../packing/bytes-reader.ts'
import { readVersions, versionColumns } from '../versions/version-store.ts'

/** Returns labels with the ledger versions from which they were read. */
export async function selectLabels(
  db: LedgerDb,
  addresses: readonly string[],
): Promise<Versioned<string, LabelRow[]>> {
  const rows = await binaryQuery(
    db,
    `select found.*, ${versionColumns} from ledger.state cross join (
       select array_agg(l.address), array_agg(category), array_agg(entity), array_agg(label), array_agg(incident),
         array_agg(source), array_agg(version), array_agg(confidence)
       from ledger.label l join ledger.label_source s on s.name = l.source and s.revision = l.revision
       where l.address = any(${listOf(1, 'bytea')})) as found`,
    [encodeArray.hexBytea(addresses)],
  )
  const labels = rows.flatMap((row) => unnestRow(row, 8))
  return { versions: readVersions(rows, 8), found: gatherRows(labels, toLabel) }
}

function toLabel(row: BinaryRow): LabelRow {
  return {
    category: readField.text(row, 1),
    entity: readField.text(row, 2),
    label: readField.text(row, 3),
    incident: readField.text(row, 4),
    source: readField.text(row, 5),
    version: readField.text(row, 6),
    confidence: readField.int2(row, 7),
  }
}

export async function insertLabels(
  db: LedgerDb,
  revision: number,
  labels: readonly NewLabel[],
): Promise<void> {
  await binaryQuery(
    db,
    `insert into ledger.label (revision, address, source, category, entity, label, incident, version, confidence)
     select ($9::int8[])[1], * from unnest($1::bytea[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::int2[])`,
    [
      encodeArray.hexBytea(labels.map(({ key }) => accountId(key))),
      encodeArray.text(labels.map(({ source }) => source)),
      encodeArray.text(labels.map(({ category }) => category)),
      encodeArray.text(labels.map(({ entity }) => entity)),
      encodeArray.text(labels.map(({ label }) => label)),
      encodeArray.text(labels.map(({ incident }) => incident)),
      encodeArray.text(labels.map(({ version }) => version)),
      encodeArray.int2(labels.map(({ confidence }) => confidence)),
      encodeArray.int8([revision]),
    ],
  )
}

/** Returns up to `most` addresses in the revision that have never had a label. */
export async function selectNewlyKnown(db: LedgerDb, revision: number, most: number): Promise<string[]> {
  const rows = await binaryQuery(
    db,
    `select distinct address from ledger.label
     where revision = ($1::int8[])[1] and not exists (
       select 1 from ledger.known_address k where k.address = label.address)
     order by address limit ($2::int4[])[1]`,
    [encodeArray.int8([revision]), encodeArray.int4([most])],
  )
  return rows.map((row) => readField.hex(row, 0))
}

/** Addresses per page. */
const knownAtOnce = 20_000

/**
 * Returns a page of known addresses in ascending order, after the given address. Reads the page as a single
 * row, which is faster than reading many small rows.
 */
export async function selectKnown(db: LedgerDb, after: string): Promise<string[]> {
  const [row] = await binaryQuery(
    db,
    `select string_agg(set_byte('\\x00', 0, length(address)) || address, '' order by address) from (
       select address from ledger.known_address where address > ($1::bytea[])[1]
       order by address limit ($2::int4[])[1]) as page`,
    [encodeArray.hexBytea([after]), encodeArray.int4([knownAtOnce])],
  )
  const packed = row?.[0]
  if (!packed) return []
  const reader = new BytesReader(packed)
  const addresses: string[] = []
  while (!reader.isAtEnd) addresses.push(reader.hex(reader.byte()))
  return addresses
}

export async function insertKnown(db: LedgerDb, addresses: readonly string[]): Promise<void> {
  await binaryQuery(
    db,
    'insert into ledger.known_address select * from unnest($1::bytea[]) on conflict do nothing',
    [encodeArray.hexBytea(addresses)],
  )
}

/**
 * Returns the addresses whose labels change when a revision becomes visible: the addresses in the revision,
 * and the addresses that the revision's sources have labelled so far.
 */
export async function selectRelabelled(db: LedgerDb, revision: number): Promise<string[]> {
  const rows = await binaryQuery(
    db,
    `select distinct l.address from ledger.label l
     where l.revision = ($1::int8[])[1] or (
       l.source in (select source from ledger.label where revision = ($1::int8[])[1])
       and exists (select 1 from ledger.label_source s where s.name = l.source and s.revision = l.revision))`,
    [encodeArray.int8([revision])],
  )
  return rows.map((row) => readField.hex(row, 0))
}

/**
 * Makes a revision the current one for its sources and deletes their previous revisions. Of several equal
 * labels, keeps the one with the highest confidence.
 */
export async function showLabels(db: LedgerDb, revision: number): Promise<LabelSourceCount[]> {
  const number = encodeArray.int8([revision])
  await binaryQuery(
    db,
    `delete from ledger.label where ctid in (
       select ctid from (
         select ctid, row_number() over (
           partition by source, address, category, entity, label, incident order by confidence desc, ctid desc) as place
         from ledger.label where revision = ($1::int8[])[1]) as equal
       where place > 1)`,
    [number],
  )
  await binaryQuery(
    db,
    `insert into ledger.label_source (name, revision)
     select distinct source, revision from ledger.label where revision = ($1::int8[])[1]
     on conflict (name) do update set revision = excluded.revision`,
    [number],
  )
  await binaryQuery(
    db,
    `delete from ledger.label l using ledger.label_source s
     where s.revision = ($1::int8[])[1] and l.source = s.name and l.revision <> s.revision`,
    [number],
  )
  await binaryQuery(
    db,
    `insert into ledger.name_word (rest, name)
     select distinct words.rest, named.name from (
       select entity as name from ledger.label where revision = ($1::int8[])[1]
       union select label from ledger.label where revision = ($1::int8[])[1]) as named
     cross join lateral ledger.words_of(named.name) as words
     on conflict do nothing`,
    [number],
  )
  const rows = await binaryQuery(
    db,
    `select source, min(version), count(*)::int8 from ledger.label where revision = ($1::int8[])[1]
     group by source order by source`,
    [number],
  )
  return rows.map((row) => ({
    source: readField.text(row, 0),
    version: readField.text(row, 1),
    labels: readField.int8(row, 2),
  }))
}

/** Deletes the labels of a revision that was abandoned before it became visible. */
export async function deleteUnseenLabels(db: LedgerDb, revision: number): Promise<void> {
  await binaryQuery(
    db,
    `delete from ledger.label where revision = ($1::int8[])[1] and not exists (
       select 1 from ledger.label_source s where s.revision = ($1::int8[])[1])`,
    [encodeArray.int8([revision])],
  )
}
