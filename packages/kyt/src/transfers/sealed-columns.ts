import { sealedColumn } from '@touchstone/common'

/** The merchant's number of a customer, and the customer's account in the verification. */
export const customerColumn = sealedColumn({ table: 'kyt_customer', column: 'sealed', row: ['id'] })
export const referenceColumn = sealedColumn({
  table: 'kyt_transfer',
  column: 'sealed',
  row: ['merchant', 'reference'],
})
export const noteColumn = sealedColumn({ table: 'kyt_transfer_note', column: 'sealed', row: ['id'] })
export const remarkColumn = sealedColumn({
  table: 'kyt_transfer_remark',
  column: 'sealed',
  row: ['transfer_id', 'number'],
})

export const transferSealedColumns = [customerColumn, referenceColumn, noteColumn, remarkColumn]
