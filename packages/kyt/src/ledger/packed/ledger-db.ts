import { type BinaryRow, readField } from '@touchstone/storage'
import type { Kysely } from 'kysely'

/** The ledger's database, queried in PostgreSQL's binary format, inside or outside a transaction. */
export type LedgerDb = Kysely<unknown>

/**
 * Returns a list parameter whose values are hidden from the planner. Otherwise, instead of reusing the
 * generic plan, PostgreSQL would plan the query for the specific values on every call, which takes longer
 * than the query itself.
 */
export const listOf = (place: number, type: 'bytea' | 'int2' | 'int4' | 'uuid' | 'text'): string =>
  `array(select unnest($${place}::${type}[]))`

/** PostgreSQL's `int4` is signed, but times are not negative, so times are shifted by half the range. */
const half = 2 ** 31

/** Converts seconds since 1970 to the form stored in the ledger's tables. */
export const toStoredTime = (seconds: number): number => seconds - half
export const fromStoredTime = (stored: number): number => stored + half

/**
 * Groups rows by the address in their first field. Skips rows in which a left join set that field to null.
 */
export function gatherRows<Value>(
  rows: readonly BinaryRow[],
  toValue: (row: BinaryRow) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const row of rows) {
    if (row[0] === null) continue
    const address = readField.hex(row, 0)
    const group = groups.get(address)
    if (group === undefined) groups.set(address, [toValue(row)])
    else group.push(toValue(row))
  }
  return groups
}
