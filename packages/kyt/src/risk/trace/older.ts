import type { KnownAs } from '../../lookup/known-as.ts'
import type { Path } from './path.ts'

/** Transfers with one counterparty for which only the sum is known. */
export type Older = {
  /** The counterparty in hex. Empty for the sum over all unlabelled counterparties. */
  readonly address: string
  readonly known: KnownAs | undefined
  readonly value: bigint
  readonly path: Path
}
