import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { forgetJob } from '../forget/forget-person.ts'
import { selectOpenReceipts } from '../forget/receipt-store.ts'
import { goOn } from './advance.ts'
import { endedStatuses } from './ended-statuses.ts'
import { selectUnfinished } from './verification-store.ts'

/** After a start: takes up whatever a death has left in the middle, also where its job was lost with it. */
export async function resumeAll(context: VerificationContext): Promise<void> {
  const db = journeyTablesOf(context)
  for (const journeyId of await selectUnfinished(db, endedStatuses)) await goOn(context, journeyId)
  for (const receiptId of await selectOpenReceipts(db)) await context.jobs.send(forgetJob, { receiptId })
}
