import type { FrameStep } from '@touchstone/contract'
import {
  type AccountInput,
  accountInputOf,
  accountOfJourney,
  findAccount,
  findMeidBinding,
  type JourneyAccount,
} from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { isProvenToContract } from '../program-on-chain.ts'
import type { Session } from '../sessions/session.ts'
import { agreedAccount, networkOf, spelledAs } from '../sessions/session-account.ts'
import { shortenedLogin } from '../sessions/shortened-login.ts'
import { showWork } from './show-work.ts'

/** Returns the consent screen, which also names any other account that prevents sharing. */
export async function showConsent(
  context: VerificationContext,
  state: JourneyState,
  session: Session,
  further: boolean,
): Promise<FrameStep> {
  const account = agreedAccount(context, session)
  const { checks, rules } = state.program
  if (!further && isWaiting(await findAccount(context.kyc, state.journey.id, account)))
    return showWork(state, 'on-chain')
  const network = networkOf(account)
  const bound = await boundElsewhere(context, state, account)
  return {
    name: 'consent',
    shares: checks.map((check) => ({ check, passed: state.checks.get(check) })),
    sees: [session.loginMode, 'status'],
    ...(checks.includes('age') && rules.minimumAge !== undefined && { minimumAge: rules.minimumAge }),
    account: spelledAs(account),
    ...(network !== undefined && { network }),
    reused: state.reused,
    further,
    ...(bound && {
      bound: { account: shortenedLogin(bound.holder), movableAt: bound.movableAt },
    }),
  }
}

/** Returns whether the person has consented but the consent is not yet recorded on the merchant's chain. */
export const isWaiting = (row: JourneyAccount | undefined) =>
  row !== undefined && row.consentedAt !== null && row.grantedAt === null && row.revokedAt === null

/**
 * Returns another account that must be released first: the account to which the MeID is bound, or the wallet
 * whose proof a contract has accepted.
 */
export async function boundElsewhere(
  context: VerificationContext,
  { journey, program }: JourneyState,
  account: AccountInput,
): Promise<{ holder: string; movableAt: number | null } | undefined> {
  if (program.kind === 'MeID') {
    const { merchantId } = program
    return await findMeidBinding(context.kyc, { merchantId, personId: journey.personId, account })
  }
  if (!isProvenToContract(program)) return undefined
  const row = await accountOfJourney(context.kyc, journey)
  const holder = row && accountInputOf(context.kyc, row).value
  return holder === undefined || holder === account.value ? undefined : { holder, movableAt: null }
}
