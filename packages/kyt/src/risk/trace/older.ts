import type { KnownAs } from '../../lookup/known-as.ts'
import type { Path } from './path.ts'

/** Transfers with one counterparty that are known only as a sum. */
export type Older = {
  /** In hex. Empty for all unlabelled counterparties together. */
  readonly address: string
  readonly known: KnownAs | undefined
  readonly value: bigint
  readonly path: Path
}
