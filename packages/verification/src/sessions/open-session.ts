import { UserError } from '@touchstone/common'
import { type OpenSession, type ProgramKind, ServiceError } from '@touchstone/contract'
import { type Program, selectMerchantByNo, selectProgramsOf, updateOverruled } from '@touchstone/kyc'
import { errors } from 'jose'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { isProvenToContract } from '../program-on-chain.ts'
import { isOriginAllowed } from './allowed-origins.ts'
import { bearerHash, newBearer } from './bearer.ts'
import { networkHashOf } from './network-hash.ts'
import { normaliseChainId } from './normalise-chain-id.ts'
import { parameterError } from './parameter-error.ts'
import type { Session } from './session.ts'
import { insertSession } from './session-store.ts'

/** The flow that the widget requested: 1 for a credential about the person, 2 for a proof of personhood. */
type Level = 1 | 2

const kindsOf: Readonly<Record<Level, readonly ProgramKind[]>> = { 1: ['KYC', 'PoA', 'PoAI'], 2: ['MeID'] }
const usualKind: Readonly<Record<Level, ProgramKind>> = { 1: 'KYC', 2: 'MeID' }

/**
 * Returns the merchant's program with this number. Without a number, returns the first program of the kind
 * that belongs to the flow and is not in test mode.
 */
function chooseProgram(
  programs: readonly Program[],
  requested: { lv: Level; programNo: string | undefined },
): Program | undefined {
  const { lv, programNo } = requested
  if (programNo === undefined) return programs.find(({ kind, test }) => !test && kind === usualKind[lv])
  return programs.find((program) => program.programNo === programNo && kindsOf[lv].includes(program.kind))
}

/**
 * Opens a session for a page. Each access token opens only one session. `admit` throws if the program cannot be
 * offered.
 */
export async function openSession(
  context: VerificationContext,
  { ip, ...input }: OpenSession & { ip?: string },
  admit: (program: Program, chainId: string) => Promise<void> = async () => {},
): Promise<{ session: Session; bearer: string }> {
  const db = journeyTablesOf(context)
  const token = await readToken(context, input.accessToken)
  if (token.appId !== input.appId) throw tokenError('unknown')
  const merchant = await selectMerchantByNo(db, token.appId)
  if (!merchant || (merchant.demo && context.kyc.refusesDemo)) throw tokenError('unknown')
  const programs = await selectProgramsOf(db, merchant.id)
  const program = chooseProgram(programs, { lv: input.lv, programNo: input.programNo })
  if (!program) throw programError('unknown')
  if (!isOriginAllowed(program, input.origin, context.production)) throw domainError()
  if (!program.active) throw programError('inactive')
  const chainId = chainOf(program, input)
  refuseWalletMode(program, token.mode)
  await admit(program, chainId)

  const bearer = newBearer()
  const session = await insertSession(db, {
    bearerHash: bearerHash(context.vault, bearer),
    tokenId: token.tokenId,
    merchantId: merchant.id,
    programId: program.id,
    programVersion: program.version,
    loginMode: token.mode,
    origin: input.origin,
    chainId,
    checkAddress: input.checkAddress || asksForProof(program),
    locale: input.locale,
    networkHash: ip === undefined ? null : networkHashOf(context.vault, ip),
    at: new Date(context.clock.now()),
  })
  if (!session) throw tokenError('used')
  await recordOverruled(context, program, input)
  return { session, bearer }
}

/**
 * Colours that the page passes override the program's colours. The override is recorded for the merchant that
 * maintains the program.
 */
async function recordOverruled(
  context: VerificationContext,
  program: Program,
  { theme = 'auto', origin }: OpenSession,
): Promise<void> {
  if (theme === 'auto' || program.theme === 'auto' || theme === program.theme) return
  const at = new Date(context.clock.now())
  await updateOverruled(journeyTablesOf(context), program.id, { theme, origin, at })
}

/** No signature is required if the person's own transaction will prove ownership of the wallet. */
export function asksForProof(program: Pick<Program, 'walletProof' | 'mintMode' | 'kind' | 'test'>): boolean {
  return program.walletProof === 'required' && !isProvenToContract(program)
}

async function readToken({ tokenService }: VerificationContext, accessToken: string) {
  try {
    return await tokenService.verify(accessToken)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'credentials') throw error
    throw tokenError(error.cause instanceof errors.JWTExpired ? 'expired' : 'unknown')
  }
}

function chainOf(program: Program, { chainId }: OpenSession): string {
  const known = normaliseChainId(chainId)
  if (known !== undefined) return known
  throw parameterError(
    'chainId',
    `The page requested a chain that ${program.kind} verification does not support.`,
    'The site that you came from has to name a supported chain.',
  )
}

/**
 * Login with a wallet is not supported for other programs: merchants identify the people who share results
 * with them by login, and a person verified with a document must be reachable by email.
 */
function refuseWalletMode(program: Program, mode: 'email' | 'wallet'): void {
  if (mode === 'email' || program.kind === 'MeID') return
  throw parameterError(
    'mode',
    'The page requested a login with a wallet, which only MeID programs support.',
    'The site that you came from has to request a token for login by e-mail.',
  )
}

const tokenTexts = {
  expired: 'The time limit for opening this page has passed.',
  unknown: 'The site did not send a valid token for this page.',
  used: 'This token has already been used to open the page.',
}

function tokenError(kind: keyof typeof tokenTexts): UserError {
  const remedy = 'Go back to the site that you came from and start again.'
  return new UserError({ code: `token.${kind}`, message: tokenTexts[kind], remedy })
}

const programTexts = {
  unknown: 'The site requested a verification that it does not offer.',
  inactive: 'This verification is not available at the moment.',
}

function programError(kind: keyof typeof programTexts): UserError {
  const remedy = 'Contact the site that you came from.'
  return new UserError({ code: `program.${kind}`, message: programTexts[kind], remedy })
}

function domainError(): UserError {
  return new UserError({
    code: 'domain.not-allowed',
    message: 'This site is not allowed to show this verification.',
    remedy: 'If it is your site, add its address to the allowed domains of the program.',
  })
}
