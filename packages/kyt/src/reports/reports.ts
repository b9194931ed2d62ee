import { gunzipSync, gzipSync } from 'node:zlib'
import {
  type QuestionChannel,
  type ReportFile,
  type ReportInputs,
  type ReportLine,
  type RiskAnswer,
  reportFormat,
  type SavedReport,
  ServiceError,
  suggestedDecision,
} from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { selectLabelSources } from '../imports/label-source-store.ts'
import type { LedgerReads } from '../ledger/ledger-store.ts'
import { type KytReader, openSnapshotReader } from '../lookup/kyt-reader.ts'
import { prepareExplanation, type ScoreCaller } from '../operations/get-risk-score.ts'
import { type RiskQuery, resolveTarget } from '../operations/resolve-target.ts'
import type { RecordContext } from '../records/questions.ts'
import { subjectOf } from '../records/subject.ts'
import type { FetchContext } from '../sources/histories/history-sources.ts'
import { answerFrom } from './answer-from.ts'
import { type RecordedReads, recordReads } from './record-reads.ts'
import { signReport } from './report-keys.ts'
import {
  countReportsSince,
  deleteReportsBefore,
  insertReport,
  selectReport,
  selectReports,
} from './report-store.ts'
import { reportColumn, reportLineColumn } from './sealed-columns.ts'

/** Number of reports that a merchant can save per day. Each of them can take up a megabyte. */
export const maxReportsPerDay = 500

/** Number of attempts to calculate an answer while the ledger changes. After that, a snapshot is used. */
const maxAttempts = 2

/** The author of a report. The e-mail address is part of the report, which is stored encrypted. */
export type ReportAuthor = {
  readonly member: string
  readonly email: string
  readonly channel: QuestionChannel
}

/**
 * Answers a question, and saves the answer with the inputs of its calculation as a signed report. The answer has
 * no time limit, because a calculation that stopped early could not be repeated.
 */
export async function saveReport(
  reader: KytReader,
  context: RecordContext & FetchContext,
  of: {
    readonly merchant: SavedReport['merchant']
    readonly author: ReportAuthor
    readonly query: RiskQuery
    readonly decision: SavedReport['decision']
    readonly caller: ScoreCaller
  },
): Promise<ReportFile> {
  const { merchant, author, query, decision, caller } = of
  const { clock, random, vault, riskLimits } = context
  const db = journalOf(context)
  const since = new Date(clock.now() - 86_400_000)
  if ((await countReportsSince(db, { merchant: merchant.mch_no, since })) >= maxReportsPerDay)
    throw new ServiceError('rateLimit', { retryAfterSeconds: 3600 })
  const calculate = () => calculateWithInputs(reader, context, { merchant: merchant.mch_no, query, caller })
  const { answer, inputs } = await (riskLimits ? riskLimits.queue.run(caller.owner, calculate) : calculate())
  const { score, risk_level: level, coverage } = answer.explanation
  const { subject, fingerprint } = subjectOf(vault, merchant.mch_no, query)
  const id = `R${random.bytes(16).toString('hex')}`
  const at = new Date(clock.now())
  const file = await signReport(context, {
    format: reportFormat,
    report: {
      ...{ id, merchant, author, created_at: at.toISOString(), answer, decision },
      question: {
        coin: subject.coin,
        ...(subject.address !== '' && { address: subject.address }),
        ...(subject.txid !== '' && { txid: subject.txid }),
      },
      suggested: suggestedDecision(level, coverage.state),
    },
    inputs,
  })
  const place = [id, merchant.mch_no] as const
  const line = { ...subject, score, level, coverage: coverage.state }
  await insertReport(db, {
    ...{ id, merchant: merchant.mch_no, subject: fingerprint, madeBy: author.member, madeAt: at },
    sealedLine: vault.seal(JSON.stringify(line), reportLineColumn.at(...place)),
    sealed: vault.seal(gzipSync(JSON.stringify(file)).toString('base64'), reportColumn.at(...place)),
  })
  return file
}

async function calculateWithInputs(
  reader: KytReader,
  context: FetchContext,
  { merchant, query, caller }: { merchant: string; query: RiskQuery; caller: ScoreCaller },
): Promise<{ answer: RiskAnswer; inputs: ReportInputs }> {
  const target = resolveTarget(query)
  const policy = await reader.policyOf(merchant)
  const because = await prepareExplanation(reader, target, policy, caller)
  const labelSources = await selectLabelSources(journalOf(context))
  const sources = (await context.histories?.networks()) ?? null
  const { network } = target.coin
  const now = context.clock.now()
  const record = async (view: LedgerReads) => {
    const { reads, inputs } = recordReads(view, network)
    const fixed = contextAt(context, { now, sources })
    const answer = await answerFrom(openSnapshotReader(fixed, reads), {
      target,
      policy,
      because,
      labelSources,
    })
    return { answer, recorded: await inputs() }
  }
  const { answer, recorded } = await ofOneState(context, record)
  return {
    answer,
    inputs: {
      ...{ at: Math.floor(now / 1000), network, sources: sources && [...sources], policy },
      not_fetched: because ?? null,
      label_sources: labelSources.map(({ name, version, importedAt }) => ({
        ...{ name, version, imported_at: importedAt.toISOString() },
      })),
      ...recorded,
    },
  }
}

/** Repeats a calculation until the ledger did not change in the meantime, so that all reads are of one state. */
async function ofOneState<Result extends { readonly recorded: RecordedReads }>(
  { ledger }: FetchContext,
  calculate: (view: LedgerReads) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const before = await ledger.versions()
    const made = await calculate(ledger)
    const after = await ledger.versions()
    const { versions } = made.recorded
    const isSame = ([one, other]: readonly (typeof before)[]) =>
      one?.ledger === other?.ledger && one?.labels === other?.labels && one?.prices === other?.prices
    if (isSame([before, after]) && isSame([before, versions])) return made
  }
  return await ledger.snapshot(calculate)
}

/** Returns a context with a fixed time and fixed sources. Nothing can be fetched with it. */
export function contextAt(
  context: FetchContext,
  { now, sources }: { now: number; sources: readonly string[] | null },
): FetchContext {
  const { histories: _, ...rest } = context
  const networks = async () => (sources ?? []) as never
  return {
    ...rest,
    clock: { ...context.clock, now: () => now },
    ...(sources !== null && { histories: { networks, of: async () => [] } }),
  }
}

/** Returns a stored report. */
export async function getReport(
  context: Pick<RecordContext, 'database' | 'vault'>,
  of: { readonly merchant: string; readonly id: string },
): Promise<ReportFile | undefined> {
  const row = await selectReport(journalOf(context), of)
  if (row === undefined) return undefined
  const packed = context.vault.open(row.sealed, reportColumn.at(row.id, row.merchant))
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as ReportFile
}

const pageSize = 50

/** Lists a merchant's reports, newest first, with the numbers of their authors. */
export async function listReports(
  context: Pick<RecordContext, 'database' | 'vault'>,
  {
    merchant,
    before,
    of,
  }: {
    readonly merchant: string
    readonly before?: string | undefined
    readonly of?: RiskQuery | undefined
  },
): Promise<{ reports: (Omit<ReportLine, 'by'> & { readonly madeBy: string })[]; more: boolean }> {
  const subject = of && subjectOf(context.vault, merchant, of).fingerprint
  const rows = await selectReports(journalOf(context), { merchant, before, subject, limit: pageSize + 1 })
  return {
    reports: rows.slice(0, pageSize).map(({ id, madeBy, madeAt, sealedLine }) => ({
      ...{ id, madeBy, at: madeAt.toISOString() },
      ...(JSON.parse(context.vault.open(sealedLine, reportLineColumn.at(id, merchant))) as Omit<
        ReportLine,
        'id' | 'at' | 'by'
      >),
    })),
    more: rows.length > pageSize,
  }
}

/** Deletes reports that are older than the retention period. */
export async function tidyReports(
  context: Pick<RecordContext, 'database' | 'clock'>,
  keptDays: number,
): Promise<void> {
  await deleteReportsBefore(journalOf(context), new Date(context.clock.now() - keptDays * 86_400_000))
}
