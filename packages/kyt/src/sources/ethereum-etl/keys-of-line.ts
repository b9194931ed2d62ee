import { keyOf } from './etl-facts.ts'
import type { EtlKind } from './etl-file.ts'
import type { EtlRecord } from './etl-record.ts'

/** Keys of what a line needs of other files to be understood. */
export function keysOfLine(kind: EtlKind, { text }: EtlRecord): string[] {
  const block = keyOf.block(text('block_number'))
  switch (kind) {
    case 'transaction':
      return [block, keyOf.receipt(text('hash')), keyOf.trace(text('hash'))]
    case 'trace': {
      if (text('trace_type') === 'reward') return [block, keyOf.rewards(text('block_number'))]
      const hash = text('transaction_hash')
      return [block, keyOf.receipt(hash), keyOf.status(hash), keyOf.trace(hash)]
    }
    case 'token_transfer':
    case 'log':
      return [block]
    default:
      return []
  }
}
