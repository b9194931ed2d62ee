import { type SsiWallet, signChallenge } from '@touchstone/credential/holder'

/** This device's wallet as the server is told of it: with a signature, which shows that it is here. */
export async function nameDevice(
  wallet: SsiWallet,
  challenge: string,
): Promise<{ ssiWallet: string; commitment: string; signature: string }> {
  const { address: ssiWallet, commitment } = wallet
  return { ssiWallet, commitment, signature: await signChallenge(wallet, challenge) }
}
