import type { Network } from '../../addresses/networks.ts'
import type { AccountKey } from '../../ledger/ledger-store.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import type { Direction, RiskPolicy } from '../../policy/risk-policy.ts'
import type { Side } from '../trace/side.ts'
import type { Score } from './formula.ts'

/** The parts of the ledger that an assessment read. Addresses are in hex. */
export type AssessmentReads = {
  /** The addresses whose transfers were read, and with them the labels of their counterparties. */
  readonly accounts: Set<string>
  /** The parties of the transactions that were read as a whole. */
  readonly parties: Set<string>
  /** The coins whose prices were read. */
  readonly coins: Set<number>
}

/** All data on which a risk answer is based. */
export type Assessment = {
  readonly network: Network
  readonly policy: RiskPolicy
  /** What is known about the address itself. */
  readonly own: KnownAs | undefined
  /** Whether the ledger contains a transfer to or from the address, or contains the transaction. */
  readonly isSeen: boolean
  /** Whether the ledger contains the address or transaction, or the address has a label. */
  readonly isKnown: boolean
  readonly isPooled: boolean
  /** The unit of all values: `USD`, or the requested coin if it has no price. */
  readonly unit: string
  /** Coins in the traced transfers that have no price. */
  readonly unpriced: readonly number[]
  /**
   * The value that the address sent beyond its recorded balances, limited to the amount by which it sent more
   * than it received. The origin of this value is not recorded.
   */
  readonly shortfall: bigint
  readonly sides: Readonly<Record<Direction, Side>>
  /** Whether the trace stopped at the time limit. */
  readonly isLate: boolean
  /**
   * The addresses on the path of the funds whose histories could be fetched but are incomplete, those with
   * the largest share of the funds first.
   */
  readonly unread: readonly AccountKey[]
  /** The kinds of transfers that the sources of the histories on the path of the funds do not report. */
  readonly lacks: readonly string[]
  readonly reads: AssessmentReads
  readonly score: Score
}
