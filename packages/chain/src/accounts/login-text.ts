import { getAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { findAccountChain } from './find-account-chain.ts'
import type { LoginChallenge } from './login-challenge.ts'

/**
 * Returns the text that the user reads and signs: EIP-4361 on EVM chains, and the same lines in CAIP-122 form
 * on other chains.
 */
export function loginText(challenge: LoginChallenge): string {
  const { family, label, loginChainId } = findAccountChain(challenge.chainId)
  const { domain, statement, uri, nonce } = challenge
  const issuedAt = new Date(challenge.issuedAt)
  const expirationTime = new Date(challenge.expiresAt)
  if (family === 'evm') {
    const address = getAddress(challenge.address)
    const chainId = Number(loginChainId)
    return createSiweMessage({
      address,
      chainId,
      domain,
      statement,
      uri,
      nonce,
      issuedAt,
      expirationTime,
      version: '1',
    })
  }
  return [
    `${domain} wants you to sign in with your ${label} account:`,
    challenge.address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${loginChainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expirationTime.toISOString()}`,
  ].join('\n')
}
