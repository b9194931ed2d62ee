import {
  type CustomerSummary,
  type CustomerTransfer,
  type CustomerTransferDecision,
  type CustomerTransferHistory,
  type CustomerTransferList,
  ServiceError,
  transfersOnPage,
} from '@touchstone/contract'
import { journalOf, type KytDb } from '../context.ts'
import { uuidFrom } from '../lookup/uuid-from.ts'
import { usdText } from './decide-transfer.ts'
import { customerFingerprint, referenceFingerprint } from './register-transfer.ts'
import { noteColumn, referenceColumn } from './sealed-columns.ts'
import { openCustomer, type SealedNote, showHistory, showTransfer } from './show-transfer.ts'
import { selectCounterparties, selectNewestDecisions, selectSums } from './summary-store.ts'
import { selectByTwo } from './transfer-case-store.ts'
import { recordDecision, type TransferContext } from './transfer-context.ts'
import {
  type DecisionRow,
  insertDecision,
  insertNote,
  lockTransfer,
  selectCustomer,
  selectDecisions,
  selectTransfer,
  selectTransfers,
  selectTransfersById,
  type TransferRow,
  updateDecision,
} from './transfer-store.ts'

const pageDigits = /^[0-9]{1,15}$/

/** Lists a merchant's transfers. */
export async function listTransfers(
  context: TransferContext,
  input: Omit<Parameters<typeof pageOfTransfers>[1], 'customerId'>,
): Promise<CustomerTransferList> {
  const { transfers, next } = await pageOfTransfers(context, input)
  return { transfer_list: transfers, next }
}

export type ListedTransfers = {
  readonly rows: readonly TransferRow[]
  /** The decisions on each transfer, oldest first. */
  readonly made: ReadonlyMap<number, readonly DecisionRow[]>
  readonly transfers: CustomerTransfer[]
  readonly next: string
}

/** Returns a page of a merchant's transfers, with the rows from which they are shown. */
export async function pageOfTransfers(
  context: TransferContext,
  input: {
    merchant: string
    decision?: CustomerTransferDecision
    /** The merchant's number of the customer, or the id of the customer's row. */
    customer?: string
    customerId?: string
    /** Only transfers that this member handles. */
    assignedTo?: string
    order?: 'newest' | 'oldest'
    cursor?: string
  },
): Promise<ListedTransfers> {
  const { merchant, decision, customer, assignedTo, order = 'newest', cursor } = input
  if (cursor !== undefined && !pageDigits.test(cursor))
    throw new ServiceError('parameter', { detail: 'cursor must be next of the previous page' })
  const db = journalOf(context)
  const found =
    customer === undefined
      ? undefined
      : await selectCustomer(db, {
          merchant,
          fingerprint: customerFingerprint(context, { merchant, customer }),
        })
  if (customer !== undefined && found === undefined)
    return { rows: [], made: new Map(), transfers: [], next: '' }
  const rows = await selectTransfers(db, {
    ...{ merchant, decision, order, assignedTo, customerId: found?.id ?? input.customerId },
    after: cursor === undefined ? undefined : Number(cursor),
    limit: transfersOnPage + 1,
  })
  const page = rows.slice(0, transfersOnPage)
  const made = await decisionsBy(db, page)
  return {
    ...{ rows: page, made },
    transfers: page.map((row) => showTransfer(context, row, made.get(row.id) ?? [])),
    next: rows.length > page.length ? String(page.at(-1)?.id ?? '') : '',
  }
}

/** Returns those of the given transfers that belong to the merchant, by their numbers in the store. */
export async function findTransfers(
  context: TransferContext,
  { merchant, ids }: { merchant: string; ids: readonly number[] },
): Promise<Map<number, CustomerTransfer>> {
  const db = journalOf(context)
  const rows = (await selectTransfersById(db, ids)).filter((row) => row.merchant === merchant)
  const made = await decisionsBy(db, rows)
  return new Map(rows.map((row) => [row.id, showTransfer(context, row, made.get(row.id) ?? [])]))
}

async function decisionsBy(db: KytDb, rows: readonly { readonly id: number }[]) {
  const ids = rows.map(({ id }) => id)
  const made = new Map<number, DecisionRow[]>()
  for (const one of await selectDecisions(db, ids)) {
    const list = made.get(one.transferId)
    if (list === undefined) made.set(one.transferId, [one])
    else list.push(one)
  }
  return made
}

/** Returns a transfer with all decisions on it. */
export async function getTransfer(
  context: TransferContext,
  input: { merchant: string; reference: string },
): Promise<CustomerTransferHistory> {
  const db = journalOf(context)
  const row = await transferOf(context, db, input)
  return showHistory(context, row, await selectDecisions(db, [row.id]))
}

/**
 * Records a member's decision on a transfer. The caller is a program or a command that names the member, so it is
 * refused if two members have to agree: they decide in the dashboard, where they are signed in.
 */
export async function decideAsMember(
  context: TransferContext,
  input: {
    merchant: string
    reference: string
    decision: CustomerTransferDecision
    note: string
    member?: string
  },
): Promise<CustomerTransfer> {
  const { merchant, decision, note, member = '' } = input
  return await journalOf(context)
    .transaction()
    .execute(async (tx) => {
      const { id } = await transferOf(context, tx, input)
      await lockTransfer(tx, id)
      if (await selectByTwo(tx, merchant)) throw new ServiceError('twoMembers')
      const row = await transferOf(context, tx, input)
      const at = new Date(context.clock.now())
      return await storeDecision(context, tx, { row, decision, note, member, at })
    })
}

/** Stores a member's decision on a locked transfer, with its event. */
export async function storeDecision(
  context: TransferContext,
  tx: KytDb,
  of: { row: TransferRow; decision: CustomerTransferDecision; note: string; member: string; at: Date },
): Promise<CustomerTransfer> {
  const { row, decision, note, member, at } = of
  const made = { transferId: row.id, madeBy: 'member' as const, madeAt: at, decision }
  const decisionId = await insertDecision(tx, { ...made, usd: null, facts: null })
  const id = uuidFrom(context.random)
  const sealed: SealedNote = { note, member }
  await insertNote(tx, {
    ...{ id, decisionId },
    sealed: context.vault.seal(JSON.stringify(sealed), noteColumn.at(id)),
  })
  await updateDecision(tx, row.id, { decision, by: 'member', at })
  const transfer = showTransfer(
    context,
    { ...row, decision, decidedBy: 'member', decidedAt: at },
    await selectDecisions(tx, [row.id]),
  )
  const { merchant } = row
  const previous = { decision: row.decision, by: row.decidedBy }
  await recordDecision(context, tx, { merchant, id: row.id, at, transfer, previous })
  return transfer
}

async function transferOf(
  context: TransferContext,
  db: KytDb,
  { merchant, reference }: { merchant: string; reference: string },
) {
  const fingerprint = referenceFingerprint(context, { merchant, reference })
  const row = await selectTransfer(db, { merchant, reference: fingerprint })
  if (row === undefined) throw new ServiceError('unknownTransfer')
  return row
}

/** Number of counterparties and decisions that a summary lists. */
const listed = 100

/** Summarizes what a merchant's transfers show about a customer. */
export async function getCustomer(
  context: TransferContext,
  { merchant, customer }: { merchant: string; customer: string },
): Promise<CustomerSummary> {
  const db = journalOf(context)
  const fingerprint = customerFingerprint(context, { merchant, customer })
  const row = await selectCustomer(db, { merchant, fingerprint })
  if (row === undefined) throw new ServiceError('unknownCustomer')
  const { account } = openCustomer(context, row)
  const [sums, counterparties, newest, verification] = await Promise.all([
    selectSums(db, row.id),
    selectCounterparties(db, row.id, listed),
    selectNewestDecisions(db, row.id, listed),
    account === '' ? ('none' as const) : context.verificationOf?.({ merchant, account }),
  ])
  const sumOf = (direction: string) => {
    const found = sums.filter((one) => one.direction === direction)
    const usd = found.reduce((total, one) => total + BigInt(one.usd ?? 0), 0n)
    return {
      count: found.reduce((total, one) => total + one.count, 0),
      usd: usdText(usd),
      unpriced: found.reduce((total, one) => total + one.unpriced, 0),
    }
  }
  const countOf = (decision: string) =>
    sums.reduce((total, one) => (one.decision === decision ? total + one.count : total), 0)
  const [worst] = [...sums].sort((one, other) => other.score - one.score)
  return {
    customer,
    account,
    verification: verification ?? 'unknown',
    deposits: sumOf('deposit'),
    withdrawals: sumOf('withdrawal'),
    first_transfer: Math.min(...sums.map(({ first }) => first)),
    last_transfer: Math.max(...sums.map(({ last }) => last)),
    highest_score: worst?.score ?? 3,
    highest_risk_level: worst?.level ?? 'Low',
    decisions: { allow: countOf('allow'), hold: countOf('hold'), block: countOf('block') },
    counterparties: counterparties.map(({ usd, ...one }) => ({ ...one, usd: usdText(BigInt(usd ?? 0)) })),
    history: newest.map(({ sealed, reference, madeAt, decision, madeBy }) => ({
      at: Math.floor(madeAt.getTime() / 1000),
      reference: context.vault.open(sealed, referenceColumn.at(merchant, reference)),
      decision,
      by: madeBy,
    })),
  }
}
