import { type BinaryRow, binaryQuery, encodeArray, readField } from '@touchstone/storage'
import type { Versions } from '../ledger-store.ts'
import type { LedgerDb } from './ledger-db.ts'

/** The columns of `ledger.state` that `readVersions` reads, wherever they come with other rows. */
export const versionColumns = 'ledger_version, labels_version, prices_version'

/** From the first of some rows, where the versions are the columns from `at` on. */
export function readVersions([row]: readonly BinaryRow[], at: number): Versions {
  if (row === undefined) throw new Error('the ledger has no state')
  return {
    ledger: readField.int8(row, at),
    labels: readField.int8(row, at + 1),
    prices: readField.int8(row, at + 2),
  }
}

/** With a value it is planned once, as all queries with values are. */
export async function selectVersions(db: LedgerDb): Promise<Versions> {
  const rows = await binaryQuery(db, `select ${versionColumns} from ledger.state limit ($1::int4[])[1]`, [
    encodeArray.int4([1]),
  ])
  return readVersions(rows, 0)
}
