import { type BinaryRow, readField } from '@touchstone/storage'
import type { Kysely } from 'kysely'

/** The database that the ledger lies in: asked in the binary form, in a transaction or outside one. */
export type LedgerDb = Kysely<unknown>

/**
 * A list among the values of a query, which the planner does not look into. Where it does, PostgreSQL takes a plan for the
 * very values to be cheaper than the one it has, and plans the query each time: that takes longer than to run it.
 */
export const listOf = (place: number, type: 'bytea' | 'int2' | 'int4' | 'uuid' | 'text'): string =>
  `array(select unnest($${place}::${type}[]))`

/** Half of what four bytes hold: as `int4` is signed, and times are not. */
const half = 2 ** 31

/** Seconds since 1970 as the ledger's tables have them. */
export const toStoredTime = (seconds: number): number => seconds - half
export const fromStoredTime = (stored: number): number => stored + half

/** Rows by the address in their first field. A row without one is there for what else it has, as a left join makes it. */
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
