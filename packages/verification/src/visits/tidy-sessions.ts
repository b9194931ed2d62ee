import { deleteCapturesBefore } from '../capture/capture-store.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { deleteNoticesBefore } from '../people/notice-store.ts'
import { retention } from '../people/retention.ts'
import { sessionLifetimeMs } from '../sessions/find-session.ts'
import { deleteSessionsUnusedSince } from '../sessions/session-store.ts'

/** How long captures are kept. A capture's challenge expires long before that. */
const captureLifetimeMs = 600_000

/**
 * Deletes expired sessions with their accounts, logins and codes. Also deletes abandoned captures with their
 * face measurements.
 */
export async function tidySessions(context: VerificationContext): Promise<number> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  await deleteCapturesBefore(db, new Date(now - captureLifetimeMs))
  await deleteNoticesBefore(db, new Date(now - retention.noticeDays * 86_400_000))
  const since = new Date(now - sessionLifetimeMs)
  return await db.transaction().execute((tables) => deleteSessionsUnusedSince(tables, since))
}
