import { sealedColumn } from '@touchstone/common'

export const loginColumn = sealedColumn({
  table: 'person',
  column: 'login_sealed',
  row: ['svc_id'],
})

export const accountColumn = sealedColumn({
  table: 'journey_account',
  column: 'sealed',
  row: ['journey_id', 'fingerprint'],
  walk: ['id'],
})

export const signingKeyColumn = sealedColumn({ table: 'signing_key', column: 'sealed', row: ['kid'] })

export const memberEmailColumn = sealedColumn({
  table: 'member',
  column: 'email_sealed',
  row: ['member_no'],
})

export const kycSealedColumns = [loginColumn, accountColumn, signingKeyColumn, memberEmailColumn]
