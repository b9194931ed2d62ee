import type { ForgetReceipt } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { type ReceiptRow, selectReceiptOf } from '../journey/receipt-store.ts'

/** Returns an erased person's receipt, or undefined if the person has not been erased. */
export async function receiptOfPerson(
  context: VerificationContext,
  personId: number,
): Promise<ForgetReceipt | undefined> {
  const row = await selectReceiptOf(journeyTablesOf(context), personId)
  return row && receiptOf(row)
}

export function receiptOf(row: ReceiptRow): ForgetReceipt {
  const { receiptId, askedAt, completedAt, faceprints, accounts, journeys, tokens, faceKeptUntil } = row
  return {
    receiptId,
    at: askedAt.getTime(),
    complete: completedAt !== null,
    removed: { faceprints, accounts, journeys, tokens },
    ...(faceKeptUntil && { faceKeptUntil: faceKeptUntil.getTime() }),
  }
}
