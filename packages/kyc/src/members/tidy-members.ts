import { type KycContext, tablesOf } from '../context.ts'
import { deleteMemberCodesBefore } from './member-code-store.ts'
import { deleteMemberSessionsBefore } from './member-session-store.ts'
import { deleteChallengesBefore } from './passkey-store.ts'
import { memberLimits } from './sign-in.ts'

/** Removes codes that count for no limit any more, and sessions and challenges that are over. */
export async function tidyMembers(context: KycContext): Promise<void> {
  const db = tablesOf(context)
  const now = context.clock.now()
  await deleteMemberCodesBefore(db, new Date(now - memberLimits.windowMs))
  await deleteMemberSessionsBefore(db, new Date(now))
  await deleteChallengesBefore(db, new Date(now))
}
