import { createHash } from 'node:crypto'
import type { FrameStep, FrameView, PageMethod, Stage } from '@touchstone/contract'
import type { Program } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import {
  endHandOffsOf,
  type HandOff,
  selectHandOffOf,
  selectHandOffOfPhone,
} from '../hand-off/hand-off-store.ts'
import { isFaceOnly, isForPhone, stagesForPhone } from '../hand-off/phone-stages.ts'
import { addressWaits, completeLogin } from '../login/complete-login.ts'
import { addressOf } from '../login/login-code.ts'
import { selectCodeOf } from '../login/login-code-store.ts'
import { loginLimits } from '../login/login-limits.ts'
import { retention } from '../people/retention.ts'
import { stagesOf, stepsOf } from '../pipeline/pipeline.ts'
import { stepOf } from '../pipeline/step-of.ts'
import { isProvenToContract } from '../program-on-chain.ts'
import { accountProblem } from '../sessions/account-problem.ts'
import { deviceChallenge } from '../sessions/device-challenge.ts'
import { loadProgram } from '../sessions/load-program.ts'
import { loginOf, type Session } from '../sessions/session.ts'
import { accountsOf, networkOf, sessionAccount, spelledAs } from '../sessions/session-account.ts'
import { selectSession } from '../sessions/session-store.ts'
import { shortenedLogin } from '../sessions/shortened-login.ts'
import { aboutPerson } from './about-person.ts'

type Shown = {
  step: FrameStep
  stage: Stage
  handOff?: HandOff | undefined
  isPhoneStage?: boolean
  /** Whether the login must not be shown, because the phone's holder might not be the person. */
  isLoginHidden?: boolean
}

/** Returns the current view of a session's page. */
export async function viewOf(context: VerificationContext, before: Session): Promise<FrameView> {
  // Load the session again, because the preceding action could have changed it.
  const session = await selectSession(journeyTablesOf(context), before.id)
  const { merchant, program } = await loadProgram(context, session)
  const { step, stage, handOff, isPhoneStage, isLoginHidden } =
    session.role === 'phone'
      ? await shownOnPhone(context, session, program)
      : await shown(context, session, program)
  const login = loginOf(context, session)
  const view = {
    merchant: { name: merchant.name, ...(merchant.support !== null && { support: merchant.support }) },
    program: {
      programNo: program.programNo,
      name: program.name,
      kind: program.kind,
      checks: program.checks,
      theme: program.theme,
      ...(program.test && { test: true as const }),
    },
    chainId: session.chainId,
    stages: stagesWith(stagesOf(program), stage),
    stage,
    ...(login !== undefined && !isLoginHidden && { login: shortenedLogin(login) }),
    deviceChallenge: deviceChallenge(session),
    ...(await aboutPerson(context, session)),
    device: session.role,
    handsOff: isPhoneStage === true,
    ...(handOff && { handOff: handOffView(handOff) }),
    step,
  }
  const hash = createHash('sha256').update(JSON.stringify(view)).digest('base64url')
  return { version: hash.slice(0, 12), ...view }
}

async function shown(context: VerificationContext, session: Session, program: Program): Promise<Shown> {
  if (!session.authorizedAt) {
    return { step: authorizeStep(context, session, program), stage: 'authorize' }
  }
  if (!session.loginAt) return { step: await loginStep(context, session), stage: 'login' }
  if (addressWaits(context, session)) {
    return {
      step: { name: 'check-address', account: sessionAccount(context, session)?.value ?? '' },
      stage: 'login',
    }
  }
  const journeyId = session.journeyId ?? (await begin(context, session))
  const current = await stepOf(context, { ...session, journeyId })
  const isPhoneStage = await isForPhone(context, { ...session, journeyId }, current.stage)
  const handOff = await handOffOf(context, session, isPhoneStage)
  if (!handOff?.confirmedAt) return { ...current, handOff, isPhoneStage }
  return { step: { name: 'on-phone', step: current.step.name }, stage: current.stage, handOff }
}

/**
 * For a person who has lost the device, puts the face check before the remaining stages, even if the program
 * includes no face check.
 */
function stagesWith(stages: Stage[], stage: Stage): Stage[] {
  return stages.includes(stage) ? stages : [...stages.slice(0, 2), stage, ...stages.slice(2)]
}

function authorizeStep(context: VerificationContext, session: Session, program: Program): FrameStep {
  const { loginMode } = session
  const account = sessionAccount(context, session)
  const network = account && networkOf(account)
  const problem = account && accountProblem(program, session, account)
  const signs = addressWaits(context, session)
  const needs: PageMethod[] = [
    ...(signs || (loginMode === 'wallet' && !session.loginAt) ? (['signMessage'] as const) : []),
    ...(isProvenToContract(program) ? (['delegateTransaction'] as const) : []),
  ]
  return {
    name: 'authorize',
    asks: stagesOf(program).filter((stage) => stage !== 'authorize'),
    keeps: keepsOf(program, context.tombstoneDays),
    sees: [loginMode, 'status'],
    loginMode,
    checkAddress: signs,
    ...(account && { account: { value: spelledAs(account), ...(network !== undefined && { network }) } }),
    ...(problem && { problem }),
    needs,
    again: session.loginAt !== null,
  }
}

/** Begins the journey of a person who logged in shortly before a process ended. */
async function begin(context: VerificationContext, session: Session): Promise<number> {
  await completeLogin(context, session)
  const { journeyId } = await selectSession(journeyTablesOf(context), session.id)
  if (journeyId === null) throw new Error('the journey has not begun')
  return journeyId
}

/** Returns the current hand-off. Ends the hand-off when its part of the journey is complete. */
async function handOffOf(
  context: VerificationContext,
  session: Session,
  isPhoneStage: boolean,
): Promise<HandOff | undefined> {
  const db = journeyTablesOf(context)
  const now = new Date(context.clock.now())
  const handOff = await selectHandOffOf(db, session.id, now)
  if (!handOff || isPhoneStage) return handOff
  await endHandOffsOf(db, session.id, now)
  return undefined
}

async function shownOnPhone(
  context: VerificationContext,
  session: Session,
  program: Program,
): Promise<Shown> {
  const handOff = await selectHandOffOfPhone(journeyTablesOf(context), session.id)
  const { journeyId } = session
  if (!handOff || handOff.endedAt || journeyId === null) {
    const declined = handOff?.claimedAt != null && handOff.agreedAt === null
    return { step: { name: 'phone-done', declined }, stage: 'consent' }
  }
  const current = await stepOf(context, { ...session, journeyId })
  const { stage } = current
  const isLoginHidden = await isFaceOnly(context, { ...session, journeyId })
  if (!(await isForPhone(context, { ...session, journeyId }, stage)))
    return { step: { name: 'phone-done', declined: false }, stage, isLoginHidden }
  if (handOff.agreedAt && handOff.confirmedAt) return { ...current, isLoginHidden }
  const step: FrameStep = {
    name: 'phone-confirm',
    digits: handOff.digits ?? '',
    agreed: handOff.agreedAt !== null,
    asks: stagesForPhone(stagesOf(program), stage, isLoginHidden),
  }
  return { step, stage, isLoginHidden }
}

function handOffView(handOff: HandOff): NonNullable<FrameView['handOff']> {
  const { digits, claimedAt, confirmedAt, expiresAt } = handOff
  const state = confirmedAt ? 'confirmed' : claimedAt ? 'claimed' : 'offered'
  return { state, ...(digits !== null && { digits }), expiresAt: expiresAt.getTime() }
}

type Keep = Extract<FrameStep, { name: 'authorize' }>['keeps'][number]

/**
 * Returns what data is stored for each part of the journey, and for how long. The page shows this list before
 * the journey begins.
 */
function keepsOf(program: Program, tombstoneDays: number): Keep[] {
  const stages = new Set(stepsOf(program).map(({ stage }) => stage))
  const keeps: (Keep | false)[] = [
    stages.has('document') && { what: 'document', days: 0 },
    stages.has('liveness') && { what: 'face', days: 0 },
    stages.has('liveness') && {
      what: program.checks.includes('unique') ? 'faceprint' : 'own-faceprint',
      days: retention.personDays,
    },
    !program.test &&
      program.checks.includes('unique') && { what: 'refused-face', days: retention.refusedDays },
    !program.test &&
      program.checks.includes('unique') &&
      tombstoneDays > 0 && { what: 'forgotten-face', days: tombstoneDays },
    stages.has('document') && { what: 'identity', days: retention.personDays },
    stages.has('location') && { what: 'location', days: 0 },
    stages.has('investor') && { what: 'statement', days: 0 },
    { what: 'result', days: retention.resultDays },
  ]
  return keeps.filter((keep) => keep !== false)
}

/** Returns the login step for a person who has not logged in yet. */
async function loginStep(context: VerificationContext, session: Session): Promise<FrameStep> {
  if (session.loginMode === 'wallet') {
    const wallets = accountsOf(context, session).filter(({ kind }) => kind === 'wallet')
    return { name: 'login-wallet', accounts: wallets.map(({ value }) => value) }
  }
  const code = await selectCodeOf(journeyTablesOf(context), session.id)
  if (!code) return { name: 'login-email' }
  const resendAfter = code.mailState === 'failed' ? 0 : loginLimits.resendAfterMs
  return {
    name: 'login-code',
    sentTo: shortenedLogin(addressOf(context, code)),
    resendAt: code.createdAt.getTime() + resendAfter,
    expiresAt: code.expiresAt.getTime(),
    codeLength: code.isLong ? 12 : 6,
    triesLeft: Math.max(0, loginLimits.tries - code.tries),
    mailbox: context.mailer.isMailbox,
  }
}
