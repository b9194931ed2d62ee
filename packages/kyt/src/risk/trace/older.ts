import type { KnownAs } from '../../lookup/known-as.ts'
import type { Path } from './path.ts'

/** Dealings with somebody that are known only by their sum. */
export type Older = {
  /** In hex; empty for all who are not known. */
  readonly address: string
  readonly known: KnownAs | undefined
  readonly value: bigint
  readonly path: Path
}
