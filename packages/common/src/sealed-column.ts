/** The location of a sealed value. The value can't be opened at any other location. */
export type Place = { readonly table: string; readonly column: string; readonly row: readonly string[] }

export type RowPart = string | number | boolean | Date | Uint8Array | null

/**
 * A column of sealed values, with the expressions that identify a row. The values of these expressions must
 * be known before the row is inserted, and must never change. Each engine lists all its sealed columns, so
 * that rotating the master secret covers every value.
 */
export type SealedColumn = {
  readonly table: string
  readonly column: string
  /** SQL expressions that identify a row. */
  readonly row: readonly string[]
  /** Unique columns by which the secret rotation orders its batches. */
  readonly walk: readonly string[]
  at(...row: RowPart[]): Place
}

export function sealedColumn(options: {
  table: string
  /** The name under which the table's values are sealed, if the table was renamed. Defaults to `table`. */
  sealedAs?: string
  column: string
  row: readonly string[]
  /** Defaults to `row`. Required if `row` does not consist of unique columns. */
  walk?: readonly string[]
}): SealedColumn {
  const { table, sealedAs = table, column, row, walk = row } = options
  return {
    ...{ table, column, row, walk },
    at(...parts) {
      if (parts.length !== row.length)
        throw new Error(`${table}.${column} needs ${row.length} row values, not ${parts.length}`)
      return { table: sealedAs, column, row: parts.map(textOf) }
    },
  }
}

function textOf(part: RowPart): string {
  if (typeof part === 'string') return part
  // PostgreSQL cannot store this character, so no text has the same encoding.
  if (part === null) return '\0'
  if (part instanceof Date) return part.toISOString()
  return part instanceof Uint8Array ? Buffer.from(part).toString('hex') : String(part)
}
