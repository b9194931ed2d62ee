import type { KytDesk } from '../../lookup/desk.ts'
import type { KnownAs } from '../../lookup/known-as.ts'
import type { RiskPolicy } from '../../policy/risk-policy.ts'
import type { Valuation } from '../valuation.ts'

/** What is needed to read where a question begins. */
export type Reading = {
  readonly desk: KytDesk
  readonly policy: RiskPolicy
  readonly valuation: Valuation
  readonly own: KnownAs | undefined
}
