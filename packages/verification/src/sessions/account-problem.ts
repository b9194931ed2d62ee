import { UserError } from '@touchstone/common'
import { type AccountProblem, findChain } from '@touchstone/contract'
import type { AccountInput, Program } from '@touchstone/kyc'
import type { Session } from './session.ts'

/** Why an account can't be used for a program; told on the first page, before anybody logs in. */
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
    'This program puts its result on a chain, and the page named no wallet of an EVM chain.',
  'wallet-needed':
    'The account has to be proven by a signature, and the page named no wallet of the chain that it is on.',
}

export function accountError(problem: AccountProblem): UserError {
  return new UserError({
    code: `account.${problem}`,
    message: messages[problem],
    remedy: 'Connect your wallet on the page, and start again.',
  })
}
