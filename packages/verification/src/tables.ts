import type { KycTables } from '@touchstone/kyc'
import type { ColumnType, Generated } from 'kysely'
import type { Approval } from './approval.ts'
import type { NoticeKind } from './ports.ts'

type Json<Value> = ColumnType<Value, string, string>

export type Failure = {
  screen: string
  reason: string
  retry: 'step' | 'start'
  /** The automatic step that failed in every attempt, the error code, and the time of the last attempt. */
  stuck?: { step: string; code: string; at: number }
}
export type BurntToken = { chainId: string; tokenId: string; burnt: boolean }

/** The Kysely types of the journey's tables. The migrations define the tables. */
export type VerificationTables = KycTables & {
  frame_session: {
    id: Generated<number>
    bearer_hash: Uint8Array
    token_id: string | null
    merchant_id: number
    program_id: number
    program_version: Generated<number>
    login_mode: 'email' | 'wallet'
    origin: string
    chain_id: string
    check_address: boolean
    locale: string
    role: 'own' | 'phone'
    parent_id: number | null
    accounts_sealed: Uint8Array | null
    ssi_wallet: string | null
    commitment: string | null
    authorized_at: Date | null
    login_sealed: Uint8Array | null
    login_kind: 'email' | 'wallet' | null
    login_at: Date | null
    proven_at: Date | null
    proven_hash: Uint8Array | null
    proven_chain: string | null
    device_nonce: Generated<string>
    face_again: Generated<boolean>
    journey_id: number | null
    /** A keyed hash of the network from which the page was last used. */
    network_hash: Uint8Array | null
    created_at: Date
    used_at: Date
    closed_at: Date | null
  }
  login_code: {
    id: Generated<number>
    session_id: number
    address_hash: Uint8Array
    address_sealed: Uint8Array
    ip_hash: Uint8Array
    code_hash: Uint8Array
    is_long: boolean
    tries: Generated<number>
    mail_state: 'sending' | 'sent' | 'failed'
    created_at: Date
    expires_at: Date
    ended_at: Date | null
  }
  wallet_challenge: {
    id: string
    session_id: number
    purpose: 'login' | 'address'
    challenge_sealed: Uint8Array
    created_at: Date
    used_at: Date | null
  }
  hand_off: {
    id: Generated<number>
    session_id: number
    code_hash: Uint8Array
    phone_session_id: number | null
    digits: string | null
    created_at: Date
    expires_at: Date
    claimed_at: Date | null
    agreed_at: Date | null
    confirmed_at: Date | null
    ended_at: Date | null
  }
  mailbox: { id: Generated<number>; mail_sealed: Uint8Array; at: Date }
  verification: {
    journey_id: number
    attempt: number
    draft_sealed: Uint8Array | null
    failure: Json<Failure | null> | null
    tries: Generated<number>
    paused_until: Date | null
    reused: Generated<boolean>
    /** Whether a merchant's reviewer has decided the outcome of a check in this attempt. */
    delegated: Generated<boolean>
    proof_challenge: string | null
    approval: Json<Approval | null> | null
    shown_on: string | null
    updated_at: Date
  }
  verification_check: {
    journey_id: number
    attempt: number
    check_name: string
    passed: boolean
    checker: string
    evidence_hash: Uint8Array
    at: Date
  }
  liveness_capture: {
    id: string
    journey_id: number
    challenge: Json<object>
    created_at: Date
    first_frame_at: Date | null
    judged_at: Date | null
    received: Generated<number>
    received_ms: Generated<number>
    received_at: Date | null
    fault: 'seen-before' | 'unreadable' | 'service' | null
  }
  liveness_draws: { person_hash: Uint8Array; drawn: number; rounds: number; last_at: Date; kept_until: Date }
  liveness_seen: { picture_hash: Uint8Array; capture_id: string; at: Date }
  liveness_frames: {
    capture_id: string
    first_index: number
    count: number
    last_at_ms: number
    measures_sealed: Uint8Array
    evidence_hash: Uint8Array
  }
  person_file: {
    person_id: number
    commitment: string | null
    identity_sealed: Uint8Array | null
    screened_at: Date | null
    screened_against: string | null
    cleared_at: Date | null
    forgotten_at: Date | null
    moved_at: Date | null
    wallet_before: string | null
  }
  person_request: {
    id: Generated<number>
    person_id: number
    kind: 'move' | 'forget'
    journey_id: number
    account_sealed: Uint8Array | null
    wallet_before: string | null
    objection_hash: Uint8Array | null
    asked_at: Date
    due_at: Date
    objected_at: Date | null
    ended_at: Date | null
    outcome: 'done' | 'cancelled' | null
  }
  person_notice: {
    id: Generated<number>
    person_id: number
    merchant_id: number
    request_id: number | null
    kind: NoticeKind
    locale: string
    at: Date
    sent_at: Date | null
  }
  person_credential: {
    person_id: number
    kind: string
    /**
     * The merchant whose reviewer decided a check on which the credential is based. Only this merchant's
     * programs accept the credential; 0 if every program accepts it.
     */
    merchant_id: Generated<number>
    credential_sealed: Uint8Array
    valid_until: number
    issued_at: Date
    revoked_at: Date | null
  }
  merchant_ending: {
    id: Generated<number>
    person_id: number
    merchant_id: number
    program_id: number | null
    event: 'ended' | 'returned' | 'lifted'
    at: Date
  }
  revocation: {
    id: Generated<number>
    person_id: number
    reason: 'forgotten' | 'listed' | 'expired' | 'withdrawn' | 'abandoned' | 'ended' | 'moved' | 'limited'
    burns: boolean
    at: Date
    final_at: Date | null
  }
  chain_ending: {
    id: Generated<number>
    revocation_id: number
    chain_id: string
    kind: 'grant' | 'handle' | 'token'
    cooperator: string
    what: string
    final_at: Date | null
  }
  chain_suspension: {
    id: Generated<number>
    person_id: number
    chain_id: string
    kind: 'token' | 'handle'
    cooperator: string
    what: string
    until: Date | null
    change_no: number
    final_no: number | null
  }
  issued_credential: {
    credential_id: string
    person_id: number
    valid_until: number
    /** As in `person_credential`. */
    merchant_id: Generated<number>
    revocation_id: number | null
  }
  program_on_chain: { program_id: number; chain_id: string; at: Date; verifier: string }
  revoked_handle: { handle: string; program_id: number; at: Date }
  program_nullifier: {
    program_id: number
    nullifier: string
    journey_id: number
    handle: string
    at: Date
  }
  review: {
    id: Generated<number>
    journey_id: number
    attempt: number
    kind: 'sanction' | 'faceprint' | 'rescreening' | 'document' | 'liveness' | 'identity'
    detail_sealed: Uint8Array | null
    opened_at: Date
    decided_at: Date | null
    decision: 'clear' | 'confirm' | null
    decided_by: string | null
    note_sealed: Uint8Array | null
    /**
     * Set if only the operator can decide the review: a merchant has confirmed the hit for its own programs, or
     * the review shows data from another merchant's program.
     */
    for_operator: Generated<boolean>
    /** A keyed hash of the person's network, whose open reviews are limited. */
    network_hash: Uint8Array | null
    /** Set while the review is held because of a limit on open reviews. Reviewers do not see it. */
    held_at: Date | null
  }
  face_owner: { face_hash: Uint8Array; person_id: number }
  review_opinion: {
    review_id: number
    number: number
    decision: 'clear' | 'confirm'
    by_member: string
    said_sealed: Uint8Array | null
    at: Date
    ended_at: Generated<Date | null>
    ended: Generated<'withdrawn' | 'disagreed' | null>
  }
  review_picture: { review_id: number; number: number; picture_sealed: Uint8Array }
  review_picture_journal: {
    id: Generated<number>
    review_id: number
    event: 'kept' | 'shown' | 'deleted'
    pictures: number
    reason: string
    actor: string
    operator: string | null
    at: Date
  }
  cleared_pair: {
    merchant_id: number
    person_id: number
    list: string
    entry_id: string
    entry_hash: string
    at: Date
  }
  data_provider: {
    id: string
    name: string
    description: string
    issuer: string
    start_url: string
    jwks_url: string
    active: Generated<boolean>
    created_at: Date
  }
  statement_request: {
    id: string
    journey_id: number
    provider_id: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  forget_receipt: {
    receipt_id: string
    person_id: number
    actor: string
    asked_at: Date
    completed_at: Date | null
    faceprints: Generated<number>
    accounts: Generated<number>
    journeys: Generated<number>
    tokens: Json<BurntToken[]>
    face_kept_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}
