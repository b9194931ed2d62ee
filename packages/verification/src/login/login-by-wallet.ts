import type { LoginRequest } from '@touchstone/chain/accounts'
import { type AccountInput, accountFingerprint } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { otherStep } from '../other-step.ts'
import { sessionLoginColumn } from '../sealed-columns.ts'
import type { Session } from '../sessions/session.ts'
import { accountOf, accountsOf, anyChain, sessionAccount } from '../sessions/session-account.ts'
import { type ProvenAccount, updateLogin, updateProven } from '../sessions/session-store.ts'
import { addressWaits, completeLogin } from './complete-login.ts'
import { loginError } from './login-errors.ts'
import { askWallet, type SignedBy, takeAnswer } from './wallet-proof.ts'

export async function requestWalletLogin(
  context: VerificationContext,
  session: Session,
  input: { account: string },
): Promise<{ id: string; request: LoginRequest }> {
  requireLoginTurn(session)
  const requested = accountOf(input.account, session.chainId)
  const named = accountsOf(context, session).some((account) => isSame(account, requested))
  if (requested.kind !== 'wallet' || !named) throw loginError('account-unknown')
  return await askWallet(context, session, { address: requested.value, purpose: 'login' })
}

export async function submitWalletLogin(
  context: VerificationContext,
  session: Session,
  input: { id: string; answer: unknown },
): Promise<void> {
  requireLoginTurn(session)
  const signed = await takeAnswer(context, session, { ...input, purpose: 'login' })
  const loggedIn = await updateLogin(journeyTablesOf(context), session.id, {
    sealed: context.vault.seal(signed.address, sessionLoginColumn.at(session.id)),
    kind: 'wallet',
    at: new Date(context.clock.now()),
    proven: provenBy(context, session, signed),
  })
  if (!loggedIn) throw otherStep()
  await completeLogin(context, loggedIn)
}

/** Requests a signature from the account's own wallet, whichever login method the page uses. */
export async function requestAddressSignature(
  context: VerificationContext,
  session: Session,
  input: { account: string },
): Promise<{ id: string; request: LoginRequest }> {
  requireAddressTurn(context, session)
  const associated = sessionAccount(context, session)
  const requested = accountOf(input.account, session.chainId)
  if (!associated || requested.kind !== 'wallet' || !isSame(associated, requested)) {
    throw loginError('account-unknown')
  }
  return await askWallet(context, session, { address: requested.value, purpose: 'address' })
}

export async function submitAddressSignature(
  context: VerificationContext,
  session: Session,
  input: { id: string; answer: unknown },
): Promise<void> {
  requireAddressTurn(context, session)
  const signed = await takeAnswer(context, session, { ...input, purpose: 'address' })
  const proven = provenBy(context, session, signed)
  // The chain or the account could have changed since the challenge was created.
  if (!proven) throw loginError('signature-wrong')
  const at = new Date(context.clock.now())
  await completeLogin(context, await updateProven(journeyTablesOf(context), session.id, proven, at))
}

function requireLoginTurn(session: Session): void {
  const turn = session.role === 'own' && session.authorizedAt !== null && session.loginAt === null
  if (!turn || session.loginMode !== 'wallet') throw otherStep()
}

function requireAddressTurn(context: VerificationContext, session: Session): void {
  const turn = session.role === 'own' && session.authorizedAt !== null && session.loginAt !== null
  if (!turn || !addressWaits(context, session)) throw otherStep()
}

/**
 * Returns the account and the chain that a signature proves, or undefined if another account has signed. The
 * signature of a contract wallet or an Aptos account is valid only on the chain that confirmed it.
 */
function provenBy(
  context: VerificationContext,
  session: Session,
  { address, by, chainId }: SignedBy,
): ProvenAccount | undefined {
  if (sessionAccount(context, session)?.value !== address) return undefined
  return {
    hash: accountFingerprint(context.vault, address),
    chain: by === 'contract' ? chainId : anyChain,
  }
}

function isSame(left: AccountInput, right: AccountInput): boolean {
  return left.kind === right.kind && left.value === right.value
}
