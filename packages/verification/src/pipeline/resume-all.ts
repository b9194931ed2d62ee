import { selectJourneysWaiting, tablesOf } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { resumeForgetting } from '../forget/resume-forgetting.ts'
import { endedStatuses } from '../journey/ended-statuses.ts'
import { selectUnfinished } from '../journey/verification-store.ts'
import { resumeRevocations } from '../revocation/finish-revocation.ts'
import { refreshSuspensions } from '../revocation/suspend-on-chains.ts'
import { advanceInBackground } from './advance.ts'

const batch = 200

/**
 * Resumes all interrupted work after startup, even work whose job was lost. Meanwhile, the service already
 * accepts requests.
 */
export async function resumeAll(context: VerificationContext): Promise<void> {
  const db = journeyTablesOf(context)
  for (let after = 0; ; ) {
    const journeys = await selectUnfinished(db, { ended: endedStatuses, after, limit: batch })
    for (const journeyId of journeys) await advanceInBackground(context, journeyId)
    if (journeys.length < batch) break
    after = journeys.at(-1) ?? after
  }
  for (let after = 0; ; ) {
    const journeys = await selectJourneysWaiting(tablesOf(context.kyc), { after, limit: batch })
    for (const journeyId of journeys) await advanceInBackground(context, journeyId)
    if (journeys.length < batch) break
    after = journeys.at(-1) ?? after
  }
  await resumeForgetting(context)
  await resumeRevocations(context)
  await refreshSuspensions(context)
}
