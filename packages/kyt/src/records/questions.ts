import type { Vault } from '@touchstone/common'
import type { Coverage, Question, QuestionChannel, RiskExplanation, RiskLevel } from '@touchstone/contract'
import { journalOf, type KytContext, type KytDb } from '../context.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { uuidFrom } from '../lookup/uuid-from.ts'
import type { RiskQuery } from '../operations/resolve-target.ts'
import { fingerprintOf } from '../policy/fingerprint.ts'
import { modelVersion } from '../risk/score/explain-risk.ts'
import {
  deleteQuestionsBefore,
  insertQuestion,
  type QuestionRow,
  selectQuestions,
  selectRecordsApi,
  selectSameQuestion,
  upsertRecordsApi,
} from './record-store.ts'
import { questionColumn } from './sealed-columns.ts'
import { type Subject, subjectOf } from './subject.ts'

export type RecordContext = KytContext & { readonly vault: Vault }

/** The author of a question: the number of a member, or the id of an API key. */
export type Asker = { readonly channel: QuestionChannel; readonly asker: string }

type Answer = {
  readonly score: number
  readonly risk_level: RiskLevel
  readonly coverage: Pick<Coverage, 'state'>
  readonly data?: RiskExplanation['data']
}

/** A question that is repeated within this time with the same answer is recorded once. */
const sameQuestionMs = 600_000

/** Records a question with its answer. Pages repeat a question when they become visible again. */
export async function recordQuestion(
  reader: KytReader,
  context: RecordContext,
  of: { readonly merchant: string; readonly by: Asker; readonly query: RiskQuery; readonly answer: Answer },
  db: KytDb = journalOf(context),
): Promise<void> {
  const { merchant, by, query, answer } = of
  const { subject, fingerprint, exact } = subjectOf(context.vault, merchant, query)
  const id = uuidFrom(context.random)
  const now = context.clock.now()
  const facts = {
    ...{ score: answer.score, level: answer.risk_level, coverage: answer.coverage.state },
    ...{ model: modelVersion, policy: fingerprintOf(await reader.policyOf(merchant)) },
    ...(answer.data ? versionsIn(answer.data) : await reader.versions()),
  }
  const asked = { merchant, asker: by.asker, subject: fingerprint, question: exact }
  const same = await selectSameQuestion(db, asked)
  const names = Object.keys(facts) as (keyof typeof facts)[]
  const isRecent = same !== undefined && now - same.at.getTime() < sameQuestionMs
  if (isRecent && same.channel === by.channel && names.every((name) => same[name] === facts[name])) return
  await insertQuestion(db, {
    ...{ ...asked, ...facts, id, channel: by.channel, at: new Date(now) },
    sealed: context.vault.seal(JSON.stringify(subject), questionColumn.at(id, merchant)),
  })
}

const versionsIn = ({ ledger_version, label_version, price_version }: RiskExplanation['data']) => ({
  ...{ ledger: ledger_version, labels: label_version, prices: price_version },
})

/** A question, with the number of its asker instead of a name. */
export type RecordedQuestion = Omit<Question, 'by' | 'member'> & { readonly asker: string }

type Selection = { readonly of?: RiskQuery | undefined; readonly member?: string | undefined }

const pageSize = 50

/** Lists a merchant's questions, newest first. */
export async function listQuestions(
  context: Pick<RecordContext, 'database' | 'vault'>,
  { merchant, before, ...selection }: Selection & { merchant: string; before?: number | undefined },
): Promise<{ questions: RecordedQuestion[]; more: boolean }> {
  const rows = await selectQuestions(journalOf(context), {
    ...{ merchant, before, ...filterOf(context, merchant, selection) },
    limit: pageSize + 1,
  })
  return {
    questions: rows.slice(0, pageSize).map((row) => showQuestion(context, row)),
    more: rows.length > pageSize,
  }
}

const rowsAtOnce = 1000

/** Returns all of a merchant's questions, newest first. */
export async function* allQuestions(
  context: Pick<RecordContext, 'database' | 'vault'>,
  { merchant, ...selection }: Selection & { merchant: string },
): AsyncGenerator<RecordedQuestion[]> {
  const filter = filterOf(context, merchant, selection)
  let before: number | undefined
  for (;;) {
    const page = { merchant, before, ...filter, limit: rowsAtOnce }
    const rows = await selectQuestions(journalOf(context), page)
    if (rows.length > 0) yield rows.map((row) => showQuestion(context, row))
    before = rows.at(-1)?.seq
    if (rows.length < rowsAtOnce) return
  }
}

function filterOf({ vault }: Pick<RecordContext, 'vault'>, merchant: string, { of, member }: Selection) {
  return { asker: member, subject: of && subjectOf(vault, merchant, of).fingerprint }
}

function showQuestion(
  { vault }: Pick<RecordContext, 'vault'>,
  row: QuestionRow & { seq: number },
): RecordedQuestion {
  const { seq, at, channel, asker, score, level, coverage } = row
  const subject = JSON.parse(vault.open(row.sealed, questionColumn.at(row.id, row.merchant))) as Subject
  const { model, policy, ledger, labels, prices } = row
  return {
    ...{ seq, at: at.toISOString(), channel, asker, ...subject, score, level, coverage },
    versions: { model, policy, ledger, labels, prices },
  }
}

/** Deletes questions that are older than the retention period. */
export async function tidyQuestions(
  context: Pick<KytContext, 'database' | 'clock'>,
  keptDays: number,
): Promise<void> {
  const time = new Date(context.clock.now() - keptDays * 86_400_000)
  await deleteQuestionsBefore(journalOf(context), time)
}

/** Whether questions that are asked through the API are recorded. They are not until the merchant enables it. */
export async function recordsApiQuestions(
  context: Pick<KytContext, 'database'>,
  merchant: string,
): Promise<boolean> {
  return await selectRecordsApi(journalOf(context), merchant)
}

/** Sets whether questions that are asked through the API are recorded. */
export async function setRecordsApi(
  context: Pick<KytContext, 'database' | 'clock'>,
  { merchant, recordsApi }: { merchant: string; recordsApi: boolean },
): Promise<void> {
  await upsertRecordsApi(journalOf(context), { merchant, recordsApi, at: new Date(context.clock.now()) })
}
