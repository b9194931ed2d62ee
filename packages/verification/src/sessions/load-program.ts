import { type Merchant, type Program, selectMerchantById } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { programOfSession } from './program-of-session.ts'
import type { Session } from './session.ts'

export async function loadProgram(
  context: VerificationContext,
  session: Session,
): Promise<{ merchant: Merchant; program: Program }> {
  const merchant = await selectMerchantById(journeyTablesOf(context), session.merchantId)
  return { merchant, program: await programOfSession(context, session) }
}
