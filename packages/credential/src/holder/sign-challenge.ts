import { signMessage } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type { SsiWallet } from './ssi-wallet.ts'

/** Proves possession of the wallet's key, and therefore of the secret, without revealing either (EIP-191). */
export function signChallenge(
  { privateKey }: Pick<SsiWallet, 'privateKey'>,
  challenge: string,
): Promise<`0x${string}`> {
  return signMessage({ message: challenge, privateKey: bytesToHex(privateKey) })
}
