/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** A spreadsheet takes a cell that begins like this for a formula, and would carry it out. */
const formulaStart = /^[=+\-@\t\r]/

export function csvCell(value: string): string {
  const harmless = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
