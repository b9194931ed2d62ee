import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import type { FieldText } from '../leaf/credential.ts'
import { commitmentOf } from '../leaf/poseidon.ts'
import { HolderError } from '../prove/holder-error.ts'
import { derive } from './derive.ts'

/** The holder's key pair (secp256k1), made on the device. Everything else of the holder's comes from it. */
export type SsiWallet = {
  privateKey: Uint8Array
  /** Public: the user's `ssiWallet`. */
  address: `0x${string}`
  /** Never leaves the device; the issuer sees the commitment. */
  secret: bigint
  /** For the issuer. */
  commitment: FieldText
}

export function createSsiWallet(): Promise<SsiWallet> {
  return openSsiWallet(hexToBytes(generatePrivateKey()))
}

/**
 * The same wallet from its key. The secret is derived from the key and not drawn beside it: who has the key back is the
 * same person again to every program.
 */
export async function openSsiWallet(privateKey: Uint8Array): Promise<SsiWallet> {
  let address: `0x${string}`
  try {
    address = privateKeyToAddress(bytesToHex(privateKey))
  } catch (cause) {
    throw new HolderError({
      code: 'holder.bad-key',
      message: 'This is not the key of a wallet.',
      remedy: 'Bring the wallet back from its exported file.',
      cause,
    })
  }
  // 31 bytes: every one of them is a number of the field.
  const bytes = (await derive(privateKey, 'secret 1')).subarray(0, 31)
  const secret = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  return { privateKey: new Uint8Array(privateKey), address, secret, commitment: String(commitmentOf(secret)) }
}
