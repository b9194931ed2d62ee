import type { Authorize } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { accountOf } from '../pipeline/begin-verification.ts'
import { otherStep } from '../pipeline/take-step.ts'
import { parameterError } from './parameter-error.ts'
import type { Session } from './session.ts'
import { updateSession } from './session-store.ts'

/** The person has read what will be done and wants it. */
export async function authorize(
  context: VerificationContext,
  session: Session,
  input: Authorize,
): Promise<Session> {
  if (session.role !== 'own' || session.loginAt) throw otherStep()
  const accounts = [...new Set(input.accounts.map((account) => account.trim()))].filter((each) => each !== '')
  const [associated] = accounts
  if (associated === undefined) throw accountsError('The site did not say which account this is for.')
  if (session.checkAddress && accountOf(associated, session.chainId).kind !== 'wallet') {
    throw accountsError(
      'The site wants its account to be checked, but it is no wallet of the chain it named.',
    )
  }
  return await updateSession(journeyTablesOf(context), session.id, {
    accounts_sealed: context.vault.seal(JSON.stringify(accounts)),
    ssi_wallet: input.ssiWallet.toLowerCase(),
    commitment: input.commitment,
    authorized_at: new Date(context.clock.now()),
  })
}

function accountsError(message: string) {
  return parameterError('accounts', message, 'The site that you came from has to correct this.')
}
