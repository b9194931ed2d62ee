export type TableRow = { readonly line: number; readonly cells: readonly string[] }

/**
 * Parses CSV as exported by spreadsheets: quoted cells, LF or CRLF, optional byte order mark. Skips empty
 * lines.
 */
export function readTable(text: string): TableRow[] {
  const rows: TableRow[] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let line = 1
  let startedAt = 1
  const endRow = () => {
    cells.push(cell)
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: startedAt, cells })
    cells = []
    cell = ''
  }
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  for (let at = 0; at < body.length; at++) {
    const character = body.charAt(at)
    if (character === '\n') line += 1
    if (quoted) {
      if (character !== '"') cell += character
      else if (body.charAt(at + 1) === '"') cell += body.charAt(at++)
      else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === ',') {
      cells.push(cell)
      cell = ''
    } else if (character === '\n') {
      endRow()
      startedAt = line
    } else if (character !== '\r') cell += character
  }
  endRow()
  return rows
}
