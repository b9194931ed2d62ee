import type { LoginRequest } from '@touchstone/chain/accounts'
import type { AccountInput } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { accountOf } from '../pipeline/begin-verification.ts'
import { otherStep } from '../pipeline/take-step.ts'
import { accountsOf } from '../sessions/accounts-of.ts'
import type { Session } from '../sessions/session.ts'
import { updateLogin, updateSession } from '../sessions/session-store.ts'
import { addressWaits, completeLogin } from './complete-login.ts'
import { loginError } from './login-errors.ts'
import { askWallet, takeAnswer } from './wallet-proof.ts'

export async function askForLogin(
  context: VerificationContext,
  session: Session,
  input: { account: string },
): Promise<{ id: string; request: LoginRequest }> {
  requireLoginTurn(session)
  const wanted = accountOf(input.account, session.chainId)
  const named = accountsOf(context, session).some((account) => isSame(account, wanted))
  if (wanted.kind !== 'wallet' || !named) throw loginError('account-unknown')
  return await askWallet(context, session, { address: wanted.value, purpose: 'login' })
}

export async function answerLogin(
  context: VerificationContext,
  session: Session,
  input: { id: string; answer: unknown },
): Promise<void> {
  requireLoginTurn(session)
  const address = await takeAnswer(context, session, { ...input, purpose: 'login' })
  const loggedIn = await updateLogin(journeyTablesOf(context), session.id, {
    sealed: context.vault.seal(address),
    kind: 'wallet',
    at: new Date(context.clock.now()),
    addressChecked: accountsOf(context, session)[0]?.value === address,
  })
  if (!loggedIn) throw otherStep()
  await completeLogin(context, loggedIn)
}

/** The page asked for it: its own wallet has to sign, whatever the login was. */
export async function askForAddress(
  context: VerificationContext,
  session: Session,
  input: { account: string },
): Promise<{ id: string; request: LoginRequest }> {
  requireAddressTurn(session)
  const [associated] = accountsOf(context, session)
  const wanted = accountOf(input.account, session.chainId)
  if (!associated || wanted.kind !== 'wallet' || !isSame(associated, wanted)) {
    throw loginError('account-unknown')
  }
  return await askWallet(context, session, { address: wanted.value, purpose: 'address' })
}

export async function answerAddress(
  context: VerificationContext,
  session: Session,
  input: { id: string; answer: unknown },
): Promise<void> {
  requireAddressTurn(session)
  const address = await takeAnswer(context, session, { ...input, purpose: 'address' })
  // The chain may have been switched in between.
  if (accountsOf(context, session)[0]?.value !== address) throw loginError('signature-wrong')
  const at = new Date(context.clock.now())
  const checked = await updateSession(journeyTablesOf(context), session.id, { address_checked_at: at })
  await completeLogin(context, checked)
}

function requireLoginTurn(session: Session): void {
  const turn = session.role === 'own' && session.authorizedAt !== null && session.loginAt === null
  if (!turn || session.loginMode !== 'wallet') throw otherStep()
}

function requireAddressTurn(session: Session): void {
  if (session.role !== 'own' || session.loginAt === null || !addressWaits(session)) throw otherStep()
}

function isSame(left: AccountInput, right: AccountInput): boolean {
  return left.kind === right.kind && left.value === right.value
}
