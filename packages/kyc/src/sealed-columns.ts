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

// The table was named `kyt_webhook` when the first secrets were sealed, and its rows were named by merchant.
// The id of a merchant's default endpoint is therefore the merchant number.
const endpoint = { table: 'webhook_endpoint', sealedAs: 'kyt_webhook', row: ['id'] } as const

export const webhookSecretColumn = sealedColumn({ ...endpoint, column: 'sealed' })
export const oldWebhookSecretColumn = sealedColumn({ ...endpoint, column: 'old_sealed' })

export const kycSealedColumns = [
  loginColumn,
  accountColumn,
  signingKeyColumn,
  memberEmailColumn,
  webhookSecretColumn,
  oldWebhookSecretColumn,
]
