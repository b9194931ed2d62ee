import type { BlockRange, Extent } from '../ledger/covered-range.ts'
import type { Transfer } from './transfer.ts'
import type { SourceBatch, TransferSource } from './transfer-source.ts'

/** Transfers per batch: large enough to be fast, and small enough for frequent progress reports. */
const atOnce = 5000

/**
 * Creates a source from transfers that a program generates. The source has no fingerprint, because the
 * program may generate different transfers after a crash.
 */
export function iterableSource(options: {
  readonly kind: string
  readonly name: string
  readonly transfers: Iterable<Transfer>
  /** The approximate number of transfers, used only to report progress. */
  readonly expected?: number
  readonly extent?: Extent
  readonly ranges?: readonly BlockRange[]
}): TransferSource {
  const { transfers, expected, ...source } = options
  return {
    ...source,
    fingerprint: '',
    ...(expected !== undefined && {
      progress: ({ line }) => ({ done: Math.min(line - 1, expected), total: expected }),
    }),
    read: () => inBatches(transfers),
  }
}

async function* inBatches(transfers: Iterable<Transfer>): AsyncGenerator<SourceBatch> {
  let some: Transfer[] = []
  let count = 0
  const batch = () => ({
    entries: [{ transfers: some }],
    reached: { step: 0, offset: 0, line: count + 1 },
  })
  for (const transfer of transfers) {
    some.push(transfer)
    count += 1
    if (some.length < atOnce) continue
    yield batch()
    some = []
  }
  if (some.length > 0) yield batch()
}
