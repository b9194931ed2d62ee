import type { Authorize } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { completeLogin } from '../login/complete-login.ts'
import { otherStep } from '../other-step.ts'
import { requireSameAccount } from '../sessions/account-changed.ts'
import { accountError, accountProblem } from '../sessions/account-problem.ts'
import { requireSigned } from '../sessions/device-challenge.ts'
import { programOfSession } from '../sessions/load-program.ts'
import type { Session } from '../sessions/session.ts'
import { accountOf } from '../sessions/session-account.ts'
import { updateSession } from '../sessions/session-store.ts'

/** Records that the person has read the steps and seen the account, and agrees. */
export async function authorize(
  context: VerificationContext,
  session: Session,
  input: Authorize,
): Promise<Session> {
  if (session.role !== 'own' || session.authorizedAt) throw otherStep()
  requireSameAccount(context, session, input.account)
  await requireSigned(session, input)
  const program = await programOfSession(context, session)
  const problem = accountProblem(program, session, accountOf(input.account.trim(), session.chainId))
  if (problem) throw accountError(problem)
  const authorized = await updateSession(journeyTablesOf(context), session.id, {
    authorized_at: new Date(context.clock.now()),
    // A person who is already logged in continues on the device on which the journey began.
    ...(!session.loginAt && {
      ssi_wallet: input.ssiWallet.toLowerCase(),
      commitment: input.commitment,
    }),
  })
  await completeLogin(context, authorized)
  return authorized
}
