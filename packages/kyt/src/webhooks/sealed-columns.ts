import { sealedColumn } from '@touchstone/common'

export const secretColumn = sealedColumn({ table: 'kyt_webhook', column: 'sealed', row: ['merchant'] })
export const oldSecretColumn = sealedColumn({ table: 'kyt_webhook', column: 'old_sealed', row: ['merchant'] })

export const webhookSealedColumns = [secretColumn, oldSecretColumn]
