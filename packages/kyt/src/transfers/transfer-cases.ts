import { UserError } from '@touchstone/common'
import type {
  CustomerTransfer,
  CustomerTransferDecision,
  CustomerTransferHistory,
  RiskLevel,
} from '@touchstone/contract'
import { ServiceError } from '@touchstone/contract'
import { journalOf, type KytDb } from '../context.ts'
import { usdText } from './decide-transfer.ts'
import { customerFingerprint, referenceFingerprint } from './register-transfer.ts'
import { referenceColumn, remarkColumn } from './sealed-columns.ts'
import { openCustomer, showHistory } from './show-transfer.ts'
import {
  countDependencies,
  endOpinions,
  insertRemark,
  type RemarkRow,
  selectAssigned,
  selectByTwo,
  selectCustomerById,
  selectCustomerLines,
  selectRemarks,
  updateAssigned,
  upsertByTwo,
} from './transfer-case-store.ts'
import type { TransferContext } from './transfer-context.ts'
import {
  type DecisionRow,
  lockTransfer,
  selectDecisions,
  selectTransfer,
  selectTransfersById,
  type TransferRow,
} from './transfer-store.ts'
import { type ListedTransfers, pageOfTransfers, storeDecision } from './transfers.ts'

/** A transfer in the list, with what members did with it. */
export type CaseLine = {
  readonly id: number
  readonly customerId: string
  /** Number of the member who handles the transfer, or an empty string. */
  readonly assignedTo: string
  /** Number of the member whose opinion waits for a second one, or an empty string. */
  readonly firstBy: string
  readonly transfer: CustomerTransfer
}

export type Remark = {
  readonly by: string
  readonly at: Date
  /** Empty for a note. */
  readonly decision: CustomerTransferDecision | ''
  readonly note: string
  /** Why the opinion no longer waits, or an empty string. */
  readonly ended: NonNullable<RemarkRow['ended']> | ''
}

/** A transfer with all decisions on it, and with what members did before they decided. */
export type TransferCase = Omit<CaseLine, 'transfer'> &
  CustomerTransferHistory & {
    /** Whether two members have to agree on the decision. */
    readonly byTwo: boolean
    /** Number of accounts and prices on which the newest decision of the rules depends. */
    readonly dependencies: number
    readonly remarks: readonly Remark[]
  }

/** `first`: a second member has to agree. `disagreed`: the second member disagreed, and both opinions ended. */
export type CaseOutcome = 'decided' | 'first' | 'disagreed'

/** Lists a merchant's transfers with what members did with them. */
export async function listCases(
  context: TransferContext,
  input: Parameters<typeof pageOfTransfers>[1] & { readonly assignedTo?: string },
): Promise<{ cases: CaseLine[]; next: string }> {
  const db = journalOf(context)
  const { rows, made, transfers, next }: ListedTransfers = await pageOfTransfers(context, input)
  const ids = rows.map(({ id }) => id)
  const [assigned, remarks] = await Promise.all([selectAssigned(db, ids), selectRemarks(db, ids)])
  const cases = rows.flatMap((row, index) => {
    const transfer = transfers[index]
    const { id, customerId } = row
    const first = openOpinion(
      remarks.filter(({ transferId }) => transferId === id),
      made.get(id) ?? [],
    )
    const assignedTo = assigned.get(id) ?? ''
    return transfer === undefined ? [] : [{ id, customerId, assignedTo, firstBy: first?.by ?? '', transfer }]
  })
  return { cases, next }
}

/** Returns a transfer with everything that happened to it. */
export async function showCase(
  context: TransferContext,
  { merchant, id }: { merchant: string; id: number },
): Promise<TransferCase> {
  const db = journalOf(context)
  const row = await caseOf(db, { merchant, id })
  const [made, remarks, assigned, dependencies, byTwo] = await Promise.all([
    selectDecisions(db, [id]),
    selectRemarks(db, [id]),
    selectAssigned(db, [id]),
    countDependencies(db, id),
    selectByTwo(db, merchant),
  ])
  const first = openOpinion(remarks, made)
  return {
    ...showHistory(context, row, made),
    ...{ id, customerId: row.customerId, byTwo, dependencies },
    assignedTo: assigned.get(id) ?? '',
    firstBy: first?.by ?? '',
    remarks: remarks.map((one) => ({
      ...{ by: one.by, at: one.at, decision: one.decision ?? ('' as const) },
      note: openRemark(context, one),
      // The rules decided again after the opinion was given, so it counts no longer.
      ended: one.ended ?? (one.decision !== null && one !== first ? 'outdated' : ''),
    })),
  }
}

/** Finds a merchant's transfer by its own number of the transfer. */
export async function findCase(
  context: TransferContext,
  of: { merchant: string; reference: string },
): Promise<{ id: number; transfer: CustomerTransfer } | undefined> {
  const db = journalOf(context)
  const reference = referenceFingerprint(context, of)
  const row = await selectTransfer(db, { merchant: of.merchant, reference })
  if (row === undefined) return undefined
  return { id: row.id, transfer: showHistory(context, row, await selectDecisions(db, [row.id])).transfer }
}

type Acting = { readonly merchant: string; readonly id: number; readonly by: string }

/**
 * Records the decision of a signed-in member. If two members have to agree, the first one's decision is stored as an
 * opinion until a second member agrees. `seen` is the number of decisions that the member saw: nobody decides on
 * values that have changed in the meantime.
 */
export async function decideCase(
  context: TransferContext,
  input: Acting & {
    readonly decision: CustomerTransferDecision
    readonly note: string
    readonly seen: number
  },
): Promise<CaseOutcome> {
  const { merchant, by, decision, note } = input
  return await changeCase(context, input, async (tx, { row, made, remarks, at }): Promise<CaseOutcome> => {
    if (made.length !== input.seen) throw changed()
    const decide = async (members: string) => {
      await storeDecision(context, tx, { row, decision, note, member: members, at })
      return 'decided' as const
    }
    if (!(await selectByTwo(tx, merchant))) return await decide(by)
    const first = openOpinion(remarks, made)
    if (first?.by === by) throw ownOpinion()
    // An opinion on values that have changed since.
    if (first === undefined) await endOpinions(tx, { transferId: row.id, ended: 'outdated', at })
    await addRemark(context, tx, { row, made, remarks, at, by, decision, note })
    if (first === undefined) return 'first'
    const ended = first.decision === decision ? 'agreed' : 'disagreed'
    await endOpinions(tx, { transferId: row.id, ended, at })
    return ended === 'agreed' ? await decide(`${first.by}, ${by}`) : 'disagreed'
  })
}

/** Withdraws the member's opinion, with which no second member has agreed yet. */
export async function withdrawCaseOpinion(context: TransferContext, input: Acting): Promise<void> {
  await changeCase(context, input, async (tx, { row, made, remarks, at }) => {
    if (openOpinion(remarks, made)?.by !== input.by) throw noneOfYours()
    await endOpinions(tx, { transferId: row.id, ended: 'withdrawn', at })
  })
}

/** Adds a member's note without a decision. */
export async function addCaseNote(
  context: TransferContext,
  input: Acting & { readonly note: string },
): Promise<void> {
  await changeCase(context, input, async (tx, of) => {
    await addRemark(context, tx, { ...of, by: input.by, decision: null, note: input.note })
  })
}

/** Assigns a transfer to a member, or to nobody. */
export async function assignCase(
  context: TransferContext,
  input: { merchant: string; id: number; member: string | null },
): Promise<void> {
  await changeCase(context, input, async (tx, { row }) => await updateAssigned(tx, row.id, input.member))
}

/** Whether two members have to agree on decisions on a merchant's transfers. */
export async function needTwoDecide(context: TransferContext, merchant: string): Promise<boolean> {
  return await selectByTwo(journalOf(context), merchant)
}

/** Sets whether two members have to agree. Takes effect with the next decision. */
export async function setTwoDecide(
  context: TransferContext,
  { merchant, byTwo }: { merchant: string; byTwo: boolean },
): Promise<void> {
  await upsertByTwo(journalOf(context), { merchant, byTwo, at: new Date(context.clock.now()) })
}

/** Returns the merchant's own numbers of transfers and of their customers. */
export async function showCaseNumbers(
  context: TransferContext,
  { merchant, ids }: { merchant: string; ids: readonly number[] },
): Promise<Map<number, { reference: string; customer: string }>> {
  const rows = await selectTransfersById(journalOf(context), ids)
  const own = rows.filter((row) => row.merchant === merchant)
  return new Map(
    own.map((row) => {
      const { customer } = openCustomer(context, { id: row.customerId, sealed: row.customerSealed })
      const reference = context.vault.open(row.sealed, referenceColumn.at(merchant, row.reference))
      return [row.id, { reference, customer }]
    }),
  )
}

/** Number of customers on a page. */
const customersOnPage = 50

export type CustomerLine = {
  readonly id: string
  readonly customer: string
  readonly since: Date
  readonly transfers: number
  readonly held: number
  /** Unix seconds. */
  readonly last: number
  readonly usd: string
  readonly score: number
  readonly level: RiskLevel
}

/** Lists a merchant's customers, those added last first, or finds one by its number. */
export async function listCustomers(
  context: TransferContext,
  of: { merchant: string; customer?: string | undefined; after?: string | undefined },
): Promise<{ customers: CustomerLine[]; next: string }> {
  const { merchant, customer, after } = of
  const fingerprint =
    customer === undefined ? undefined : customerFingerprint(context, { merchant, customer })
  const limit = customersOnPage + 1
  const rows = await selectCustomerLines(journalOf(context), { merchant, fingerprint, after, limit })
  const page = rows.slice(0, customersOnPage)
  return {
    customers: page.map(({ sealed, createdAt, usd, ...row }) => ({
      ...row,
      customer: openCustomer(context, { id: row.id, sealed }).customer,
      since: createdAt,
      usd: usdText(BigInt(usd ?? 0)),
    })),
    next: rows.length > page.length ? (page.at(-1)?.id ?? '') : '',
  }
}

/** Returns the merchant's own number of a customer. */
export async function customerNumber(
  context: TransferContext,
  of: { merchant: string; id: string },
): Promise<string> {
  const row = await selectCustomerById(journalOf(context), of)
  if (row === undefined) throw unknown('customer')
  return openCustomer(context, row).customer
}

type Case = {
  readonly row: TransferRow
  readonly made: readonly DecisionRow[]
  readonly remarks: readonly RemarkRow[]
  readonly at: Date
}

/** Changes a transfer while no other call changes it. */
async function changeCase<Result>(
  context: TransferContext,
  { merchant, id }: { merchant: string; id: number },
  change: (tx: KytDb, of: Case) => Promise<Result>,
): Promise<Result> {
  return await journalOf(context)
    .transaction()
    .execute(async (tx) => {
      await lockTransfer(tx, id)
      const row = await caseOf(tx, { merchant, id })
      const made = await selectDecisions(tx, [id])
      const remarks = await selectRemarks(tx, [id])
      return await change(tx, { row, made, remarks, at: new Date(context.clock.now()) })
    })
}

async function caseOf(db: KytDb, { merchant, id }: { merchant: string; id: number }): Promise<TransferRow> {
  const [row] = await selectTransfersById(db, [id])
  if (row?.merchant !== merchant) throw unknown('transfer')
  return row
}

/** Returns the opinion that waits for a second one. It counts only until the rules decide again. */
function openOpinion(remarks: readonly RemarkRow[], made: readonly DecisionRow[]): RemarkRow | undefined {
  const newest = made.at(-1)?.id
  return remarks.find(
    ({ decision, endedAt, decisionId }) => decision !== null && endedAt === null && decisionId === newest,
  )
}

async function addRemark(
  { vault }: TransferContext,
  tx: KytDb,
  of: Case & { by: string; decision: CustomerTransferDecision | null; note: string },
): Promise<void> {
  const { row, made, remarks, at, by, decision, note } = of
  const number = remarks.length + 1
  const decisionId = made.at(-1)?.id
  if (decisionId === undefined) throw new ServiceError('unknownTransfer')
  const sealed = vault.seal(JSON.stringify({ note }), remarkColumn.at(row.id, number))
  await insertRemark(tx, { transferId: row.id, number, by, at, decisionId, decision, sealed })
}

function openRemark({ vault }: TransferContext, { transferId, number, sealed }: RemarkRow): string {
  const text = vault.open(sealed, remarkColumn.at(transferId, number))
  return (JSON.parse(text) as { note: string }).note
}

function unknown(what: 'transfer' | 'customer'): UserError {
  return new UserError({
    code: `${what}.unknown`,
    message: `The merchant has no such ${what}.`,
    remedy: 'Go back to the list and open it again.',
  })
}

function changed(): UserError {
  return new UserError({
    code: 'transfer.changed',
    message: 'There is a new decision on this transfer since you opened it.',
    remedy: 'Read the new decision, then decide.',
  })
}

function ownOpinion(): UserError {
  return new UserError({
    code: 'transfer.own-opinion',
    message: 'You gave the first opinion. Another member has to agree.',
    remedy: 'Ask another member to decide, or withdraw your opinion.',
  })
}

function noneOfYours(): UserError {
  return new UserError({
    code: 'transfer.no-opinion',
    message: 'You have no opinion to withdraw on this transfer.',
    remedy: 'Reload the transfer: another member may have agreed, or the rules decided again.',
  })
}
