import type { EventType, MintMode, ProgramKind } from '@touchstone/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CaseTables } from './case-tables.ts'

/** The Kysely types of this engine's tables. The migrations define the tables. */
export type KycTables = CaseTables & {
  merchant: {
    id: Generated<number>
    mch_no: string
    name: string
    plan: string
    calls_per_second: number | null
    demo: boolean
    /** Contact for users: an email address or a page. */
    support: string | null
    requires_passkeys: Generated<boolean>
    reviews_delegated: Generated<boolean>
    reviews_by_two: Generated<boolean>
    /** Whether two members have to close the merchant's cases. Null until it is set. */
    cases_by_two: Generated<boolean | null>
    /** Days until a new case is due, by priority, as JSON. Null until it is set. */
    case_due_days: Generated<unknown>
    /** Whether members must sign in with the merchant's identity provider. Null means no. */
    requires_sso: boolean | null
    created_at: Date
    mac: Uint8Array | null
  }
  review_rule: { only_row: Generated<boolean>; by_two: boolean }
  member: {
    id: Generated<number>
    member_no: string
    email_hash: Uint8Array
    email_sealed: Uint8Array
    created_at: Date
    mac: Uint8Array | null
  }
  membership: {
    id: Generated<number>
    member_id: number
    merchant_id: number | null
    role: 'owner' | 'developer' | 'compliance' | 'analyst' | 'viewer' | 'operator'
    created_at: Date
    accepted_at: Date | null
    invited_by: number | null
    reviews_from: Date | null
    removed_at: Generated<Date | null>
    mac: Uint8Array | null
  }
  member_code: {
    id: Generated<number>
    flow_hash: Uint8Array
    email_hash: Uint8Array
    network_hash: Uint8Array
    code_hash: Uint8Array
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    ended_at: Generated<Date | null>
  }
  member_session: {
    id: Generated<number>
    member_id: number
    token_hash: Uint8Array
    created_at: Date
    seen_at: Date
    ends_at: Date
    ended_at: Generated<Date | null>
    network: string
    browser: string
    by_passkey: Generated<boolean>
    passkey_id: number | null
    used_for: Generated<number[]>
    /** The identity provider with which the member signed in. */
    provider_id: number | null
    /** The provider's ID token, which it expects when the member signs out. */
    id_token_sealed: Uint8Array | null
    mac: Uint8Array | null
  }
  sso_provider: {
    id: Generated<number>
    merchant_id: number | null
    issuer: string
    client_id: string
    client_secret_sealed: Uint8Array
    role_claim: string
    /** Entries like `owner:admins`: a role, and the value of the claim that grants it. The first match counts. */
    roles: string[]
    requires_mfa: boolean
    amr: string[]
    acr: string[]
    creates_members: boolean
    internal: boolean
    changed_by: number | null
    trusted_from: Date | null
    changed_at: Date
    failed_at: Date | null
    failures: Generated<number>
    mac: Uint8Array | null
  }
  sso_identity: {
    id: Generated<number>
    provider_id: number
    member_id: number
    subject_hash: Uint8Array
    created_at: Date
    mac: Uint8Array | null
  }
  member_passkey: {
    id: Generated<number>
    member_id: number
    credential_id: string
    public_key: Uint8Array
    counter: number
    name: string
    created_at: Date
    last_used_at: Generated<Date | null>
    mac: Uint8Array | null
  }
  code_guess: {
    address_hash: Uint8Array
    failures: number
    window_began: Date
    pauses: number
    paused_until: Date | null
    network: string | null
    unlogged: number
  }
  member_enrolment: {
    token_hash: Uint8Array
    member_id: number
    expires_at: Date
    mac: Uint8Array | null
  }
  member_challenge: { challenge_hash: Uint8Array; bound_hash: Uint8Array; expires_at: Date }
  audit_log: {
    id: Generated<number>
    merchant_id: number | null
    member_id: number | null
    actor: 'member' | 'command-line' | 'server'
    action: string
    target: string
    detail: string
    network: string | null
    at: Date
    position: number | null
    previous_hash: Uint8Array | null
    hash: Uint8Array | null
    mac: Uint8Array | null
  }
  audit_sent: { chain: number; entry_id: number; sent_at: Date }
  audit_chain: {
    chain: number
    first_id: number
    earlier: number
    start_position: number
    start_hash: Uint8Array
    started_at: Date
    position: number
    hash: Uint8Array
    mac: Uint8Array
  }
  api_key: {
    key_id: string
    merchant_id: number
    fingerprint: Uint8Array
    name: string | null
    /** Null for all scopes, including those that are added later. */
    scopes: string[] | null
    /** Null for all networks. */
    networks: string[] | null
    created_at: Date
    last_used_at: Date | null
    expires_at: Date | null
    revoked_at: Date | null
    mac: Uint8Array | null
  }
  program: {
    id: Generated<number>
    merchant_id: number
    program_no: string
    name: string
    kind: ProgramKind
    checks: string[]
    rules: JSONColumnType<Record<string, unknown>>
    mint_mode: MintMode
    chain_id: string
    theme: string
    allowed_domains: string[]
    active: boolean
    wallet_proof: 'required' | 'when-asked'
    meid_rebind_days: number
    colour_free: boolean
    colours_on_chain: Generated<boolean>
    version: Generated<number>
    /** Never changes after the program was created. */
    test: Generated<boolean>
    overruled_theme: 'light' | 'dark' | null
    overruled_origin: string | null
    overruled_at: Date | null
    created_at: Date
  }
  program_version: {
    program_id: number
    number: number
    checks: string[]
    rules: JSONColumnType<Record<string, unknown>>
    mint_mode: MintMode
    chain_id: string
    created_at: Date
  }
  access_version: { only_row: Generated<boolean>; version: number }
  person: {
    id: Generated<number>
    svc_id: string
    login_fingerprint: Uint8Array
    login_sealed: Uint8Array
    ssi_wallet: string
    /** Whether the person exists only in test programs. */
    test: Generated<boolean>
    created_at: Date
    /**
     * Set while a request that the person proved only with their face is pending. The person's grants are
     * suspended until the request ends.
     */
    suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  journey: {
    id: Generated<number>
    program_id: number
    person_id: number
    svc_id: string
    ssi_wallet: string
    seq: number
    attempt: number
    status: string
    reason_code: string | null
    activity_at: Date
    sbt_minted_at: Date | null
    completed_at: Date | null
    verdicts: JSONColumnType<Record<string, boolean>>
    bucket: number
    account_id: number | null
    withdrawn_at: Date | null
    expired_at: Date | null
    /** The start of the current attempt. */
    began_at: Date
    /** The program version of the current attempt. */
    version: Generated<number>
  }
  journey_account: {
    id: Generated<number>
    journey_id: number
    program_id: number
    kind: 'login' | 'wallet' | 'email' | 'other'
    chain_id: string
    fingerprint: Uint8Array
    lower_fingerprint: Uint8Array | null
    sealed: Uint8Array
    agreed_at: Date
    proven_at: Date | null
    consented_at: Date | null
    on_chain_at: Date | null
    granted_at: Date | null
    revoked_at: Date | null
  }
  account_event: {
    id: Generated<number>
    journey_id: number
    account_id: number
    event: 'agreed' | 'proven' | 'consented' | 'granted' | 'ended'
    actor: string
    reason_code: string | null
    evidence_hash: Uint8Array | null
    at: Date
  }
  journal: {
    journey_id: number
    seq: number
    attempt: number
    from_status: string | null
    to_status: string
    actor: string
    reason_code: string | null
    evidence_hash: Uint8Array | null
    at: Date
    version: Generated<number>
  }
  decision: {
    journey_id: number
    seq: number
    attempt: number
    check_name: string
    passed: boolean
    checker: string
    evidence_hash: Uint8Array
    at: Date
  }
  soulbound_token: { journey_id: number; chain_id: string; token_id: string; minted_at: Date }
  merchant_person: {
    merchant_id: number
    person_id: number
    kyc_started_at: Date | null
    kyc_verified_at: Date | null
    meid_at: Date | null
  }
  merchant_day: {
    merchant_id: number
    day: string
    participants: Generated<number>
    verified: Generated<number>
    meids: Generated<number>
  }
  api_day: {
    merchant_id: number
    day: string
    calls: Generated<number>
    errors: Generated<number>
    limited: Generated<number>
  }
  program_total: {
    program_id: number
    users: Generated<number>
    head_bucket: Generated<number>
    last_activity_at: Date
  }
  user_bucket: { program_id: number; bucket: number; size: number }
  event: {
    seq: Generated<number>
    id: string
    merchant: string
    type: EventType
    subject: string
    created_at: Date
    test: Generated<boolean>
    data: JSONColumnType<Record<string, unknown>>
    journey_id: number | null
    account_id: number | null
    withdrawn: Generated<boolean>
  }
  webhook_endpoint: {
    /** The merchant number for the merchant's default endpoint. */
    id: string
    merchant: string
    url: string | null
    /** Null for all types. */
    types: EventType[] | null
    enabled: Generated<boolean>
    sealed: Uint8Array
    old_sealed: Generated<Uint8Array | null>
    old_until: Generated<Date | null>
    created_at: Date
  }
  event_delivery: {
    id: Generated<number>
    event_seq: number
    endpoint: string
    merchant: string
    subject: string
    url: string | null
    state: Generated<'pending' | 'delivered' | 'dead' | 'cancelled'>
    tries: Generated<number>
    due_at: Date
    claimed_until: Generated<Date | null>
    problem: Generated<string | null>
    finished_at: Generated<Date | null>
  }
  secret_check: {
    only_row: Generated<boolean>
    fingerprint: Uint8Array
    key_id: Uint8Array
    former_key_id: Uint8Array | null
    fingerprint_key_sealed: Uint8Array | null
    rotating_since: Date | null
    rights_signed_at: Date | null
    mac: Uint8Array | null
  }
  signing_key: {
    kid: string
    public_jwk: ColumnType<Record<string, unknown>, string, never>
    sealed: Uint8Array
    created_at: Date
    retired_at: Date | null
  }
}
