import { type Address, bytesToHex, type Hex, type PublicClient, recoverMessageAddress } from 'viem'
import { answerFields } from '../answer-fields.ts'
import { findAccountChain } from '../find-account-chain.ts'
import type { LoginCheck } from '../login-check.ts'
import type { LoginRefusal } from '../login-result.ts'
import { loginText } from '../login-text.ts'

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Sign-In with Ethereum (EIP-4361). A key's signature is checked here; a contract wallet's by asking the contract
 * (ERC-1271), also one that is not deployed yet (ERC-6492), through a node of the chain.
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

/** The address of the key that made these 65 bytes, if they are a key's signature at all. */
async function recover(message: string, signature: Hex): Promise<Address | undefined> {
  if (signature.length !== 132) return undefined
  try {
    return await recoverMessageAddress({ message, signature })
  } catch {
    return undefined
  }
}

/** The lower S of the two that hold, and the last byte as EIP-191's signatures have it. */
function isCanonical(signature: Buffer): boolean {
  const s = BigInt(bytesToHex(signature.subarray(32, 64)))
  return s <= halfOrder && (signature[64] === 27 || signature[64] === 28)
}
