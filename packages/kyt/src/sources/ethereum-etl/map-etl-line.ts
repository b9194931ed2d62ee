import { firstProblem, mayBeAddress, mayBeNumber, mustBeHash, mustBeNumber } from './etl-checks.ts'
import type { EtlKind } from './etl-file.ts'
import type { EtlRecord } from './etl-record.ts'
import { mapEtlBlock } from './map-etl-block.ts'
import { mapEtlLog, mapEtlTokenTransfer } from './map-etl-token.ts'
import { mapEtlTrace } from './map-etl-trace.ts'
import { mapEtlTransaction } from './map-etl-transaction.ts'
import type { EtlMapping, KnownFacts, MappingResult } from './mapped.ts'

const receiptChecks = [
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

/** Receipts contain no transfers, but their invalid lines must be reported. */
function mapEtlReceipt(record: EtlRecord): MappingResult {
  const problem = firstProblem(record, receiptChecks)
  return problem === undefined ? [] : { problem }
}

/** Returns a line's transfers, or the problem with it. `nameOfReward` distinguishes a block's rewards. */
export function mapEtlLine(
  kind: EtlKind,
  record: EtlRecord,
  of: { mapping: EtlMapping; known: KnownFacts; nameOfReward: () => string },
): MappingResult {
  const { mapping, known, nameOfReward } = of
  switch (kind) {
    case 'block':
      return mapEtlBlock(record, mapping)
    case 'transaction':
      return mapEtlTransaction(record, mapping, known)
    case 'receipt':
      return mapEtlReceipt(record)
    case 'token_transfer':
      return mapEtlTokenTransfer(record, mapping, known)
    case 'log':
      return mapEtlLog(record, mapping, known)
    case 'trace':
      return mapEtlTrace(record, mapping, known, nameOfReward)
  }
}
