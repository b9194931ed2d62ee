import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { selectOpenReceipts } from '../journey/receipt-store.ts'

/** The name of the job that deletes a person's remaining data in the store and on chains. */
export const forgetJob = 'forget'

/**
 * Resumes all unfinished erasures. Runs after startup and every day, because a chain can be unavailable for
 * longer than a job is retried.
 */
export async function resumeForgetting(context: VerificationContext): Promise<void> {
  for (const receiptId of await selectOpenReceipts(journeyTablesOf(context)))
    await context.jobs.send(forgetJob, { receiptId })
}
