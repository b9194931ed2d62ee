/** A table with its columns aligned, as the formatter wants it; a bar inside a cell would end the cell. */
export function markdownTable(header, rows) {
  const lines = [header, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = header.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column].length)))
  const [first, ...rest] = lines.map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`,
  )
  return [first, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest].join('\n')
}
