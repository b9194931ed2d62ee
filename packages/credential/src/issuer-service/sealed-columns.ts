import { sealedColumn } from '@touchstone/common'

export const issuerKeyColumn = sealedColumn({ table: 'credential_issuer_key', column: 'sealed', row: ['id'] })

export const credentialSealedColumns = [issuerKeyColumn]
