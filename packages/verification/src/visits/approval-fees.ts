import type { TransactionFees } from '@touchstone/contract'
import type { VerificationContext } from '../context.ts'
import { loginError } from '../login/login-errors.ts'
import { otherStep } from '../other-step.ts'
import { stateOfTurn } from '../pipeline/take-step.ts'
import type { Session } from '../sessions/session.ts'
import { onChainStep } from '../steps/on-chain.ts'

/** Prices and use of gas rise from block to block: a wallet that takes a while must not be too late for its own offer. */
const margin = { gasLimit: 130n, gasPrice: 125n }

/** What the network asks for the transaction of the user's own wallet: some clients hand it to the wallet ready made. */
export async function approvalFees(context: VerificationContext, session: Session): Promise<TransactionFees> {
  const { approval } = await stateOfTurn(context, session, onChainStep.name)
  if (!approval?.asked || approval.sent) throw otherStep()
  const { from, to, data } = approval as Record<'from' | 'to' | 'data', `0x${string}`>
  const client = await context.chains.client?.(approval.chainId)
  if (!client) throw loginError('node-unavailable')
  try {
    const [gas, price] = await Promise.all([
      client.estimateGas({ account: from, to, data }),
      client.getGasPrice(),
    ])
    return {
      gasLimit: `0x${((gas * margin.gasLimit) / 100n).toString(16)}`,
      gasPrice: `0x${((price * margin.gasPrice) / 100n).toString(16)}`,
    }
  } catch (error) {
    // Not the error itself: it quotes the transaction, and with it the wallet.
    context.logger.warn(
      { reason: (error as Error).name, chainId: approval.chainId },
      'the fees of an approval are not known',
    )
    throw loginError('node-unavailable')
  }
}
