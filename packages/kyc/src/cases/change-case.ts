import { UserError } from '@touchstone/common'
import { type CaseEntryKind, caseLimits } from '@touchstone/contract'
import { type AuditEntry, type ChangedBy, selectAudit, selectMerchantId } from '../audit/audit-store.ts'
import { insertAudit, insertAudits } from '../audit/insert-audit.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { listMembers } from '../members/change-members.ts'
import { allows } from '../members/roles.ts'
import { needsTwo } from '../merchants/review-rules.ts'
import { caseEntryColumn } from '../sealed-columns.ts'
import {
  type CaseRow,
  type EntryDetail,
  insertEntry,
  lockCase,
  selectCaseByTwo,
  selectLastNumbers,
} from './case-store.ts'

/** The member who acts, in the merchant of the case. */
export type Acting = {
  readonly mchNo: string
  /** The member's number. */
  readonly member: string
  readonly by: ChangedBy
}

/** A change to a case in its transaction, while no other call changes the case. */
export type CaseWork = {
  readonly db: KycDb
  readonly row: CaseRow
  readonly at: Date
  readonly numbers: { items: number; files: number; entries: number }
  /** Adds an entry to the time line and to the audit log, which does not get the text. */
  note(kind: CaseEntryKind, detail?: EntryDetail, text?: string): Promise<void>
}

/** Changes a case of the merchant. Cases of other merchants are unknown. */
export async function changeCase<Result>(
  context: KycContext,
  { mchNo, number, member, by }: Acting & { readonly number: number },
  change: (work: CaseWork) => Promise<Result>,
): Promise<Result> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const row = await lockCase(db, { merchantId: await merchantIdOf(db, mchNo), number })
      if (!row) throw unknownCase()
      return await workOn(context, { db, row, member, by }, change)
    })
}

/**
 * Runs a change to a locked case. The audit log is written last, because its chain stays locked until the end. If
 * `audits` is given, its entries are added there, and the caller writes them.
 */
export async function workOn<Result>(
  context: KycContext,
  { db, row, member, by }: { db: KycDb; row: CaseRow; member: string | null; by: ChangedBy },
  change: (work: CaseWork) => Promise<Result>,
  audits?: AuditEntry[],
): Promise<Result> {
  const at = new Date(context.clock.now())
  const numbers = await selectLastNumbers(db, row.id)
  const made: AuditEntry[] = []
  const note: CaseWork['note'] = async (kind, detail = {}, text) => {
    // Removing texts and references must remain possible.
    if (numbers.entries >= caseLimits.entries && kind === 'comment') throw full('entries')
    const number = ++numbers.entries
    const sealed = text === undefined ? null : context.vault.seal(text, caseEntryColumn.at(row.id, number))
    await insertEntry(db, { caseId: row.id, number, kind, by: member, at, detail, sealed })
    const entry = { merchantId: row.merchantId, action: `case.${kind}`, target: `case:${row.number}`, at }
    made.push({ ...by, ...entry, detail })
  }
  const result = await change({ db, row, at, numbers, note })
  if (audits) audits.push(...made)
  else await insertAudits(context, db, made)
  return result
}

export async function merchantIdOf(db: KycDb, mchNo: string): Promise<number> {
  const merchantId = await selectMerchantId(db, mchNo)
  if (merchantId === undefined) throw new InputError('merchant', 'is not known')
  return merchantId
}

/** A page reads a case again when it becomes visible and after every change. */
const viewedAgainMs = 10 * 60 * 1000
/** Newest entries of the log among which an earlier view is searched for. */
const mostEntries = 50

/**
 * Writes to the audit log that a member viewed a case, once in ten minutes, or saved one of its files, each time.
 * The caller has read the case, so it exists.
 */
export async function noteCaseView(
  context: KycContext,
  { mchNo, member, by, number, file }: Acting & { readonly number: number; readonly file?: number },
): Promise<void> {
  const db = tablesOf(context)
  const merchantId = await merchantIdOf(db, mchNo)
  const at = new Date(context.clock.now())
  const [action, target] = [file === undefined ? 'case.viewed' : 'case.file-read', `case:${number}`]
  if (file === undefined) {
    const newest = await selectAudit(db, { merchantId, target, limit: mostEntries })
    const since = at.getTime() - viewedAgainMs
    if (newest.some((each) => each.action === action && each.by === member && each.at.getTime() > since))
      return
  }
  const detail = file === undefined ? {} : { file }
  await insertAudit(context, db, { ...by, merchantId, action, target, detail, at })
}

/** Rejects changes to a closed case. */
export function requireWorking({ status }: CaseRow): void {
  if (status !== 'closed') return
  throw new UserError({
    code: 'case.closed',
    message: 'This case is closed.',
    remedy: 'Reopen it to change it.',
  })
}

/** The members who can work on a merchant's cases. */
export async function listCaseMembers(
  context: KycContext,
  { mchNo }: { mchNo: string },
): Promise<{ memberNo: string; email: string }[]> {
  const members = await listMembers(context, { mchNo })
  return members
    .filter(({ role, accepted }) => accepted && allows(role, 'cases.work'))
    .map(({ memberNo, email }) => ({ memberNo, email }))
}

/** Members assign work to each other and to themselves. Members of the operator assign it to themselves, too. */
export async function requireCaseMember(
  context: KycContext,
  { mchNo, member }: Acting,
  assignedTo: string | null | undefined,
): Promise<void> {
  if (assignedTo === null || assignedTo === undefined || assignedTo === member) return
  const members = await listCaseMembers(context, { mchNo })
  if (!members.some(({ memberNo }) => memberNo === assignedTo))
    throw new InputError('member', 'is not a member who can work on cases')
}

/** Returns whether two members have to close a merchant's cases. */
export async function casesNeedTwo(
  context: KycContext,
  merchantId: number,
  db: KycDb = tablesOf(context),
): Promise<boolean> {
  return (await selectCaseByTwo(context, db, merchantId)) || (await needsTwo(context, merchantId, db))
}

export function checkedText(field: string, text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new InputError(field, 'must not be empty')
  return trimmed
}

export function unknownCase(): UserError {
  return new UserError({
    code: 'case.unknown',
    message: 'The merchant has no such case.',
    remedy: 'Go back to the list and open it again.',
  })
}

export function full(what: 'items' | 'graphs' | 'files' | 'entries'): UserError {
  return new UserError({
    code: 'case.full',
    message: `This case has reached the limit of ${caseLimits[what]} ${what}.`,
    remedy: 'Open another case for the rest.',
  })
}
