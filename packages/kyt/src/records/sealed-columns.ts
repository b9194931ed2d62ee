import { sealedColumn } from '@touchstone/common'

const row = ['id', 'merchant']

/** The coin, the address and the transaction of a question. */
export const questionColumn = sealedColumn({ table: 'kyt_question', column: 'sealed', row, walk: ['id'] })
/** The coin, the address, the transaction and the reason of a decision. */
export const decisionColumn = sealedColumn({
  ...{ table: 'kyt_risk_decision', column: 'sealed', row, walk: ['id'] },
})
export const recordSealedColumns = [questionColumn, decisionColumn]
