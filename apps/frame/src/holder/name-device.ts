import { type SsiWallet, signChallenge } from '@touchstone/credential/holder'

/** Identifies this device's wallet to the server, with a signature that proves possession. */
export async function nameDevice(
  wallet: SsiWallet,
  challenge: string,
): Promise<{ ssiWallet: string; commitment: string; signature: string }> {
  const { address: ssiWallet, commitment } = wallet
  return { ssiWallet, commitment, signature: await signChallenge(wallet, challenge) }
}
