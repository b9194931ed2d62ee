import { findAccountChain } from '../find-account-chain.ts'
import type { LoginChallenge } from '../login-challenge.ts'
import { loginText } from '../login-text.ts'

/**
 * Returns all full messages that an Aptos wallet can build from the challenge. Wallets put the message and
 * the nonce below a heading. They can add the address, the application and the chain ID, in this order.
 */
export function aptosFullMessages(challenge: LoginChallenge): [plain: string, ...others: string[]] {
  const { loginChainId } = findAccountChain(challenge.chainId)
  const tail = [`message: ${loginText(challenge)}`, `nonce: ${challenge.nonce}`]
  const addresses = [[], [`address: ${challenge.address}`]]
  const pages = [challenge.domain, new URL(challenge.uri).origin]
  const applications = [[], ...pages.map((page) => [`application: ${page}`])]
  const chains = [[], [`chainId: ${loginChainId}`]]
  const full = addresses.flatMap((address) =>
    applications.flatMap((application) =>
      chains.map((chain) => ['APTOS', ...address, ...application, ...chain, ...tail].join('\n')),
    ),
  )
  return full as [string, ...string[]]
}
