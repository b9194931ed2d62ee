import type { HistoryNeeds } from '../../lookup/history-needs.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import type { KytReader } from '../../lookup/kyt-reader.ts'
import type { Pace } from '../../pace/pacer.ts'
import type { RiskPolicy } from '../../policy/risk-policy.ts'
import type { Valuation } from '../valuation.ts'

/** The inputs for reading a query's roots, which are the transfers at which tracing begins. */
export type Reading = {
  readonly reader: KytReader
  readonly policy: RiskPolicy
  readonly valuation: Valuation
  readonly own: KnownAs | undefined
  readonly pace: Pace
  /** Records which fetched histories are incomplete. `undefined` if histories are not fetched. */
  readonly needs: HistoryNeeds | undefined
}
