export type Cell = string | number | boolean | null | undefined

/** Renders a table. Each column is as wide as its longest cell, and empty cells show `-`. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(text))
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Renders the fields of one record, one per line. */
export function card(fields: readonly (readonly [label: string, value: Cell])[]): string {
  const width = Math.max(...fields.map(([label]) => label.length))
  return fields.map(([label, value]) => `${label.padEnd(width)}  ${text(value)}`).join('\n')
}

function text(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return String(cell)
}
