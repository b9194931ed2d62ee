/** What a sealed value is bound to: it opens in this column of this row alone. */
export type Place = { readonly table: string; readonly column: string; readonly row: readonly string[] }

type RowPart = string | number | Uint8Array

/**
 * A column of sealed values, and what names a row of it: known before the row is inserted, and never changed after. The
 * rotation of the master secret walks over all of them, so that each one has to be in the list of its engine.
 */
export type SealedColumn = {
  readonly table: string
  readonly column: string
  /** SQL of what names a row. */
  readonly row: readonly string[]
  /** Unique columns that the rotation walks along. */
  readonly walk: readonly string[]
  at(...row: RowPart[]): Place
}

export function sealedColumn(options: {
  table: string
  column: string
  row: readonly string[]
  /** Those of `row`, where they are columns and unique. */
  walk?: readonly string[]
}): SealedColumn {
  const { table, column, walk = options.row } = options
  return {
    ...options,
    walk,
    at(...row) {
      if (row.length !== options.row.length)
        throw new Error(`${table}.${column} is bound to another number of values`)
      return { table, column, row: row.map(textOf) }
    },
  }
}

function textOf(part: RowPart): string {
  if (typeof part === 'string') return part
  return typeof part === 'number' ? String(part) : Buffer.from(part).toString('hex')
}
