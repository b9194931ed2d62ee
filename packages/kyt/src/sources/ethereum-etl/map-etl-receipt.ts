import { firstProblem, mayBeAddress, mayBeNumber, mustBeHash, mustBeNumber } from './etl-checks.ts'
import type { EtlRecord } from './etl-record.ts'
import type { Mapped } from './mapped.ts'

const checks = [
  mustBeHash('transaction_hash'),
  mustBeNumber('block_number'),
  mustBeNumber('gas_used'),
  ({ text }: EtlRecord) => (['', '0', '1'].includes(text('status')) ? undefined : 'status must be 0 or 1'),
  mayBeAddress('contract_address'),
  mayBeNumber('effective_gas_price', 28),
  mayBeNumber('l1_fee', 30),
  mayBeNumber('blob_gas_used', 15),
  mayBeNumber('blob_gas_price', 28),
]

/** Receipts give no transfers; their bad lines are to be seen all the same. */
export function mapEtlReceipt(record: EtlRecord): Mapped {
  const problem = firstProblem(record, checks)
  return problem === undefined ? [] : { problem }
}
