import { signMessage } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type { SsiWallet } from './ssi-wallet.ts'

/**
 * Signs a challenge with the wallet's key (EIP-191). This proves possession of the key, and therefore of the
 * secret, without revealing either.
 */
export function signChallenge(
  { privateKey }: Pick<SsiWallet, 'privateKey'>,
  challenge: string,
): Promise<`0x${string}`> {
  return signMessage({ message: challenge, privateKey: bytesToHex(privateKey) })
}
