import { deleteCapturesBefore } from '../capture/capture-store.ts'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { sessionLifetimeMs } from '../sessions/find-session.ts'
import { deleteSessionsUnusedSince } from '../sessions/session-store.ts'

/** A challenge is over long before. */
const captureLifetimeMs = 600_000

/**
 * Removes sessions whose time is over, with the accounts, logins and codes that they hold, and captures that were left
 * in the middle, with what was measured of the face.
 */
export async function tidySessions(context: VerificationContext): Promise<number> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  await deleteCapturesBefore(db, new Date(now - captureLifetimeMs))
  const since = new Date(now - sessionLifetimeMs)
  return await db.transaction().execute((tables) => deleteSessionsUnusedSince(tables, since))
}
