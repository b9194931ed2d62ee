import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import type { FieldText } from '../leaf/credential.ts'
import { commitmentOf } from '../leaf/poseidon.ts'
import { HolderError } from '../prove/holder-error.ts'
import { derive } from './derive.ts'

/**
 * The holder's key pair (secp256k1), which is created on the device. All the holder's other values are
 * derived from this key pair.
 */
export type SsiWallet = {
  privateKey: Uint8Array
  /** The user's public `ssiWallet`. */
  address: `0x${string}`
  /** The secret never leaves the device. The issuer receives only the commitment. */
  secret: bigint
  /** The commitment that is sent to the issuer. */
  commitment: FieldText
}

export function createSsiWallet(): Promise<SsiWallet> {
  return openSsiWallet(hexToBytes(generatePrivateKey()))
}

/**
 * Restores the wallet from its key. The secret is derived from the key, so that programs recognise the holder
 * of a restored wallet as the same person.
 */
export async function openSsiWallet(privateKey: Uint8Array): Promise<SsiWallet> {
  let address: `0x${string}`
  try {
    address = privateKeyToAddress(bytesToHex(privateKey))
  } catch (cause) {
    throw new HolderError({
      code: 'holder.bad-key',
      message: 'Invalid wallet key.',
      remedy: 'Restore the wallet from its exported file.',
      cause,
    })
  }
  // A 31-byte number is always less than the order of the field.
  const bytes = (await derive(privateKey, 'secret 1')).subarray(0, 31)
  const secret = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  return { privateKey: new Uint8Array(privateKey), address, secret, commitment: String(commitmentOf(secret)) }
}
