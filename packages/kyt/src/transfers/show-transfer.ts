import type { CustomerTransfer, CustomerTransferHistory } from '@touchstone/contract'
import { findCoin } from '../coins/find-coin.ts'
import { exactDecimal } from '../lookup/numbers.ts'
import { type StoredFacts, usdText } from './decide-transfer.ts'
import { customerColumn, noteColumn, referenceColumn } from './sealed-columns.ts'
import type { TransferContext } from './transfer-context.ts'
import type { DecisionRow, TransferRow } from './transfer-store.ts'

/** What is stored encrypted about a customer. */
export type SealedCustomer = { readonly customer: string; readonly account: string }
/** What is stored encrypted about a member's decision. */
export type SealedNote = { readonly note: string; readonly member: string }

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Returns a transfer with its current decision. `made` are the decisions on it, oldest first. */
export function showTransfer(
  context: TransferContext,
  row: TransferRow,
  made: readonly DecisionRow[],
): CustomerTransfer {
  const { customer } = openCustomer(context, { id: row.customerId, sealed: row.customerSealed })
  const ofRules = made.findLast(({ madeBy }) => madeBy === 'rules')
  const { dust_usd: _, ...facts } = factsIn(ofRules)
  return {
    reference: context.vault.open(row.sealed, referenceColumn.at(row.merchant, row.reference)),
    customer,
    direction: row.direction,
    coin: row.coin,
    address: row.address,
    txid: row.txid ?? '',
    amount: amountText(row),
    time: row.time,
    attempt: row.attempt,
    amount_usd: usdText(usdOf(ofRules)),
    ...facts,
    decision: row.decision,
    decided_by: row.decidedBy,
    decided_at: seconds(row.decidedAt),
    note: row.decidedBy === 'member' ? openNote(context, made.at(-1)).note : '',
  }
}

/** Returns a transfer with all decisions on it, each with the values on which it was based. */
export function showHistory(
  context: TransferContext,
  row: TransferRow,
  made: readonly DecisionRow[],
): CustomerTransferHistory {
  let latest: DecisionRow | undefined
  const decisions = made.map((one) => {
    if (one.madeBy === 'rules') latest = one
    // A member decides on the values of the last decision of the rules.
    const { dust_usd: _, ...facts } = factsIn(latest)
    return {
      at: seconds(one.madeAt),
      by: one.madeBy,
      ...openNote(context, one),
      amount_usd: usdText(usdOf(latest)),
      ...facts,
      decision: one.decision,
    }
  })
  return { transfer: showTransfer(context, row, made), decisions }
}

export function openCustomer(
  { vault }: TransferContext,
  { id, sealed }: { id: string; sealed: Uint8Array },
): SealedCustomer {
  return JSON.parse(vault.open(sealed, customerColumn.at(id))) as SealedCustomer
}

/** The values on which a decision of the rules is based. */
export function factsIn(made: Pick<DecisionRow, 'facts'> | undefined): StoredFacts {
  if (made?.facts == null) throw new RangeError('a transfer has no decision of the rules')
  return JSON.parse(made.facts) as StoredFacts
}

export const usdOf = (made: Pick<DecisionRow, 'usd'> | undefined): bigint | undefined =>
  made?.usd == null ? undefined : BigInt(made.usd)

function openNote({ vault }: TransferContext, made: DecisionRow | undefined): SealedNote {
  if (made?.noteId == null || made.noteSealed === null) return { note: '', member: '' }
  return JSON.parse(vault.open(made.noteSealed, noteColumn.at(made.noteId))) as SealedNote
}

function amountText({ coin, amount }: TransferRow): string {
  return exactDecimal(BigInt(amount), findCoin(coin)?.decimals ?? 0)
}
