import type { EtlKind } from './etl-file.ts'
import type { EtlRecord } from './etl-record.ts'
import { mapEtlBlock } from './map-etl-block.ts'
import { mapEtlReceipt } from './map-etl-receipt.ts'
import { mapEtlLog, mapEtlTokenTransfer } from './map-etl-token.ts'
import { mapEtlTrace } from './map-etl-trace.ts'
import { mapEtlTransaction } from './map-etl-transaction.ts'
import type { EtlMapping, Known, Mapped } from './mapped.ts'

/** The transfers of a line, or what is wrong with it. `nameOfReward` tells one reward of a block from another. */
export function mapEtlLine(
  kind: EtlKind,
  record: EtlRecord,
  of: { mapping: EtlMapping; known: Known; nameOfReward: () => string },
): Mapped {
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
