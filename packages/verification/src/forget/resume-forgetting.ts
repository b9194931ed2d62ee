import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { selectOpenReceipts } from '../journey/receipt-store.ts'

/** The name of the background work that removes what is left of a person, here and on chains. */
export const forgetJob = 'forget'

/** After a start, and every day: a chain may have been away for longer than a job is tried. */
export async function resumeForgetting(context: VerificationContext): Promise<void> {
  for (const receiptId of await selectOpenReceipts(journeyTablesOf(context)))
    await context.jobs.send(forgetJob, { receiptId })
}
