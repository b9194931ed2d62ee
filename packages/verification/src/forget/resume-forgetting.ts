import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { selectOpenReceipts } from '../journey/receipt-store.ts'
import { forgetJob } from './forget-job.ts'

/** After a start, and every day: a chain may have been away for longer than a job is tried. */
export async function resumeForgetting(context: VerificationContext): Promise<void> {
  for (const receiptId of await selectOpenReceipts(journeyTablesOf(context)))
    await context.jobs.send(forgetJob, { receiptId })
}
