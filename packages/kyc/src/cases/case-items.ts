import {
  type Case,
  type CaseEntryKind,
  type CaseGraph,
  type CaseReference,
  type CasesWith,
  caseLimits,
  casesPerPage,
  type TriageKind,
  triageKinds,
} from '@touchstone/contract'
import { type AuditEntry, byServer } from '../audit/audit-store.ts'
import { insertAudits } from '../audit/insert-audit.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { caseItemColumn, caseTitleColumn } from '../sealed-columns.ts'
import {
  eraseItemsOf,
  type ItemRow,
  insertItem,
  removeEntryText,
  removeItemRow,
  selectCase,
  selectCaseById,
  selectCasesWith,
  selectItems,
  updateCase,
} from './case-store.ts'
import {
  type Acting,
  type CaseWork,
  changeCase,
  checkedText,
  full,
  merchantIdOf,
  requireWorking,
  unknownCase,
  workOn,
} from './change-case.ts'
import { parseCaseGraph } from './draw-case-graph.ts'
import { eraseTriageOf, joinTriage } from './triage-store.ts'

/**
 * A reference that exists and belongs to the merchant. The caller checks this, because this package does not know
 * transfers, reports and reviews.
 */
export type CheckedReference = CaseReference & {
  /** How the reference is named, for example the merchant's own number of a transfer. */
  readonly label: string
  /** The id of the verified person whom it is about. */
  readonly svcId?: string | undefined
}

/** Adds references to a case and ignores those that it already has. Returns the number of new ones. */
export async function addCaseItems(
  context: KycContext,
  acting: Acting & { readonly number: number },
  items: readonly CheckedReference[],
): Promise<number> {
  return await changeCase(context, acting, async (work) => {
    requireWorking(work.row)
    return await addItems(context, work, acting.member, items)
  })
}

export async function addItems(
  context: KycContext,
  { db, row, at, numbers, note }: CaseWork,
  member: string,
  items: readonly CheckedReference[],
): Promise<number> {
  const { vault } = context
  let added = 0
  let graphs = (await selectItems(db, row.id)).filter(({ kind }) => kind === 'graph').length
  for (const { kind, ref, label, svcId } of items) {
    if (numbers.items >= caseLimits.items) throw full('items')
    if (kind === 'graph' && graphs++ >= caseLimits.graphs) throw full('graphs')
    const number = numbers.items + 1
    const isNew = await insertItem(db, {
      ...{ caseId: row.id, number, kind, addedBy: member, addedAt: at },
      // Every graph is different.
      fingerprint: kind === 'graph' ? null : fingerprintOf(context, { kind, ref }),
      sealed: vault.seal(JSON.stringify({ ref, label }), caseItemColumn.at(row.id, number)),
      person: svcId === undefined ? null : personFingerprint(context, svcId),
    })
    if (!isNew) continue
    numbers.items = number
    added++
    await note('item-added', { item: number, kind })
    if (isTriaged(kind)) await joinTriage(db, { merchantId: row.merchantId, kind, ref, caseId: row.id })
  }
  return added
}

const isTriaged = (kind: CaseReference['kind']): kind is TriageKind =>
  (triageKinds as readonly string[]).includes(kind)

/** Returns a graph of a case, as the explorer described it. */
export async function readCaseGraph(
  context: KycContext,
  { mchNo, number, item }: { mchNo: string; number: number; item: number },
): Promise<CaseGraph> {
  const db = tablesOf(context)
  const row = await selectCase(db, { merchantId: await merchantIdOf(db, mchNo), number })
  if (!row) throw unknownCase()
  const found = (await selectItems(db, row.id)).find((each) => each.number === item && each.kind === 'graph')
  const graph = found && parseCaseGraph(itemView(context, found).ref ?? '')
  if (!graph) throw new InputError('item', 'is not a graph of this case')
  return graph
}

export async function removeCaseItem(
  context: KycContext,
  acting: Acting & { readonly number: number; readonly item: number },
): Promise<void> {
  await changeCase(context, acting, async ({ db, row, at, note }) => {
    requireWorking(row)
    const kind = await removeItemRow(db, { caseId: row.id, number: acting.item, at })
    if (!kind) throw new InputError('item', 'is not in this case')
    await note('item-removed', { item: acting.item, kind })
  })
}

/** Adds a comment to a case, or to one of its references. */
export async function commentOnCase(
  context: KycContext,
  acting: Acting & { readonly number: number; readonly text: string; readonly item?: number | undefined },
): Promise<void> {
  const text = checkedText('text', acting.text)
  await changeCase(context, acting, async ({ db, row, note }) => {
    requireWorking(row)
    const { item } = acting
    if (item === undefined) return await note('comment', {}, text)
    const known = (await selectItems(db, row.id)).find(({ number }) => number === item)
    if (!known) throw new InputError('item', 'is not in this case')
    await note('comment', { item }, text)
  })
}

const closingKinds: readonly CaseEntryKind[] = ['close-requested', 'closed']

/** Removes the text of an entry, for example because it names an erased person. The entry remains. */
export async function removeCaseText(
  context: KycContext,
  acting: Acting & { readonly number: number; readonly entry: number },
): Promise<void> {
  await changeCase(context, acting, async ({ db, row, at, note }) => {
    const kind = await removeEntryText(db, { caseId: row.id, number: acting.entry, at })
    if (kind === undefined) throw new InputError('entry', 'has no text')
    if (closingKinds.includes(kind)) {
      if (row.status === 'closing')
        throw new InputError('entry', 'is the reason of a request to close: withdraw the request first')
      await updateCase(db, row.id, { closingSealed: null })
    }
    await note('text-removed', { entry: acting.entry })
  })
}

/** Returns the merchant's cases that refer to something, newest first. */
export async function findCasesWith(
  context: KycContext,
  { mchNo, ...reference }: CaseReference & { readonly mchNo: string },
): Promise<CasesWith> {
  const db = tablesOf(context)
  const merchantId = await merchantIdOf(db, mchNo)
  const fingerprint = fingerprintOf(context, reference)
  const rows = await selectCasesWith(db, { merchantId, fingerprint, limit: casesPerPage })
  return {
    cases: rows.map(({ number, status, titleSealed }) => ({
      ...{ number, status, title: context.vault.open(titleSealed, caseTitleColumn.at(merchantId, number)) },
    })),
  }
}

/**
 * Removes the references to a person from all cases, with the comments on them. Members can remove other texts that
 * name the person: the time line says that a person was erased. Can run again.
 */
export async function eraseFromCases(context: KycContext, svcId: string): Promise<void> {
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      await eraseTriageOf(db, svcId)
      const at = new Date(context.clock.now())
      const audits: AuditEntry[] = []
      for (const caseId of await eraseItemsOf(db, personFingerprint(context, svcId), at)) {
        const row = await selectCaseById(db, caseId)
        if (!row) continue
        const of = { db, row, member: null, by: byServer }
        await workOn(context, of, ({ note }) => note('person-erased'), audits)
      }
      await insertAudits(context, db, audits)
    })
}

export function itemView({ vault }: KycContext, row: ItemRow): Case['items'][number] {
  const { caseId, number, kind, sealed, addedBy, addedAt } = row
  const said = sealed ? vault.open(sealed, caseItemColumn.at(caseId, number)) : '{"ref":null,"label":""}'
  const { ref, label } = JSON.parse(said) as { ref: string | null; label: string }
  return { number, kind, ref, label, addedBy, addedAt: addedAt.toISOString() }
}

/** The purpose does not include the merchant, because every query of a fingerprint names it. */
function fingerprintOf({ vault }: KycContext, { kind, ref }: CaseReference): Uint8Array {
  return vault.fingerprint('case-item', JSON.stringify([kind, ref]))
}

function personFingerprint({ vault }: KycContext, svcId: string): Uint8Array {
  return vault.fingerprint('case-person', svcId)
}
