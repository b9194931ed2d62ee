import type { Selectable } from 'kysely'
import type { Address, Hex } from 'viem'
import type { ChainJob, ExpectedLog, JobLog, JobReceipt, JobTransaction } from './chain-job.ts'
import type { JobTable, TransactionTable } from './tables.ts'

/** Converts a database row to a job. */
export function toJob(row: Selectable<JobTable>): ChainJob {
  const receipt = toReceipt(row)
  return {
    id: Number(row.id),
    key: row.key,
    kind: row.kind,
    chainId: Number(row.chain_id),
    signer: row.signer as Address,
    to: row.to_address as Address | null,
    data: row.data as Hex,
    value: BigInt(row.value),
    doneErrors: JSON.parse(row.done_errors) as Hex[],
    ...(row.expected_log !== null && { expectedLog: JSON.parse(row.expected_log) as ExpectedLog }),
    status: row.status,
    ...(row.nonce !== null && { nonce: Number(row.nonce) }),
    ...(row.gas !== null && { gas: BigInt(row.gas) }),
    ...(row.waiting !== null && { waiting: row.waiting }),
    ...(row.reason !== null && { reason: { code: row.reason, text: row.reason_text ?? '' } }),
    ...(row.already !== null && { already: row.already as Hex }),
    ...(receipt && { receipt }),
  }
}

function toReceipt(row: Selectable<JobTable>): JobReceipt | undefined {
  if (row.tx_hash === null || row.block_number === null || row.block_hash === null) return undefined
  return {
    hash: row.tx_hash as Hex,
    blockNumber: Number(row.block_number),
    blockHash: row.block_hash as Hex,
    succeeded: row.succeeded === true,
    gasUsed: BigInt(row.gas_used ?? 0),
    gasPrice: BigInt(row.gas_price ?? '0'),
    ...(row.contract_address !== null && { contractAddress: row.contract_address as Address }),
    logs: JSON.parse(row.logs ?? '[]') as JobLog[],
    witnesses: row.witnesses ?? 0,
  }
}

export function toTransaction(row: Selectable<TransactionTable>): JobTransaction {
  return {
    hash: row.hash as Hex,
    nonce: Number(row.nonce),
    raw: row.raw as Hex,
    maxFee: BigInt(row.max_fee),
    maxTip: BigInt(row.max_tip),
    signedAt: row.signed_at.getTime(),
    ...(row.offered_at !== null &&
      row.offered_block !== null && {
        offered: { at: row.offered_at.getTime(), block: Number(row.offered_block) },
      }),
    ...(row.sent_at !== null && { sentAt: row.sent_at.getTime() }),
    broadcasts: row.broadcasts,
  }
}
