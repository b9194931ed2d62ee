import { type BinaryRow, readField } from '@touchstone/storage'

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
