import { findChain } from '@touchstone/contract'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { beginVerification } from '../pipeline/begin-verification.ts'
import { otherStep } from '../pipeline/take-step.ts'
import { loadProgram } from './load-program.ts'
import { normaliseChainId } from './normalise-chain-id.ts'
import { parameterError } from './parameter-error.ts'
import type { Session } from './session.ts'
import { updateSession } from './session-store.ts'

/** The page's wallets are from now on of another chain. Who proved an address of another family proves the new one. */
export async function switchChain(
  context: VerificationContext,
  session: Session,
  input: { chainId: string },
): Promise<void> {
  if (session.role !== 'own') throw otherStep()
  const { program } = await loadProgram(context, session)
  if (program.kind === 'MeID') throw chainError('The chain of a MeID verification stays as it began.')
  const chainId = normaliseChainId(input.chainId)
  if (chainId === undefined) throw chainError('The site switched to a chain that is not known here.')
  if (chainId === session.chainId) return
  const sameFamily = findChain(chainId)?.family === findChain(session.chainId)?.family
  const changed = await updateSession(journeyTablesOf(context), session.id, {
    chain_id: chainId,
    ...(!sameFamily && { address_checked_at: null }),
  })
  if (changed.journeyId !== null) await beginVerification(context, changed)
}

function chainError(message: string) {
  return parameterError('chainId', message, 'The site that you came from has to name a supported chain.')
}
