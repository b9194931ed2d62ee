import { type Program, selectProgramsOf, tablesOf } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import type { Session } from './session.ts'

export async function programOfSession(context: VerificationContext, session: Session): Promise<Program> {
  const programs = await selectProgramsOf(tablesOf(context.kyc), session.merchantId)
  const program = programs.find(({ id }) => id === session.programId)
  if (!program) throw new Error('a session names a program that is not there')
  return program
}
