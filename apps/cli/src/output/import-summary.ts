/** What came of an import, in one line. */
export function importSummary(report: {
  rows: number
  fresh: number
  rejected: number
  notes?: readonly string[]
}): string {
  const known = report.rows - report.fresh - report.rejected
  const line = `${report.rows} rows: ${report.fresh} new, ${Math.max(0, known)} already there, ${report.rejected} rejected.`
  return [line, ...(report.notes ?? [])].join('\n')
}
