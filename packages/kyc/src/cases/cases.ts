import {
  type Case,
  type CaseClosing,
  type CaseOutcome,
  type CasePage,
  type CasePriority,
  type CaseStatus,
  type ChangeCase,
  casesPerPage,
  type ListCases,
  type OpenCase,
} from '@touchstone/contract'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { caseClosingColumn, caseEntryColumn, caseFileNameColumn, caseTitleColumn } from '../sealed-columns.ts'
import { type FileRow, selectFiles } from './case-file-store.ts'
import { addItems, type CheckedReference, itemView } from './case-items.ts'
import {
  type CaseRow,
  countCases,
  type EntryRow,
  insertCase,
  lockCase,
  nextCaseNumber,
  selectCase,
  selectCases,
  selectDueDays,
  selectEntries,
  selectItems,
  updateCase,
} from './case-store.ts'
import {
  type Acting,
  casesNeedTwo,
  changeCase,
  checkedText,
  merchantIdOf,
  requireCaseMember,
  requireWorking,
  unknownCase,
  workOn,
} from './change-case.ts'

/** Opens a case. The caller has checked that the references belong to the merchant. */
export async function openCase(
  context: KycContext,
  acting: Acting,
  input: Pick<OpenCase, 'title' | 'priority' | 'assignedTo' | 'dueAt'> & {
    readonly items?: readonly CheckedReference[]
  },
): Promise<number> {
  const { mchNo, member, by } = acting
  const title = checkedText('title', input.title)
  await requireCaseMember(context, acting, input.assignedTo)
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchantId = await merchantIdOf(db, mchNo)
      const number = await nextCaseNumber(db, merchantId)
      const { priority = 'normal', assignedTo = null, dueAt, items = [] } = input
      await insertCase(db, {
        ...{ merchantId, number, priority, assignedTo, createdBy: member },
        dueAt:
          dueAt === undefined ? await defaultDue(context, db, { merchantId, priority }) : new Date(dueAt),
        titleSealed: context.vault.seal(title, caseTitleColumn.at(merchantId, number)),
        createdAt: new Date(context.clock.now()),
      })
      const row = await lockCase(db, { merchantId, number })
      if (!row) throw new Error('a new case is not stored')
      await workOn(context, { db, row, member, by }, async (work) => {
        await work.note('opened', { priority, assignedTo })
        await addItems(context, work, member, items)
      })
      return number
    })
}

const dayMs = 86_400_000

async function defaultDue(
  { clock }: KycContext,
  db: KycDb,
  { merchantId, priority }: { merchantId: number; priority: CasePriority },
): Promise<Date | null> {
  const days = (await selectDueDays(db, merchantId))[priority]
  return days === null ? null : new Date(clock.now() + days * dayMs)
}

/** Changes the given fields of a case. Each change is an entry of the time line. */
export async function editCase(
  context: KycContext,
  acting: Acting,
  { number, ...input }: ChangeCase,
): Promise<void> {
  await requireCaseMember(context, acting, input.assignedTo)
  const title = input.title === undefined ? undefined : checkedText('title', input.title)
  await changeCase(context, { ...acting, number }, async ({ db, row, note }) => {
    requireWorking(row)
    const { priority, assignedTo } = input
    const dueAt = typeof input.dueAt === 'string' ? new Date(input.dueAt) : input.dueAt
    if (title !== undefined && title !== titleOf(context, row)) {
      const titleSealed = context.vault.seal(title, caseTitleColumn.at(row.merchantId, row.number))
      await updateCase(db, row.id, { titleSealed })
      await note('renamed')
    }
    if (priority !== undefined && priority !== row.priority) {
      await updateCase(db, row.id, { priority })
      await note('priority', { from: row.priority, to: priority })
    }
    if (assignedTo !== undefined && assignedTo !== row.assignedTo) {
      await updateCase(db, row.id, { assignedTo })
      await note('assigned', { from: row.assignedTo, to: assignedTo })
    }
    if (dueAt !== undefined && dueAt?.getTime() !== row.dueAt?.getTime()) {
      await updateCase(db, row.id, { dueAt })
      await note('due', { from: textOf(row.dueAt), to: textOf(dueAt) })
    }
  })
}

/** Returns a page of a merchant's cases, newest first, and how many are open and overdue. */
export async function listCases(
  context: KycContext,
  { mchNo, member }: Pick<Acting, 'mchNo' | 'member'>,
  { mine, ...filters }: ListCases,
): Promise<CasePage> {
  const db = tablesOf(context)
  const now = new Date(context.clock.now())
  const merchantId = await merchantIdOf(db, mchNo)
  const of = { ...filters, merchantId, now, limit: casesPerPage + 1, ...(mine && { assignedTo: member }) }
  const rows = await selectCases(db, of)
  const page = rows.slice(0, casesPerPage)
  return {
    cases: page.map((row) => lineOf(context, row, now)),
    next: rows.length > page.length ? (page.at(-1)?.number ?? null) : null,
    ...(await countCases(db, { merchantId, now })),
  }
}

/** Newest cases whose titles are searched. Titles are sealed, so each of them is opened. */
const mostSearched = 500
const mostFound = 10

/** Returns the cases with this number, or whose titles contain a word that starts with each word of the text. */
export async function findCases(
  context: KycContext,
  { mchNo, text }: { mchNo: string; text: string },
): Promise<{ number: number; title: string; status: CaseStatus }[]> {
  const db = tablesOf(context)
  const merchantId = await merchantIdOf(db, mchNo)
  const now = new Date(context.clock.now())
  const found = (row: CaseRow) => ({ number: row.number, title: titleOf(context, row), status: row.status })
  const [, digits] = /^(?:#|case |個案 ?)?([1-9][0-9]{0,8})$/i.exec(text) ?? []
  if (digits !== undefined) {
    const row = await selectCase(db, { merchantId, number: Number(digits) })
    return row ? [found(row)] : []
  }
  const words = wordsOf(text)
  if (words.length === 0) return []
  const rows = await selectCases(db, { merchantId, now, limit: mostSearched })
  return rows
    .map(found)
    .filter(({ title }) => {
      const own = wordsOf(title)
      return words.every((word) => own.some((each) => each.startsWith(word)))
    })
    .slice(0, mostFound)
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Returns a case with everything in it, except the contents of its files. */
export async function showCase(
  context: KycContext,
  { mchNo, member, number }: Pick<Acting, 'mchNo' | 'member'> & { number: number },
): Promise<Case> {
  const db = tablesOf(context)
  const merchantId = await merchantIdOf(db, mchNo)
  const row = await selectCase(db, { merchantId, number })
  if (!row) throw unknownCase()
  const [items, files, entries, byTwo] = await Promise.all([
    selectItems(db, row.id),
    selectFiles(db, row.id),
    selectEntries(db, row.id),
    casesNeedTwo(context, merchantId),
  ])
  return {
    ...lineOf(context, row, new Date(context.clock.now())),
    ...{ createdBy: row.createdBy, byTwo, closedBy: row.closedBy },
    closing: closingOf(context, row, member),
    items: items.map((item) => itemView(context, item)),
    files: files.map((file) => fileView(context, file)),
    entries: entries.map((entry) => entryView(context, entry)),
  }
}

export function titleOf({ vault }: KycContext, { titleSealed, merchantId, number }: CaseRow): string {
  return vault.open(titleSealed, caseTitleColumn.at(merchantId, number))
}

function lineOf(context: KycContext, row: CaseRow, now: Date): CasePage['cases'][number] {
  const { number, status, priority, assignedTo, dueAt, createdAt, closedAt } = row
  return {
    ...{ number, title: titleOf(context, row), status, priority, assignedTo },
    ...{ dueAt: textOf(dueAt), overdue: closedAt === null && dueAt !== null && dueAt < now },
    ...{ createdAt: createdAt.toISOString(), closedAt: textOf(closedAt) },
  }
}

function closingOf({ vault }: KycContext, row: CaseRow, member: string): CaseClosing | null {
  const { closingSealed, closingBy, merchantId, number } = row
  if (!closingSealed || closingBy === null) return null
  const said = vault.open(closingSealed, caseClosingColumn.at(merchantId, number))
  const { outcome, reason } = JSON.parse(said) as { outcome: CaseOutcome; reason: string }
  return { by: closingBy, outcome, reason, yours: closingBy === member }
}

function fileView({ vault }: KycContext, row: FileRow): Case['files'][number] {
  const { caseId, number, type, size, nameSealed, addedBy, addedAt } = row
  const name = nameSealed ? vault.open(nameSealed, caseFileNameColumn.at(caseId, number)) : ''
  return { number, name, type, size, addedBy, addedAt: addedAt.toISOString() }
}

function entryView({ vault }: KycContext, row: EntryRow): Case['entries'][number] {
  const { caseId, number, kind, by, at, detail, sealed, textRemovedAt } = row
  return {
    ...{ number, kind, by, at: at.toISOString(), detail: { ...detail } },
    text: sealed ? vault.open(sealed, caseEntryColumn.at(caseId, number)) : null,
    textRemoved: textRemovedAt !== null,
  }
}

const textOf = (at: Date | null) => at?.toISOString() ?? null
