import { type BinaryRow, binaryQuery, encodeArray, readField } from '@touchstone/storage'
import type { Versions } from '../../ledger-store.ts'
import type { LedgerDb } from '../ledger-db.ts'

/**
 * The columns of `ledger.state` that `readVersions` reads. Queries select them in addition to their own
 * columns.
 */
export const versionColumns = 'ledger_version, labels_version, prices_version'

/** Reads the versions from the first row, in the columns from `at` onwards. */
export function readVersions([row]: readonly BinaryRow[], at: number): Versions {
  if (row === undefined) throw new Error('the ledger has no state')
  return {
    ledger: readField.int8(row, at),
    labels: readField.int8(row, at + 1),
    prices: readField.int8(row, at + 2),
  }
}

/** The query has a parameter because PostgreSQL reuses plans only for queries with parameters. */
export async function selectVersions(db: LedgerDb): Promise<Versions> {
  const rows = await binaryQuery(db, `select ${versionColumns} from ledger.state limit ($1::int4[])[1]`, [
    encodeArray.int4([1]),
  ])
  return readVersions(rows, 0)
}

/** For each part of the ledger, the number of versions whose affected items are stored. */
const versionsKept = 2000

/** Maximum number of affected items per change. If there are more, every item counts as affected. */
const mostTouched = 5000

/**
 * Raises a part's version. This must be the last step of every change, because the next writer waits for this
 * row.
 */
export async function raiseVersion(
  db: LedgerDb,
  part: keyof Versions,
  touched: readonly string[] | undefined,
): Promise<void> {
  const isListed = touched !== undefined && touched.length <= mostTouched
  await binaryQuery(
    db,
    `with raised as (
       update ledger.state set ${part}_version = ${part}_version + 1 returning ${part}_version as version),
     gone as (
       delete from ledger.change using raised
       where change.part = ($1::text[])[1] and change.version <= raised.version - ${versionsKept})
     insert into ledger.change (part, version, touched)
     select ($1::text[])[1], version, ${isListed ? '$2::text[]' : 'null'} from raised`,
    [encodeArray.text([part]), ...(isListed ? [encodeArray.text(touched)] : [])],
  )
}

/**
 * Returns the items affected by the changes that were made to a part after one version, up to and including
 * another version, or `undefined` if these items are unknown.
 */
export async function selectTouched(
  db: LedgerDb,
  part: keyof Versions,
  between: { readonly after: number; readonly upTo: number },
): Promise<Set<string> | undefined> {
  const { after, upTo } = between
  if (after === upTo) return new Set()
  const rows = await binaryQuery(
    db,
    `select version, touched is not null, array_to_string(touched, ' ') from ledger.change
     where part = ($1::text[])[1] and version > ($2::int8[])[1] and version <= ($2::int8[])[2]`,
    [encodeArray.text([part]), encodeArray.int8([after, upTo])],
  )
  if (rows.length < upTo - after || rows.some((row) => row[1]?.[0] !== 1)) return undefined
  return new Set(rows.flatMap((row) => readField.text(row, 2).split(' ')).filter((id) => id !== ''))
}
