import { type Address, bytesToHex, type Hex, type PublicClient, recoverMessageAddress } from 'viem'
import { answerFields } from '../answer-fields.ts'
import { findAccountChain } from '../find-account-chain.ts'
import type { LoginCheck } from '../login-check.ts'
import type { LoginRefusal } from '../login-result.ts'
import { loginText } from '../login-text.ts'

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Checks a Sign-In with Ethereum answer (EIP-4361). Verifies key signatures locally and contract wallet signatures with
 * a call to a node: ERC-1271, or ERC-6492 for undeployed wallets.
 */
export const checkEvmLogin: LoginCheck = async ({ challenge, answer, client }) => {
  const bytes = answerFields.hex(answer.signature)
  if (bytes === undefined) return 'malformed-answer'
  const signature = bytesToHex(bytes)
  const message = loginText(challenge)
  const recovered = await recover(message, signature)
  if (recovered?.toLowerCase() === challenge.address)
    return isCanonical(bytes) ? undefined : 'malleable-signature'
  if (client === undefined) return 'needs-node'
  return askContract(client, challenge.chainId, challenge.address as Address, message, signature)
}

async function askContract(
  client: PublicClient,
  chainId: string,
  address: Address,
  message: string,
  signature: Hex,
): Promise<LoginRefusal | 'contract'> {
  try {
    const chain = await client.getChainId()
    if (String(chain) !== findAccountChain(chainId).loginChainId) return 'node-unavailable'
    return (await client.verifyMessage({ address, message, signature })) ? 'contract' : 'bad-signature'
  } catch {
    return 'node-unavailable'
  }
}

/** Returns the signing key's address, or undefined if the bytes are not a key signature. */
async function recover(message: string, signature: Hex): Promise<Address | undefined> {
  if (signature.length !== 132) return undefined
  try {
    return await recoverMessageAddress({ message, signature })
  } catch {
    return undefined
  }
}

/** Requires the lower of the two valid S values, and 27 or 28 as the last byte (EIP-191). */
function isCanonical(signature: Buffer): boolean {
  const s = BigInt(bytesToHex(signature.subarray(32, 64)))
  return s <= halfOrder && (signature[64] === 27 || signature[64] === 28)
}
