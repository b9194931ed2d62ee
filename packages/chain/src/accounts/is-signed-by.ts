import { type Address, type Hex, recoverMessageAddress } from 'viem'

/** Returns whether the address's own key has signed the text (EIP-191). Does not support contract wallets. */
export async function isSignedBy(input: {
  readonly address: string
  readonly message: string
  readonly signature: string
}): Promise<boolean> {
  const { message } = input
  try {
    const signer: Address = await recoverMessageAddress({ message, signature: input.signature as Hex })
    return signer.toLowerCase() === input.address.toLowerCase()
  } catch {
    return false
  }
}
