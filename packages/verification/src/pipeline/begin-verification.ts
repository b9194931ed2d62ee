import { agreeAccount, findJourney, loadJourney, startJourney, statusesOf } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { clearStuck } from '../journey/stuck-store.ts'
import {
  clearDevices,
  selectVerification,
  setJourneyOfSession,
  updateVerification,
  upsertVerification,
} from '../journey/verification-store.ts'
import { canReuse } from '../people/can-reuse.ts'
import { holdsSecret } from '../people/holds-secret.ts'
import { isOwnAccount } from '../people/is-own-account.ts'
import { isCommitmentOfOther } from '../people/person-file-store.ts'
import { isProvenToContract } from '../program-on-chain.ts'
import { programOfSession } from '../sessions/load-program.ts'
import { loginOf, type Session } from '../sessions/session.ts'
import { agreedAccount, isProven } from '../sessions/session-account.ts'
import { advanceInBackground } from './advance.ts'

/**
 * Begins or resumes the journey after authorization and login. Also called when the session changes in a way
 * that affects the journey: another account, another device or a new attempt.
 */
export async function beginVerification(context: VerificationContext, session: Session): Promise<number> {
  const { kyc } = context
  const login = loginOf(context, session)
  if (login === undefined || !session.ssiWallet) {
    throw new Error('a journey cannot begin without a login')
  }
  const { programNo } = await programOfSession(context, session)
  const paused = await pausedJourney(context, programNo, login)
  if (paused !== undefined) {
    await setJourneyOfSession(journeyTablesOf(context), session.id, paused)
    return paused
  }
  const started = await startJourney(kyc, {
    programNo,
    version: session.programVersion,
    login,
    ssiWallet: session.ssiWallet,
    agreement: { account: agreedAccount(context, session), proven: isProven(context, session) },
    actor: 'user',
  })
  const { journeyId } = started
  const loaded = await loadJourney(kyc, journeyId)
  if (!loaded) throw new Error('the journey does not exist')
  const { journey, program } = loaded
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now())
  await upsertVerification(db, { journeyId, attempt: journey.attempt, at })
  // A new visit restarts a stuck journey.
  await clearStuck(db, { journeyId, at })
  await setJourneyOfSession(db, session.id, journeyId)
  const isFirstStep = journey.status === statusesOf(program).steps[0]
  // The contract's next challenge depends on the wallet.
  if (isProvenToContract(program)) await updateVerification(db, journeyId, { proof_challenge: null }, at)
  // In test mode, nothing is issued to the device's wallet, which can belong to a real person.
  if (!program.test) await clearForeignWallet(context, journey, session.commitment)
  // Existing credentials are reused only on the device that holds the secret, or for an account with which the
  // person already shares a result. See `isLocked`.
  const { personId } = journey
  const mayUse =
    isFirstStep &&
    ((await holdsSecret(context, journey, session)) || (await isOwnAccount(context, personId, session)))
  if (mayUse && (await canReuse(context, loaded))) {
    await updateVerification(db, journeyId, { reused: true }, at)
  }
  await advanceInBackground(context, journeyId)
  return journeyId
}

/** Returns the step of the person's paused journey, if there is one. A new login does not end a pause. */
async function pausedJourney(
  context: VerificationContext,
  programNo: string,
  login: string,
): Promise<number | undefined> {
  const found = await findJourney(context.kyc, { programNo, login })
  const row = found && (await selectVerification(journeyTablesOf(context), found.journeyId))
  const isPaused = row?.failure && row.pausedUntil && row.pausedUntil.getTime() > context.clock.now()
  return isPaused ? found?.journeyId : undefined
}

/**
 * Clears a wallet that belongs to another person. If two people share a device, the device offers the first
 * person's wallet to the second person, who needs a separate one.
 */
async function clearForeignWallet(
  context: VerificationContext,
  { id, personId }: { id: number; personId: number },
  commitment: string | null,
): Promise<void> {
  const db = journeyTablesOf(context)
  if (commitment !== null && (await isCommitmentOfOther(db, commitment, personId)))
    await clearDevices(db, id, commitment)
}

/** Continues an existing journey for this page's account, unless another account has already been proven. */
export async function agreeForAccount(
  context: VerificationContext,
  session: Session,
  journeyId: number,
): Promise<void> {
  const account = agreedAccount(context, session)
  await agreeAccount(context.kyc, { journeyId, account, proven: isProven(context, session), actor: 'user' })
}
