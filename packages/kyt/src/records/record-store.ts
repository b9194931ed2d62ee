import type { CoverageState, QuestionChannel, RiskDecision, RiskLevel } from '@touchstone/contract'
import type { KytDb } from '../context.ts'

export type QuestionRow = {
  readonly id: string
  readonly merchant: string
  readonly channel: QuestionChannel
  readonly asker: string
  readonly at: Date
  readonly subject: Uint8Array
  readonly question: Uint8Array
  readonly sealed: Uint8Array
  readonly score: number
  readonly level: RiskLevel
  readonly coverage: CoverageState
  readonly model: string
  readonly policy: string
  readonly ledger: number
  readonly labels: number
  readonly prices: number
}

export async function insertQuestion(db: KytDb, row: QuestionRow): Promise<void> {
  await db.insertInto('kyt_question').values(row).execute()
}

/** Selects the newest record of the same question by the same asker. */
export async function selectSameQuestion(
  db: KytDb,
  { merchant, asker, subject, question }: Pick<QuestionRow, 'merchant' | 'asker' | 'subject' | 'question'>,
): Promise<QuestionRow | undefined> {
  return await db
    .selectFrom('kyt_question')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('subject', '=', subject)
    .where('question', '=', question)
    .where('asker', '=', asker)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Selects a page of questions, newest first. */
export async function selectQuestions(
  db: KytDb,
  page: {
    merchant: string
    subject?: Uint8Array | undefined
    asker?: string | undefined
    before?: number | undefined
    limit: number
  },
): Promise<(QuestionRow & { seq: number })[]> {
  let query = db.selectFrom('kyt_question').selectAll().where('merchant', '=', page.merchant)
  if (page.subject !== undefined) query = query.where('subject', '=', page.subject)
  if (page.asker !== undefined) query = query.where('asker', '=', page.asker)
  if (page.before !== undefined) query = query.where('seq', '<', page.before)
  return await query.orderBy('seq', 'desc').limit(page.limit).execute()
}

export async function deleteQuestionsBefore(db: KytDb, time: Date): Promise<void> {
  await db.deleteFrom('kyt_question').where('at', '<', time).execute()
}

export async function selectRecordsApi(db: KytDb, merchant: string): Promise<boolean> {
  const row = await db
    .selectFrom('kyt_question_setting')
    .select('records_api')
    .where('merchant', '=', merchant)
    .executeTakeFirst()
  return row?.records_api ?? false
}

export async function upsertRecordsApi(
  db: KytDb,
  set: { merchant: string; recordsApi: boolean; at: Date },
): Promise<void> {
  const values = { records_api: set.recordsApi, updated_at: set.at }
  await db
    .insertInto('kyt_question_setting')
    .values({ merchant: set.merchant, ...values })
    .onConflict((conflict) => conflict.column('merchant').doUpdateSet(values))
    .execute()
}

export type RiskDecisionRow = {
  readonly id: string
  readonly merchant: string
  readonly subject: Uint8Array
  readonly decision: RiskDecision
  readonly sealed: Uint8Array
  readonly madeBy: string
  readonly madeAt: Date
  readonly score: number
  readonly level: RiskLevel
  readonly coverage: CoverageState
}

export async function insertRiskDecision(db: KytDb, row: RiskDecisionRow): Promise<void> {
  const { madeBy, madeAt, ...values } = row
  await db
    .insertInto('kyt_risk_decision')
    .values({ ...values, made_by: madeBy, made_at: madeAt })
    .execute()
}

/** Selects the decisions on a subject, newest first. */
export async function selectRiskDecisions(
  db: KytDb,
  of: { merchant: string; subject: Uint8Array; limit: number },
): Promise<RiskDecisionRow[]> {
  return await db
    .selectFrom('kyt_risk_decision')
    .select([
      ...(['id', 'merchant', 'subject', 'decision', 'sealed', 'score', 'level', 'coverage'] as const),
      ...(['made_by as madeBy', 'made_at as madeAt'] as const),
    ])
    .where('merchant', '=', of.merchant)
    .where('subject', '=', of.subject)
    .orderBy('seq', 'desc')
    .limit(of.limit)
    .execute()
}
