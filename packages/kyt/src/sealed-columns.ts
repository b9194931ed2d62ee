import { recordSealedColumns } from './records/sealed-columns.ts'
import { reportSealedColumns } from './reports/sealed-columns.ts'
import { sourceColumn } from './source-list/sealed-columns.ts'
import { transferSealedColumns } from './transfers/sealed-columns.ts'

/** The columns of this package that are encrypted with the master secret. */
export const kytSealedColumns = [
  sourceColumn,
  ...transferSealedColumns,
  ...recordSealedColumns,
  ...reportSealedColumns,
]
