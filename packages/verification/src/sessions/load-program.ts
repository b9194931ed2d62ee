import {
  type Merchant,
  type Program,
  selectJourney,
  selectMerchantById,
  selectProgramOf,
  tablesOf,
} from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { Session } from './session.ts'

export async function loadProgram(
  context: VerificationContext,
  session: Session,
): Promise<{ merchant: Merchant; program: Program }> {
  const merchant = await selectMerchantById(journeyTablesOf(context), session.merchantId)
  return { merchant, program: await programOfSession(context, session) }
}

/** Loads the program version with which the page, or the page's journey, began. */
export async function programOfSession(context: VerificationContext, session: Session): Promise<Program> {
  const db = tablesOf(context.kyc)
  const { programId, programVersion: version, journeyId } = session
  const journey = journeyId === null ? undefined : await selectJourney(db, journeyId)
  return await selectProgramOf(db, journey ?? { programId, version })
}
