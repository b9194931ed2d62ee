import { type Program, selectJourney, selectProgramOf, tablesOf } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import type { Session } from './session.ts'

/** In the version that the page began with, or that the journey did which it has come to. */
export async function programOfSession(context: VerificationContext, session: Session): Promise<Program> {
  const db = tablesOf(context.kyc)
  const { programId, programVersion: version, journeyId } = session
  const journey = journeyId === null ? undefined : await selectJourney(db, journeyId)
  return await selectProgramOf(db, journey ?? { programId, version })
}
