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

/** Secrets with which the service authenticates to identity providers. */
export const ssoSecretColumn = sealedColumn({
  table: 'sso_provider',
  column: 'client_secret_sealed',
  row: ['id'],
})

export const idTokenColumn = sealedColumn({
  ...{ table: 'member_session', column: 'id_token_sealed', row: ['id'] },
})

// The table was named `kyt_webhook` when the first secrets were sealed, and its rows were named by merchant.
// The id of a merchant's default endpoint is therefore the merchant number.
const endpoint = { table: 'webhook_endpoint', sealedAs: 'kyt_webhook', row: ['id'] } as const

export const webhookSecretColumn = sealedColumn({ ...endpoint, column: 'sealed' })
export const oldWebhookSecretColumn = sealedColumn({ ...endpoint, column: 'old_sealed' })

const ofCase = { table: 'merchant_case', row: ['merchant_id', 'number'] } as const

export const caseTitleColumn = sealedColumn({ ...ofCase, column: 'title_sealed' })
/** The outcome and the reason of closing a case. */
export const caseClosingColumn = sealedColumn({ ...ofCase, column: 'closing_sealed' })
export const caseItemColumn = sealedColumn({
  ...{ table: 'case_item', column: 'sealed', row: ['case_id', 'number'] },
})
export const caseEntryColumn = sealedColumn({
  ...{ table: 'case_entry', column: 'sealed', row: ['case_id', 'number'] },
})
export const caseFileNameColumn = sealedColumn({
  ...{ table: 'case_file', column: 'name_sealed', row: ['case_id', 'number'] },
})
export const caseFilePartColumn = sealedColumn({
  ...{ table: 'case_file_part', column: 'sealed', row: ['case_id', 'file', 'part'] },
})

export const kycSealedColumns = [
  loginColumn,
  accountColumn,
  signingKeyColumn,
  memberEmailColumn,
  ssoSecretColumn,
  idTokenColumn,
  webhookSecretColumn,
  oldWebhookSecretColumn,
  caseTitleColumn,
  caseClosingColumn,
  caseItemColumn,
  caseEntryColumn,
  caseFileNameColumn,
  caseFilePartColumn,
]
