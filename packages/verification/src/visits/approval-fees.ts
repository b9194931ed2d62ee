import type { TransactionFees } from '@touchstone/contract'
import type { VerificationContext } from '../context.ts'
import { loginError } from '../login/login-errors.ts'
import { otherStep } from '../other-step.ts'
import { stateOfTurn } from '../pipeline/take-step.ts'
import type { Session } from '../sessions/session.ts'
import { onChainStep } from '../steps/on-chain.ts'

/**
 * Gas prices and gas usage can rise between blocks. With this margin, the values are still valid when a slow
 * wallet sends the transaction.
 */
const margin = { gasLimit: 130n, gasPrice: 125n }

/**
 * Returns the network's fees for the user's own transaction, because some wallet clients require a complete
 * transaction.
 */
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
    // Log only the error's name, because the error message quotes the transaction and the wallet.
    context.logger.warn(
      { reason: (error as Error).name, chainId: approval.chainId },
      'the fees for an approval are unavailable',
    )
    throw loginError('node-unavailable')
  }
}
