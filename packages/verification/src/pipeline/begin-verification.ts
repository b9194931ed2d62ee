import { parseAccount } from '@touchstone/chain/accounts'
import { UserError } from '@touchstone/common'
import { findChain } from '@touchstone/contract'
import {
  type AccountInput,
  bindSsiWallet,
  findJourney,
  lineOf,
  loadJourney,
  startJourney,
} from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { canReuse } from '../people/can-reuse.ts'
import { isCommitmentOfOther } from '../people/person-file-store.ts'
import { releaseCommitment } from '../people/release-commitment.ts'
import { accountNames } from '../sessions/account-names.ts'
import { programOfSession } from '../sessions/program-of-session.ts'
import type { Session } from '../sessions/session.ts'
import { goOn } from './advance.ts'
import {
  clearDevices,
  selectVerification,
  setJourneyOfSession,
  updateVerification,
  upsertVerification,
} from './verification-store.ts'

/**
 * The person has confirmed and logged in: the journey begins, or goes on where it was. Called again whenever something
 * of the session has changed that the journey has to know: another chain, another device, a new attempt.
 */
export async function beginVerification(context: VerificationContext, session: Session): Promise<number> {
  const { vault, kyc } = context
  if (!session.loginSealed || !session.accountsSealed || !session.ssiWallet) {
    throw new Error('a journey was begun without a login')
  }
  const program = await programOfSession(context, session)
  const names = accountNames(context, session)
  const accounts = names.map((name) => accountOf(name, session.chainId))
  if (program.mintMode !== 'cross-chain') requireWallet(accounts[0])
  const paused = await pausedJourney(context, program.programNo, session.loginSealed)
  if (paused !== undefined) {
    await setJourneyOfSession(journeyTablesOf(context), session.id, paused)
    return paused
  }
  const started = await startJourney(kyc, {
    programNo: program.programNo,
    login: vault.open(session.loginSealed),
    ssiWallet: session.ssiWallet,
    accounts,
    actor: 'user',
  })
  const { journeyId } = started
  const loaded = await loadJourney(kyc, journeyId)
  if (!loaded) throw new Error('a journey that was begun is not there')
  const { journey } = loaded
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now())
  await upsertVerification(db, { journeyId, attempt: journey.attempt, at })
  await setJourneyOfSession(db, session.id, journeyId)
  const isFirstStep = journey.status === lineOf(program).steps[0]
  await takeForeignWallet(context, journey, session.commitment)
  // A device that comes later takes the place of the first one as long as nothing was proven with that.
  if (await releaseCommitment(context, journey, session.commitment)) {
    await bindSsiWallet(kyc, { personId: journey.personId, ssiWallet: session.ssiWallet })
  }
  if (isFirstStep && (await canReuse(context, loaded))) {
    await updateVerification(db, journeyId, { reused: true }, at)
  }
  await goOn(context, journeyId)
  return journeyId
}

/** Who has to wait waits, also after logging in again: only then a new attempt begins. */
async function pausedJourney(
  context: VerificationContext,
  programNo: string,
  loginSealed: Uint8Array,
): Promise<number | undefined> {
  const found = await findJourney(context.kyc, { programNo, login: context.vault.open(loginSealed) })
  const row = found && (await selectVerification(journeyTablesOf(context), found.journeyId))
  const isPaused = row?.failure && row.pausedUntil && row.pausedUntil.getTime() > context.clock.now()
  return isPaused ? found?.journeyId : undefined
}

/** A device that two people use offers the wallet of the first to the second: that one gets a wallet of their own. */
async function takeForeignWallet(
  context: VerificationContext,
  { id, personId }: { id: number; personId: number },
  commitment: string | null,
): Promise<void> {
  const db = journeyTablesOf(context)
  if (commitment !== null && (await isCommitmentOfOther(db, commitment, personId)))
    await clearDevices(db, id, commitment)
}

/** The hosting page says how it knows the user; what it is shows in how it is written. */
export function accountOf(name: string, chainId: string): AccountInput {
  if (name.includes('@')) return { kind: 'email', value: name }
  try {
    return { kind: 'wallet', chainId, value: parseAccount({ chainId, address: name }).address }
  } catch {
    return { kind: 'other', value: name }
  }
}

function requireWallet(account: AccountInput | undefined): void {
  if (account?.kind === 'wallet' && findChain(account.chainId)?.family === 'evm') return
  throw new UserError({
    code: 'account.wallet-needed',
    message: 'This program puts its result on a chain, and the page named no wallet of an EVM chain.',
    remedy: 'Connect your wallet on the page, and start again.',
  })
}
