/**
 * Renders a Markdown table with aligned columns, in the layout of the formatter. Escapes vertical bars inside
 * cells.
 */
export function markdownTable(header, rows) {
  const lines = [header, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = header.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column].length)))
  const [first, ...rest] = lines.map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`,
  )
  return [first, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest].join('\n')
}
