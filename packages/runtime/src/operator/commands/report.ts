import { readFile } from 'node:fs/promises'
import { OperatorError } from '@touchstone/common'
import { type ReportFile, ServiceError } from '@touchstone/contract'
import {
  byCommandLine,
  InputError,
  recordChange,
  selectAudit,
  selectMerchantByNo,
  selectMerchantId,
  tablesOf,
} from '@touchstone/kyc'
import {
  digestOfReport,
  listRiskDecisions,
  openKytReader,
  problemsOfReport,
  type ReportCheck,
  recordQuestion,
  saveReport,
  verifyReport,
} from '@touchstone/kyt'
import { checkMerchant } from '../../changes/check-merchant.ts'
import type { Command } from '../command.ts'

/** Answers a question about an address or a transaction, and saves the answer as a signed report. */
export const reportSave: Command<
  { mchNo: string; coin: string; address?: string; txid?: string },
  ReportFile
> = async (runtime, { mchNo, ...query }) => {
  await checkMerchant(runtime, mchNo)
  const { kyc, kyt } = runtime
  const reader = openKytReader(kyt)
  const [decision] = await listRiskDecisions(kyt, { merchant: mchNo, query })
  const merchant = await selectMerchantByNo(tablesOf(kyc), mchNo)
  const { actor } = byCommandLine
  const file = await known(
    saveReport(reader, kyt, {
      merchant: { mch_no: mchNo, name: merchant?.name ?? '' },
      author: { member: actor, email: '', channel: 'command-line' },
      ...{ query, decision: decision === undefined ? null : signedDecision(decision) },
      caller: { owner: mchNo, isTimed: false },
    }),
  )
  const answer = file.report.answer.explanation
  const by = { channel: 'command-line', asker: actor } as const
  await recordQuestion(reader, kyt, { merchant: mchNo, by, query, answer })
  const detail = { digest: digestOfReport(file) }
  const change = { mchNo, action: 'report.saved', target: file.report.id, detail }
  await recordChange(kyc, change, byCommandLine)
  return file
}

function signedDecision({
  id: _,
  madeBy,
  ...decision
}: Awaited<ReturnType<typeof listRiskDecisions>>[number]) {
  return { ...decision, by: madeBy }
}

export type ReportVerification = ReportCheck & {
  /** Whether the audit log contains an entry about exactly this report. */
  readonly audit: 'recorded' | 'differs' | 'missing'
  /** Whether the signature is valid, and the inputs give the answer. */
  readonly isGenuine: boolean
}

/** Checks a report's signature, repeats its calculation, and compares it with today's answer. */
export const reportVerify: Command<{ file: string }, ReportVerification> = async (
  runtime,
  { file: path },
) => {
  const file = await readReport(path)
  const { kyc, kyt } = runtime
  const check = await verifyReport(openKytReader(kyt), kyt, file)
  const db = tablesOf(kyc)
  const merchantId = await selectMerchantId(db, check.merchant)
  const entries =
    merchantId === undefined ? [] : await selectAudit(db, { merchantId, target: check.id, limit: 10 })
  const digests = entries.flatMap(({ action, detail }) => (action === 'report.saved' ? [detail.digest] : []))
  const isRepeated = 'differences' in check.recalculated && check.recalculated.differences.length === 0
  return {
    ...check,
    audit: digests.includes(check.digest) ? 'recorded' : digests.length > 0 ? 'differs' : 'missing',
    isGenuine: check.signature === 'valid' && isRepeated,
  }
}

async function readReport(path: string): Promise<ReportFile> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw notReport(path, 'it cannot be read', cause)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw notReport(path, 'it is not JSON', cause)
  }
  const [problem] = problemsOfReport(value)
  if (problem !== undefined) throw notReport(path, problem)
  return value as ReportFile
}

function notReport(path: string, problem: string, cause?: unknown): OperatorError {
  return new OperatorError({
    code: 'report.invalid',
    message: `${path} is not the file of a report: ${problem}.`,
    remedy: 'Pass a JSON file that was saved in the dashboard or with touchstone report save.',
    ...(cause !== undefined && { cause }),
  })
}

async function known<Result>(made: Promise<Result>): Promise<Result> {
  try {
    return await made
  } catch (error) {
    if (error instanceof ServiceError)
      throw new InputError('question', `cannot be answered: ${error.message}`)
    throw error
  }
}
