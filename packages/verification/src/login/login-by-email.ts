import { timingSafeEqual } from 'node:crypto'
import { readLoginCode } from '@touchstone/common'
import { canonicalEmail, countGuess } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { otherStep } from '../other-step.ts'
import { sessionLoginColumn } from '../sealed-columns.ts'
import type { Session } from '../sessions/session.ts'
import { updateLogin } from '../sessions/session-store.ts'
import { completeLogin } from './complete-login.ts'
import { addressOf, codeHash } from './login-code.ts'
import { endCode, endCodesOf, type LoginCodeRow, selectCodeOf, takeTry } from './login-code-store.ts'
import { loginError } from './login-errors.ts'
import { loginLimits } from './login-limits.ts'
import { sendCode } from './send-code.ts'

export async function requestCode(
  context: VerificationContext,
  session: Session,
  input: { email: string; ip: string },
): Promise<void> {
  requireTurn(session)
  const address = canonicalEmail(input.email)
  if (address === undefined) throw loginError('email-malformed')
  const waiting = await selectCodeOf(journeyTablesOf(context), session.id)
  if (waiting) requirePause(context, waiting)
  await sendCode(context, session, { address, ip: input.ip })
}

export async function resendCode(
  context: VerificationContext,
  session: Session,
  input: { ip: string },
): Promise<void> {
  requireTurn(session)
  const waiting = await selectCodeOf(journeyTablesOf(context), session.id)
  if (!waiting) throw otherStep()
  requirePause(context, waiting)
  await sendCode(context, session, { address: addressOf(context, waiting), ip: input.ip })
}

/** Ends the session's codes, so that the page shows the address input again. */
export async function discardCode(context: VerificationContext, session: Session): Promise<void> {
  requireTurn(session)
  await endCodesOf(journeyTablesOf(context), session.id, new Date(context.clock.now()))
}

export async function submitCode(
  context: VerificationContext,
  session: Session,
  input: { code: string },
): Promise<void> {
  requireTurn(session)
  const { vault, clock } = context
  const db = journeyTablesOf(context)
  const waiting = await selectCodeOf(db, session.id)
  if (!waiting) throw otherStep()
  if (waiting.expiresAt.getTime() <= clock.now()) throw loginError('code-expired')
  const entered = readLoginCode(input.code)
  if (!entered) throw loginError('code-wrong')
  const taken = await takeTry(db, waiting.id, loginLimits.tries)
  if (!taken) throw loginError('too-many')
  const { addressHash } = taken
  const given = codeHash(vault, { sessionId: session.id, addressHash, code: entered.code })
  const isRight = timingSafeEqual(given, taken.codeHash)
  const guess = { addressHash, isRight }
  const counted = entered.long ? isRight && 'right' : await countGuess(context.kyc, guess)
  if (counted !== 'right') {
    if (counted === 'paused') throw loginError('paused')
    throw loginError(taken.tries >= loginLimits.tries ? 'too-many' : 'code-wrong')
  }

  const loggedIn = await db.transaction().execute(async (transaction) => {
    const at = new Date(clock.now())
    if (!(await endCode(transaction, taken.id, at))) return undefined
    const sealed = vault.seal(addressOf(context, taken), sessionLoginColumn.at(session.id))
    const login = { sealed, kind: 'email' as const, at }
    return await updateLogin(transaction, session.id, login)
  })
  if (!loggedIn) throw otherStep()
  await completeLogin(context, loggedIn)
}

function requireTurn(session: Session): void {
  const turn = session.role === 'own' && session.authorizedAt !== null && session.loginAt === null
  if (!turn || session.loginMode !== 'email') throw otherStep()
}

/**
 * Enforces the minimum interval between two codes. If the mail could not be sent, a new code can be requested
 * immediately.
 */
function requirePause({ clock }: VerificationContext, { createdAt, mailState }: LoginCodeRow): void {
  const waited = clock.now() - createdAt.getTime()
  if (mailState !== 'failed' && waited >= 0 && waited < loginLimits.resendAfterMs)
    throw loginError('too-soon')
}
