import { isDeepStrictEqual } from 'node:util'
import { ReportFile, type RiskAnswer } from '@touchstone/contract'
import { Errors } from 'typebox/value'
import { journalOf } from '../context.ts'
import { selectLabelSources } from '../imports/label-source-store.ts'
import { type KytReader, openSnapshotReader } from '../lookup/kyt-reader.ts'
import { resolveTarget } from '../operations/resolve-target.ts'
import type { RecordContext } from '../records/questions.ts'
import { modelVersion } from '../risk/score/explain-risk.ts'
import type { FetchContext } from '../sources/histories/history-sources.ts'
import { answerFrom } from './answer-from.ts'
import { canonicalJson } from './canonical-json.ts'
import { networkOf, readsOf } from './reads-of.ts'
import { checkSignature, digestOfReport } from './report-keys.ts'
import { contextAt, getReport } from './reports.ts'

/** A value that differs between two answers. */
export type Difference = { readonly path: string; readonly report: string; readonly other: string }

type Comparison =
  | { readonly differences: readonly Difference[]; readonly more: number }
  /** Why the answer could not be calculated. */
  | { readonly problem: string }

export type ReportCheck = {
  readonly id: string
  readonly merchant: string
  readonly digest: string
  readonly signature: 'valid' | 'invalid' | 'unknown-key'
  /** Whether the store contains the same report. Reports are deleted after the retention period. */
  readonly stored: 'same' | 'differs' | 'missing'
  /** The version of the model that calculated the report, and of this release. */
  readonly model: { readonly report: string; readonly current: string }
  /** The report's answer, compared with the answer that its inputs give. */
  readonly recalculated: Comparison
  /** The report's answer, compared with today's answer to the same question. */
  readonly today: Comparison
}

/** Returns what is wrong with the form of a report's file. The list is empty if it is a report. */
export function problemsOfReport(value: unknown): string[] {
  return Errors(ReportFile, value)
    .slice(0, 5)
    .map(({ instancePath, message }) => `${instancePath.slice(1).replaceAll('/', '.') || 'file'} ${message}`)
}

/**
 * Checks a report: its signature, whether its inputs give its answer with the code that scores addresses, and how
 * today's answer differs.
 */
export async function verifyReport(
  reader: KytReader,
  context: RecordContext & FetchContext,
  file: ReportFile,
): Promise<ReportCheck> {
  const { report } = file
  const { mch_no: merchant } = report.merchant
  const [signature, stored] = await Promise.all([
    checkSignature(context, file),
    getReport(context, { merchant, id: report.id }),
  ])
  return {
    ...{ id: report.id, merchant, digest: digestOfReport(file), signature },
    stored:
      stored === undefined ? 'missing' : canonicalJson(stored) === canonicalJson(file) ? 'same' : 'differs',
    model: { report: report.answer.explanation.model.version, current: modelVersion },
    recalculated: await compare(report.answer, () => recalculate(context, file)),
    today: await compare(report.answer, () => answerToday(reader, context, file)),
  }
}

/** Calculates the answer from the inputs alone: the reader has no access to the ledger. */
export async function recalculate(
  context: FetchContext,
  { report: { question }, inputs }: Pick<ReportFile, 'report' | 'inputs'>,
): Promise<RiskAnswer> {
  const target = resolveTarget(question)
  if (networkOf(inputs) !== target.coin.network)
    throw new RangeError('the inputs belong to another network than the question')
  const fixed = contextAt(context, { now: inputs.at * 1000, sources: inputs.sources })
  return await answerFrom(openSnapshotReader(fixed, readsOf(inputs)), {
    ...{ target, policy: inputs.policy, because: inputs.not_fetched ?? undefined },
    labelSources: inputs.label_sources.map(({ name, version, imported_at }) => ({
      ...{ name, version, importedAt: new Date(imported_at) },
    })),
  })
}

async function answerToday(
  reader: KytReader,
  context: FetchContext,
  { report: { question, merchant } }: ReportFile,
): Promise<RiskAnswer> {
  return await answerFrom(reader, {
    target: resolveTarget(question),
    policy: await reader.policyOf(merchant.mch_no),
    because: undefined,
    labelSources: await selectLabelSources(journalOf(context)),
  })
}

async function compare(answer: RiskAnswer, calculate: () => Promise<RiskAnswer>): Promise<Comparison> {
  try {
    const other = await calculate()
    const all = differencesOf(answer, JSON.parse(JSON.stringify(other)))
    return { differences: all.slice(0, mostListed), more: Math.max(0, all.length - mostListed) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

const mostListed = 50

/** Lists the values that differ, by their path. */
export function differencesOf(report: unknown, other: unknown, path = ''): Difference[] {
  if (isDeepStrictEqual(report, other)) return []
  const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
  if (!isTree(report) || !isTree(other) || Array.isArray(report) !== Array.isArray(other))
    return [{ path, report: textOf(report), other: textOf(other) }]
  const names = [...new Set([...Object.keys(report), ...Object.keys(other)])]
  const of = (value: object, name: string) => (value as Readonly<Record<string, unknown>>)[name]
  return names.flatMap((name) =>
    differencesOf(of(report, name), of(other, name), path === '' ? name : `${path}.${name}`),
  )
}

const textOf = (value: unknown): string => (value === undefined ? '' : (JSON.stringify(value) ?? ''))
