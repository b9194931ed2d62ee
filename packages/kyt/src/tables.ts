import type {
  CoverageState,
  CustomerTransferDecision,
  CustomerTransferDirection,
  QuestionChannel,
  RiskDecision,
  RiskLevel,
} from '@touchstone/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date, Date>

export type KytTables = {
  kyt_ledger: {
    singleton: Generated<boolean>
    ledger_id: string
    policy_version: Generated<number>
    base_policy: Generated<string>
    /** True from a ledger reset until an operator resumes the watches. */
    watches_paused: Generated<boolean>
  }
  kyt_risk_policy: {
    merchant: string
    policy: JSONColumnType<Record<string, unknown>>
    updated_at: Timestamp
  }
  kyt_asked_address: { merchant: string; coin: string; address: string; at: Timestamp }
  kyt_import: {
    id: Generated<number>
    kind: string
    name: string
    fingerprint: string
    state: 'staging' | 'applying' | 'done' | 'refused'
    next_line: Generated<number>
    plan: JSONColumnType<Record<string, unknown>>
    rows: Generated<number>
    fresh: Generated<number>
    rejected: Generated<number>
    started_at: Timestamp
    finished_at: Timestamp | null
  }
  kyt_fetch: {
    merchant: string
    coin: string
    address: string
    due_at: Timestamp
    tries: number
    claimed_until: Timestamp | null
  }
  kyt_label_source: { name: string; version: string; labels: number; imported_at: Timestamp }
  kyt_followed_block: { network: number; number: number; hash: string; made_at: Timestamp | null }
  kyt_followed_head: { network: number; head: number; asked_at: Timestamp }
  /** Merchants whose agents may add watches. */
  kyt_agent_setting: { merchant: string; may_watch: boolean; updated_at: Timestamp }
  kyt_batch: {
    id: string
    seq: Generated<number>
    merchant: string
    /** The key whose rate limit applies to the batch. */
    key_id: string
    request_id: string | null
    /** Hash of the items, to detect a request_id that is used for different items. */
    fingerprint: string
    total: number
    done: Generated<number>
    created_at: Timestamp
    /** When addresses of the batch were last scored. Batches take turns in this order. */
    turn_at: Timestamp
    claimed_until: Timestamp | null
    finished_at: Timestamp | null
    /** The channel of the caller. Null if the questions are not recorded. */
    channel: QuestionChannel | null
    asker: string | null
  }
  kyt_batch_item: {
    batch_id: string
    position: number
    /** Coin and address as sent, as JSON text: they can contain characters that a text column cannot store. */
    item: string
    tries: Generated<number>
    /** The result as JSON text, so that its numbers and member order do not change. */
    result: string | null
  }
  kyt_watch: {
    id: Generated<number>
    merchant: string
    network: number
    address: string
    coin: string
    url: string | null
    score: number
    risk_level: RiskLevel
    /** How much of the address's history the ledger contained when it was last scored. */
    coverage: CoverageState
    added_at: Timestamp
    changed_at: Timestamp
    checked_at: Timestamp
    checked_version: number
    claimed_until: Timestamp | null
    /** When the address's history was last fetched from a source, or the watch was added. */
    fetched_at: Timestamp
    /** Until then, no node fetches the history: one is doing so, or the last attempt failed. */
    fetch_after: Timestamp | null
  }
  kyt_source: {
    name: string
    kind: string
    /** Null for sources of prices. */
    network: number | null
    host: string
    /** The URL and the key. */
    sealed: Uint8Array
    pace: Uint8Array
    per_second: number
    priority: number
    added_at: Timestamp
    failures: Generated<number>
    backed_off_until: Timestamp | null
    problem: SourceProblem | null
    problem_at: Timestamp | null
    answered_at: Timestamp | null
  }
  kyt_customer: {
    id: string
    merchant: string
    fingerprint: Uint8Array
    sealed: Uint8Array
    created_at: Timestamp
  }
  kyt_transfer: {
    id: Generated<number>
    merchant: string
    customer_id: string
    /** Keyed hash of the reference. */
    reference: Uint8Array
    /** Keyed hash of the content, to detect a reference that is used for another transfer. */
    content: Uint8Array
    sealed: Uint8Array
    direction: CustomerTransferDirection
    network: number
    coin: string
    address: string
    txid: string | null
    /** In the smallest unit. */
    amount: string
    /** Unix seconds. */
    time: number
    country: string | null
    attempt: boolean
    /** In millionths. */
    usd: string | null
    score: number
    level: RiskLevel
    decision: CustomerTransferDecision
    decided_by: 'rules' | 'member'
    decided_at: Timestamp
    policy: string
    due: boolean
    claimed_until: Timestamp | null
    created_at: Timestamp
    /** Number of the member who handles the transfer. */
    assigned_to: Generated<string | null>
  }
  kyt_transfer_decision: {
    id: Generated<number>
    transfer_id: number
    made_by: 'rules' | 'member'
    made_at: Timestamp
    decision: CustomerTransferDecision
    usd: string | null
    /** JSON text. */
    facts: string | null
  }
  kyt_transfer_note: { id: string; decision_id: number; sealed: Uint8Array }
  kyt_transfer_remark: {
    transfer_id: number
    number: number
    by_member: string
    at: Timestamp
    decision_id: number
    /** Null for a note. */
    decision: CustomerTransferDecision | null
    sealed: Uint8Array
    ended_at: Timestamp | null
    ended: 'agreed' | 'disagreed' | 'withdrawn' | 'outdated' | null
  }
  kyt_transfer_setting: { merchant: string; by_two: boolean; updated_at: Timestamp }
  kyt_policy_version: {
    id: Generated<number>
    merchant: string
    /** JSON text. */
    policy: string | null
    version: string
    fingerprint: string
    changed_by: string
    changed_at: Timestamp
  }
  kyt_transfer_dependency: { transfer_id: number; dependencies: number[] }
  kyt_reassessment: {
    singleton: Generated<boolean>
    ledger: number
    labels: number
    prices: number
    policies: number
    /** JSON text. */
    coverage: string
  }
  kyt_question: {
    id: string
    seq: Generated<number>
    merchant: string
    channel: QuestionChannel
    /** The number of a member, or the id of an API key. */
    asker: string
    at: Timestamp
    /** Keyed hash of the address or transaction. */
    subject: Uint8Array
    /** Keyed hash of the whole question. */
    question: Uint8Array
    sealed: Uint8Array
    score: number
    level: RiskLevel
    coverage: CoverageState
    model: string
    policy: string
    ledger: number
    labels: number
    prices: number
  }
  kyt_question_setting: { merchant: string; records_api: boolean; updated_at: Timestamp }
  kyt_risk_decision: {
    id: string
    seq: Generated<number>
    merchant: string
    subject: Uint8Array
    decision: RiskDecision
    sealed: Uint8Array
    made_by: string
    made_at: Timestamp
    score: number
    level: RiskLevel
    coverage: CoverageState
  }
  kyt_report: {
    id: string
    seq: Generated<number>
    merchant: string
    subject: Uint8Array
    made_by: string
    made_at: Timestamp
    /** The line of the report in a list. */
    line_sealed: Uint8Array
    /** The compressed file. */
    sealed: Uint8Array
  }
  kyt_report_key: {
    kid: string
    public_key: string
    /** The private key. Null once the key has been replaced. */
    sealed: Uint8Array | null
    created_at: Timestamp
    mac: Uint8Array
  }
  kyt_price_days: { coin: number; first_day: number; last_day: number }
  kyt_source_pace: { id: Uint8Array; next_at: number; held_until: Generated<number> }
}

/**
 * Why a source was last backed off. `limited`: it reported too many requests. `refused`: it refused the key.
 * `unavailable`: no connection, no response in time, or a server error. `invalid`: a response that is not in
 * the documented format. `behind`: its newest block is too old. `chain`: it is a node of another chain.
 */
export type SourceProblem = 'limited' | 'refused' | 'unavailable' | 'invalid' | 'behind' | 'chain'
