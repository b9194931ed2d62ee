import { sealedColumn } from '@touchstone/common'

/**
 * Binds the data to the id of the page's session, because a phone's session shares the data of the page that
 * it continues.
 */
const page = { table: 'frame_session', row: ['coalesce(parent_id, id)'], walk: ['id'] }
export const sessionAccountsColumn = sealedColumn({ ...page, column: 'accounts_sealed' })
export const sessionLoginColumn = sealedColumn({ ...page, column: 'login_sealed' })

export const codeAddressColumn = sealedColumn({
  table: 'login_code',
  column: 'address_sealed',
  row: ['session_id', 'address_hash'],
  walk: ['id'],
})

export const walletChallengeColumn = sealedColumn({
  table: 'wallet_challenge',
  column: 'challenge_sealed',
  row: ['id'],
})

export const mailColumn = sealedColumn({ table: 'mailbox', column: 'mail_sealed', row: ['id'] })

export const draftColumn = sealedColumn({
  table: 'verification',
  column: 'draft_sealed',
  row: ['journey_id'],
})

export const framesColumn = sealedColumn({
  table: 'liveness_frames',
  column: 'measures_sealed',
  row: ['capture_id', 'first_index'],
})

export const identityColumn = sealedColumn({
  table: 'person_file',
  column: 'identity_sealed',
  row: ['person_id'],
})

export const requestAccountColumn = sealedColumn({
  table: 'person_request',
  column: 'account_sealed',
  row: ['person_id', 'journey_id'],
  walk: ['id'],
})

export const credentialColumn = sealedColumn({
  table: 'person_credential',
  column: 'credential_sealed',
  row: ['person_id', "kind || case merchant_id when 0 then '' else ' ' || merchant_id end"],
  walk: ['person_id', 'kind', 'merchant_id'],
})
export function credentialPlace(of: { personId: number; kind: string; merchantId: number }) {
  const { personId, kind, merchantId } = of
  return credentialColumn.at(personId, merchantId === 0 ? kind : `${kind} ${merchantId}`)
}

/**
 * These columns identify the detail, because each attempt has at most one open review of each kind, and
 * decided reviews have no detail.
 */
export const reviewDetailColumn = sealedColumn({
  table: 'review',
  column: 'detail_sealed',
  row: ['journey_id', 'attempt', 'kind'],
  walk: ['id'],
})
export const reviewNoteColumn = sealedColumn({ table: 'review', column: 'note_sealed', row: ['id'] })

export const opinionColumn = sealedColumn({
  table: 'review_opinion',
  column: 'said_sealed',
  row: ['review_id', 'number'],
})

export const reviewPictureColumn = sealedColumn({
  table: 'review_picture',
  column: 'picture_sealed',
  row: ['review_id', 'number'],
})

export const verificationSealedColumns = [
  sessionAccountsColumn,
  sessionLoginColumn,
  codeAddressColumn,
  walletChallengeColumn,
  mailColumn,
  draftColumn,
  framesColumn,
  identityColumn,
  requestAccountColumn,
  credentialColumn,
  reviewDetailColumn,
  reviewNoteColumn,
  opinionColumn,
  reviewPictureColumn,
]
