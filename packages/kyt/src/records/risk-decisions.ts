import type { RiskDecision, RiskDecisionView, RiskExplanation } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { uuidFrom } from '../lookup/uuid-from.ts'
import type { RiskQuery } from '../operations/resolve-target.ts'
import type { RecordContext } from './questions.ts'
import { insertRiskDecision, type RiskDecisionRow, selectRiskDecisions } from './record-store.ts'
import { decisionColumn } from './sealed-columns.ts'
import { type Subject, subjectOf } from './subject.ts'

/** Number of decisions that are listed with an address, newest first. */
const mostListed = 20

/** A decision, with the number of the member who made it instead of a name. */
export type RecordedDecision = Omit<RiskDecisionView, 'by'> & { readonly madeBy: string }

/** Records a merchant's decision on an address or a transaction. Earlier decisions remain. */
export async function decideRisk(
  context: RecordContext,
  of: {
    readonly merchant: string
    readonly query: RiskQuery
    readonly decision: RiskDecision
    readonly reason: string
    /** The number of the member. */
    readonly member: string
    /** The answer on which the decision is based. */
    readonly answer: Pick<RiskExplanation, 'score' | 'risk_level' | 'coverage'>
  },
): Promise<RecordedDecision> {
  const { merchant, query, decision, reason, member, answer } = of
  const { subject, exact } = subjectOf(context.vault, merchant, query)
  const id = uuidFrom(context.random)
  const row: RiskDecisionRow = {
    ...{ id, merchant, subject: exact, decision },
    sealed: context.vault.seal(JSON.stringify({ ...subject, reason }), decisionColumn.at(id, merchant)),
    ...{ madeBy: member, madeAt: new Date(context.clock.now()) },
    ...{ score: answer.score, level: answer.risk_level, coverage: answer.coverage.state },
  }
  await insertRiskDecision(journalOf(context), row)
  return showDecision(context, row)
}

/** Lists a merchant's decisions on an address or a transaction, newest first. */
export async function listRiskDecisions(
  context: Pick<RecordContext, 'database' | 'vault'>,
  { merchant, query }: { readonly merchant: string; readonly query: RiskQuery },
): Promise<RecordedDecision[]> {
  const { exact: subject } = subjectOf(context.vault, merchant, query)
  const rows = await selectRiskDecisions(journalOf(context), { merchant, subject, limit: mostListed })
  return rows.map((row) => showDecision(context, row))
}

function showDecision({ vault }: Pick<RecordContext, 'vault'>, row: RiskDecisionRow): RecordedDecision {
  const { id, decision, madeBy, madeAt, score, level, coverage } = row
  const plain = vault.open(row.sealed, decisionColumn.at(id, row.merchant))
  const { reason } = JSON.parse(plain) as Subject & { reason: string }
  return { id, decision, reason, madeBy, at: madeAt.toISOString(), score, level, coverage }
}
