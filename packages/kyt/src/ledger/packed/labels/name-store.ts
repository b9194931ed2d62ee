import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import type { LedgerDb } from '../ledger-db.ts'

/** Sorts after every character, so that it ends the range of a prefix. */
const last = '\u{10ffff}'

const visible = 'join ledger.label_source s on s.name = l.source and s.revision = l.revision'

/**
 * Returns up to `most` names of entities and texts of labels that start with `text`, regardless of case, in
 * ascending order, followed by names with a later word that does. Jumps from name to name in the indexes, so that
 * the number of labels does not matter.
 */
export async function selectNames(db: LedgerDb, text: string, most: number): Promise<string[]> {
  const found = await Promise.all([
    selectFirst(db, 'entity', text, most),
    selectFirst(db, 'label', text, most),
  ])
  const byKey = new Map(found.flat().map(({ key, name }) => [key, name]))
  const starting = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, name]) => name)
  if (starting.length >= most) return starting.slice(0, most)
  const others = (await selectWithWord(db, text, most)).filter(({ key }) => !byKey.has(key))
  return [...starting, ...others.map(({ name }) => name)].slice(0, most)
}

/** Words that are compared. More names than this with the same word are not found by it alone. */
const mostWords = 2000

async function selectWithWord(
  db: LedgerDb,
  text: string,
  most: number,
): Promise<{ key: string; name: string }[]> {
  const isUsed = (column: 'entity' | 'label') =>
    `exists (select 1 from ledger.label l ${visible} where lower(l.${column}) = key)`
  const rows = await binaryQuery(
    db,
    `select key, name from (
       select lower(name) as key, min(name) as name from (
         select name from ledger.name_word
         where rest ~>=~ lower(($1::text[])[1]) and rest ~<~ lower(($1::text[])[2])
         order by rest using ~<~ limit ${mostWords}) as word
       group by lower(name)) as found
     where ${isUsed('entity')} or ${isUsed('label')}
     order by key limit ($2::int4[])[1]`,
    [encodeArray.text([text, text + last]), encodeArray.int4([most])],
  )
  return rows.map((row) => ({ key: readField.text(row, 0), name: readField.text(row, 1) }))
}

async function selectFirst(
  db: LedgerDb,
  column: 'entity' | 'label',
  text: string,
  most: number,
): Promise<{ key: string; name: string }[]> {
  const next = (condition: string) =>
    `select lower(l.${column}) as key, l.${column} as name from ledger.label l ${visible}
     where ${condition} and lower(l.${column}) ~<~ lower(($1::text[])[2])
     order by lower(l.${column}) using ~<~ limit 1`
  const rows = await binaryQuery(
    db,
    `with recursive named as (
       (${next(`lower(l.${column}) ~>=~ lower(($1::text[])[1])`)})
       union all
       select next.* from named cross join lateral (${next(`lower(l.${column}) ~>~ named.key`)}) as next
     )
     select key, name from named limit ($2::int4[])[1]`,
    [encodeArray.text([text, text + last]), encodeArray.int4([most])],
  )
  return rows.map((row) => ({ key: readField.text(row, 0), name: readField.text(row, 1) }))
}

/**
 * Returns a page of the addresses that have a label with this entity or this text, in ascending order after
 * `after`.
 */
export async function selectNamed(
  db: LedgerDb,
  of: { readonly name: string; readonly after: string; readonly most: number },
): Promise<string[]> {
  const named = (column: 'entity' | 'label') =>
    `(select l.address from ledger.label l ${visible}
      where lower(l.${column}) = lower(($1::text[])[1]) and l.address > ($2::bytea[])[1]
      order by l.address limit ($3::int4[])[1])`
  const rows = await binaryQuery(
    db,
    `select address from (${named('entity')} union ${named('label')}) as found
     order by address limit ($3::int4[])[1]`,
    [encodeArray.text([of.name]), encodeArray.hexBytea([of.after]), encodeArray.int4([of.most])],
  )
  return rows.map((row) => readField.hex(row, 0))
}
