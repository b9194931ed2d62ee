import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { sessionLifetimeMs } from './find-session.ts'
import { deleteSessionsUnusedSince } from './session-store.ts'

/** Removes sessions whose time is over, with the accounts, logins and codes that they hold. */
export async function tidySessions(context: VerificationContext): Promise<number> {
  const since = new Date(context.clock.now() - sessionLifetimeMs)
  return await journeyTablesOf(context)
    .transaction()
    .execute((db) => deleteSessionsUnusedSince(db, since))
}
