import { findAccountChain } from '../find-account-chain.ts'
import type { LoginChallenge } from '../login-challenge.ts'
import { loginText } from '../login-text.ts'

/**
 * Every full message that an Aptos wallet may make of the challenge: wallets put the message and the nonce behind a
 * heading, and may add the address, the page and the chain's number, in this order.
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
