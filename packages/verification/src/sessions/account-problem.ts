import { UserError } from '@touchstone/common'
import { type AccountProblem, findChain } from '@touchstone/contract'
import type { AccountInput, Program } from '@touchstone/kyc'
import type { Session } from './session.ts'

/**
 * Returns the reason why an account cannot be used for a program. The first page shows the reason before the
 * login.
 */
export function accountProblem(
  program: Program,
  session: Pick<Session, 'checkAddress'>,
  account: AccountInput,
): AccountProblem | undefined {
  const isWallet = account.kind === 'wallet'
  if (program.mintMode !== 'cross-chain') {
    const isEvm = isWallet && findChain(account.chainId)?.family === 'evm'
    if (!isEvm) return 'evm-wallet-needed'
  }
  if (session.checkAddress && !isWallet) return 'wallet-needed'
  return undefined
}

const messages: Record<AccountProblem, string> = {
  'evm-wallet-needed':
    'This program writes its result to a chain, but the page provided no wallet on an EVM chain.',
  'wallet-needed':
    'The account has to be proven with a signature, but the page provided no wallet on its chain.',
}

export function accountError(problem: AccountProblem): UserError {
  return new UserError({
    code: `account.${problem}`,
    message: messages[problem],
    remedy: 'Connect your wallet on the page and start again.',
  })
}
