import type { Transfer } from './transfer.ts'
import type { SourceBatch, TransferSource } from './transfer-source.ts'

/** Transfers handed over at a time: enough to be quick, few enough to show progress. */
const atOnce = 5000

/** Transfers that a program makes or follows: after a crash nothing tells that they would be the same again. */
export function givenSource(options: {
  readonly kind: string
  readonly name: string
  readonly transfers: Iterable<Transfer>
  /** About how many there are; only for whoever is shown the progress. */
  readonly expected?: number
}): TransferSource {
  const { kind, name, transfers, expected } = options
  return {
    kind,
    name,
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
