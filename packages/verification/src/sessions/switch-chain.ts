import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { otherStep } from '../other-step.ts'
import { loadProgram } from './load-program.ts'
import { normaliseChainId } from './normalise-chain-id.ts'
import { parameterError } from './parameter-error.ts'
import { accountNames, type Session } from './session.ts'
import { accountOf } from './session-account.ts'
import { updateSession } from './session-store.ts'

/**
 * Switches the page's wallets to another chain. The same wallet on another chain is a different account, so
 * the person must authorize again.
 */
export async function switchChain(
  context: VerificationContext,
  session: Session,
  input: { chainId: string },
): Promise<void> {
  if (session.role !== 'own') throw otherStep()
  const { program } = await loadProgram(context, session)
  const chainId = normaliseChainId(input.chainId)
  if (chainId === undefined) throw chainError('The site switched to an unsupported chain.')
  if (chainId === session.chainId) return
  if (program.kind === 'MeID') throw chainError('The chain of a MeID verification cannot change.')
  const [name = ''] = accountNames(context, session)
  const isWallet = [session.chainId, chainId].some((each) => accountOf(name, each).kind === 'wallet')
  await updateSession(journeyTablesOf(context), session.id, {
    chain_id: chainId,
    ...(isWallet && { authorized_at: null }),
  })
}

function chainError(message: string) {
  return parameterError('chainId', message, 'The site that you came from has to name a supported chain.')
}
