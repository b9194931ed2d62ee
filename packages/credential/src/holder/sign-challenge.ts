import { signMessage } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type { SsiWallet } from './ssi-wallet.ts'

/** Shows that this device has the wallet's key, and so its secret, without telling either (EIP-191). */
export function signChallenge(
  { privateKey }: Pick<SsiWallet, 'privateKey'>,
  challenge: string,
): Promise<`0x${string}`> {
  return signMessage({ message: challenge, privateKey: bytesToHex(privateKey) })
}
