import { sealedColumn } from '@touchstone/common'

const ofReport = { table: 'kyt_report', row: ['id', 'merchant'], walk: ['id'] }

/** The compressed file of a report. */
export const reportColumn = sealedColumn({ ...ofReport, column: 'sealed' })
/** The question and the answer of a report, for lists. */
export const reportLineColumn = sealedColumn({ ...ofReport, column: 'line_sealed' })
/** The private key with which reports are signed. */
export const reportKeyColumn = sealedColumn({ table: 'kyt_report_key', column: 'sealed', row: ['kid'] })

export const reportSealedColumns = [reportColumn, reportLineColumn, reportKeyColumn]

/** The MAC of a public key. Without it, somebody who can write to the database could add a key of their own. */
export const reportKeyMac = sealedColumn({
  ...{ table: 'kyt_report_key', column: 'mac', row: ['kid', 'public_key'], walk: ['kid'] },
})
