import type { Vault } from '@touchstone/common'
import type { CustomerTransfer, VerificationState } from '@touchstone/contract'
import type { KytContext, KytDb } from '../context.ts'

/** The dependencies of the functions for customers' transfers, in addition to those of the other KYT functions. */
export type TransferContext = KytContext & {
  /** Seals customers, references and notes. */
  readonly vault: Vault
  /**
   * Returns a customer's verification as the KYC result shows it to this merchant. Passed in by the server,
   * because this package knows nothing about verifications.
   */
  readonly verificationOf?: (of: { merchant: string; account: string }) => Promise<VerificationState>
  /** How long transfers are decided again after a change of the data or the policy. Default: 90 days. */
  readonly reassessDays?: number
}

/** How many days transfers are decided again, unless the context says otherwise. */
export const defaultReassessDays = 90

type Made = Pick<CustomerTransfer, 'decision'> & { readonly by: CustomerTransfer['decided_by'] }

/** Records a decision on a transfer, in the transaction that stores it. */
export async function recordDecision(
  context: TransferContext,
  db: KytDb,
  of: {
    merchant: string
    id: number
    at: Date
    transfer: CustomerTransfer
    /** The decision that the new one replaces. */
    previous?: Made
  },
): Promise<void> {
  const { merchant, id, at, transfer, previous } = of
  const { reference, direction, coin, decision, decided_by: by, score } = transfer
  // After a member's decision, the transfer still shows the rules of the decision that it replaces.
  const decisive = by === 'rules' ? transfer.rules.filter(({ decided }) => decided) : []
  const rules = decisive.map(({ name }) => name)
  const data = { reference, direction, coin, decision, by, rules, score }
  const common = { merchant, subject: `transfer:${id}`, at }
  await context.events?.record(
    db,
    previous === undefined
      ? { ...common, type: 'kyt.transfer.decided', data }
      : { ...common, type: 'kyt.transfer.changed', data: { ...data, previous } },
  )
}
