import type { ColumnType, Generated } from 'kysely'
import type { JobStatus, WaitReason } from './chain-job.ts'

type Timestamp = ColumnType<Date, Date, Date>
/** A big integer, passed to and from the database as text. */
type Numeric = ColumnType<string, string, string>

export type JobTable = {
  id: Generated<number>
  chain_id: number
  signer: string
  key: string
  kind: string
  subject: string | null
  to_address: string | null
  data: string
  value: Numeric
  done_errors: string
  expected_log: string | null
  status: JobStatus
  gas: number | null
  nonce: number | null
  waiting: WaitReason | null
  reason: string | null
  reason_text: string | null
  already: string | null
  tx_hash: string | null
  block_number: number | null
  block_hash: string | null
  succeeded: boolean | null
  gas_used: number | null
  gas_price: Numeric | null
  contract_address: string | null
  logs: string | null
  witnesses: number | null
  foreign_block: number | null
  foreign_hash: string | null
  recovering: Generated<boolean>
  created_at: Timestamp
  updated_at: Timestamp
}

export type TransactionTable = {
  chain_id: number
  hash: string
  job_id: number
  signer: string
  nonce: number
  raw: string
  max_fee: Numeric
  max_tip: Numeric
  signed_at: Timestamp
  offered_at: ColumnType<Date | null, Date | null, Date | null>
  offered_block: number | null
  sent_at: ColumnType<Date | null, Date | null, Date | null>
  broadcasts: Generated<number>
}

export type ChainTables = {
  chain_job: JobTable
  chain_transaction: TransactionTable
  chain_signer: { chain_id: number; signer: string; next_nonce: number }
}
