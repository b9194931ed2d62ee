import {
  type CaseReference,
  casesPerPage,
  type ListTriage,
  type TriageKind,
  type TriagePage,
  triageKinds,
} from '@touchstone/contract'
import { insertAudits } from '../audit/insert-audit.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { addItems, type CheckedReference } from './case-items.ts'
import { lockCase } from './case-store.ts'
import {
  type Acting,
  merchantIdOf,
  requireCaseMember,
  requireWorking,
  unknownCase,
  workOn,
} from './change-case.ts'
import {
  countTriage,
  lockTriage,
  selectTriage,
  selectTriageOf,
  type TriagePlace,
  type TriageRow,
  updateTriage,
} from './triage-store.ts'

/** The kinds of entries that a member can see. Reviews are visible only to reviewers. */
export type TriageView = Acting & { readonly seesReviews: boolean }

/** Returns a page of alerts, held transfers and reviews, those that are due first. */
export async function listTriage(
  context: KycContext,
  view: Omit<TriageView, 'by'>,
  { kind, assignedTo, overdue = false, done = false, after }: ListTriage,
): Promise<TriagePage> {
  const db = tablesOf(context)
  const now = new Date(context.clock.now())
  const merchantId = await merchantIdOf(db, view.mchNo)
  const visible = kindsFor(view)
  const rows = await selectTriage(db, {
    ...{ merchantId, done, limit: casesPerPage + 1 },
    kinds: visible.filter((each) => kind === undefined || each === kind),
    assignedTo: assignedTo === 'me' ? view.member : assignedTo === 'nobody' ? null : assignedTo,
    dueBefore: overdue ? now : undefined,
    after: after === undefined ? undefined : placeOf(after),
  })
  const page = rows.slice(0, casesPerPage)
  const last = page.at(-1)
  return {
    entries: page.map((row) => viewOf(row, now)),
    next: rows.length > page.length && last ? cursorOf(last) : null,
    ...(await countTriage(db, { merchantId, kinds: visible, now })),
  }
}

/**
 * Assigns open entries to a member, or to nobody. Returns the changed ones. Another package stores to whom a transfer
 * is assigned, and the list follows it: `assignTransfer` gets the ids of the transfers.
 */
export async function assignTriage(
  context: KycContext,
  view: TriageView,
  { ids, member }: { ids: readonly number[]; member: string | null },
  assignTransfer: (id: number) => Promise<void>,
): Promise<TriageRow[]> {
  await requireCaseMember(context, view, member)
  const of = { ids, action: 'triage.assigned', detail: { member } }
  const rows = await changeTriage(context, view, of, () => ({ assignedTo: member }), ['alert', 'review'])
  const transfers = await changeTriage(context, view, of, () => ({}), ['transfer'])
  for (const { ref } of transfers) await assignTransfer(Number(ref))
  return [...rows, ...transfers]
}

/** Marks alerts as handled. Held transfers and reviews are done when they are decided. */
export async function finishTriage(
  context: KycContext,
  view: TriageView,
  { ids }: { ids: readonly number[] },
): Promise<TriageRow[]> {
  const done = { at: new Date(context.clock.now()), by: view.member }
  return await changeTriage(context, view, { ids, action: 'triage.handled', detail: {} }, (rows) => {
    if (rows.some(({ kind }) => kind !== 'alert'))
      throw new InputError(
        'entries',
        'must all be alerts: transfers and reviews are decided on their own pages',
      )
    return { done }
  })
}

/** Adds open entries to a case. They stay open until they are handled or decided. */
export async function addTriageToCase(
  context: KycContext,
  view: TriageView,
  { ids, number }: { ids: readonly number[]; number: number },
): Promise<TriageRow[]> {
  const { mchNo, member, by } = view
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchantId = await merchantIdOf(db, mchNo)
      const row = await lockCase(db, { merchantId, number })
      if (!row) throw unknownCase()
      requireWorking(row)
      const rows = await lockTriage(db, { merchantId, kinds: kindsFor(view), ids })
      await updateTriage(
        db,
        rows.map(({ id }) => id),
        { caseId: row.id },
      )
      await workOn(context, { db, row, member, by }, (work) =>
        addItems(context, work, member, rows.map(referenceOf)),
      )
      return rows
    })
}

/** Returns a checked reference to one of the merchant's alerts, transfers or reviews, if it was ever in the list. */
export async function triageReference(
  context: KycContext,
  { mchNo, kind, ref }: { mchNo: string; kind: TriageKind; ref: string },
): Promise<CheckedReference | undefined> {
  const db = tablesOf(context)
  const found = await selectTriageOf(db, { merchantId: await merchantIdOf(db, mchNo), kind, ref })
  return found && referenceOf({ kind, ref, facts: found.facts })
}

function referenceOf({ kind, ref, facts }: Pick<TriageRow, 'kind' | 'ref' | 'facts'>): CheckedReference {
  const { svcId } = facts
  const reference: CaseReference = { kind, ref }
  return { ...reference, label: labelOf(kind, facts), ...(typeof svcId === 'string' && { svcId }) }
}

function labelOf(kind: TriageKind, facts: TriageRow['facts']): string {
  if (kind === 'review') return `${facts.kind ?? ''}`
  if (kind === 'alert') return `${facts.coin ?? ''} ${facts.address ?? ''}`
  return `${facts.direction ?? ''} ${facts.coin ?? ''}`
}

async function changeTriage(
  context: KycContext,
  view: TriageView,
  of: { ids: readonly number[]; action: string; detail: Record<string, string | null> },
  change: (rows: readonly TriageRow[]) => Parameters<typeof updateTriage>[2],
  only: readonly TriageKind[] = triageKinds,
): Promise<TriageRow[]> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchantId = await merchantIdOf(db, view.mchNo)
      const kinds = kindsFor(view).filter((kind) => only.includes(kind))
      const rows = await lockTriage(db, { merchantId, kinds, ids: of.ids })
      await updateTriage(
        db,
        rows.map(({ id }) => id),
        change(rows),
      )
      const at = new Date(context.clock.now())
      const entries = rows.map(({ kind, ref }) => ({
        ...{ ...view.by, merchantId, action: of.action, target: `${kind}:${ref}`, detail: of.detail, at },
      }))
      await insertAudits(context, db, entries)
      return rows
    })
}

function kindsFor({ seesReviews }: Pick<TriageView, 'seesReviews'>): TriageKind[] {
  return triageKinds.filter((kind) => kind !== 'review' || seesReviews)
}

function viewOf(row: TriageRow, now: Date): TriagePage['entries'][number] {
  const { openedAt, dueAt, doneAt, facts, ...rest } = row
  return {
    ...{ ...rest, facts: { ...facts }, openedAt: openedAt.toISOString(), dueAt: dueAt.toISOString() },
    ...{ doneAt: doneAt?.toISOString() ?? null, overdue: doneAt === null && dueAt < now },
  }
}

const cursorOf = ({ doneAt, dueAt, id }: TriageRow) => `${(doneAt ?? dueAt).getTime()}.${id}`

function placeOf(cursor: string): TriagePlace {
  const [at, id] = cursor.split('.').map(Number)
  return { at: new Date(at ?? 0), id: id ?? 0 }
}
