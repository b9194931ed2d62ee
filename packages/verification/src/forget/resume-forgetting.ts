import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { selectOpenReceipts } from '../journey/receipt-store.ts'

/** The name of the job that deletes the remaining data of a person, here and on chains. */
export const forgetJob = 'forget'

/** Runs after a start and every day: a chain may be unavailable for longer than a job is retried. */
export async function resumeForgetting(context: VerificationContext): Promise<void> {
  for (const receiptId of await selectOpenReceipts(journeyTablesOf(context)))
    await context.jobs.send(forgetJob, { receiptId })
}
