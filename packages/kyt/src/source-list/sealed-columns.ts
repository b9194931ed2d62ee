import { sealedColumn } from '@touchstone/common'

export const sourceColumn = sealedColumn({ table: 'kyt_source', column: 'sealed', row: ['name'] })
