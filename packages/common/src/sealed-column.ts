/** The location of a sealed value. The value can't be opened at any other location. */
export type Place = { readonly table: string; readonly column: string; readonly row: readonly string[] }

export type RowPart = string | number | boolean | Date | Uint8Array | readonly string[] | null

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
  /**
   * Expressions that were added to `row` after values had been stored. They follow `row`, and are left out as long as
   * they and all following ones are null, so that the stored values stay valid.
   */
  added?: readonly string[]
  /** Defaults to `row`. Required if `row` does not consist of unique columns. */
  walk?: readonly string[]
}): SealedColumn {
  const { table, sealedAs = table, column, row: first, added = [], walk = first } = options
  const row = [...first, ...added]
  return {
    ...{ table, column, row, walk },
    at(...parts) {
      if (parts.length !== row.length)
        throw new Error(`${table}.${column} needs ${row.length} row values, not ${parts.length}`)
      const lastAdded = parts.findLastIndex((part, index) => index >= first.length && part !== null)
      const used = parts.slice(0, Math.max(first.length, lastAdded + 1))
      return { table: sealedAs, column, row: used.map(textOf) }
    },
  }
}

function textOf(part: RowPart): string {
  if (typeof part === 'string') return part
  // PostgreSQL cannot store this character, so no text has the same encoding.
  if (part === null) return '\0'
  if (part instanceof Date) return part.toISOString()
  if (Array.isArray(part)) return JSON.stringify(part)
  return part instanceof Uint8Array ? Buffer.from(part).toString('hex') : String(part)
}
