import { inspect } from 'node:util'
import { OperatorError } from '@touchstone/common'
import { type Hex, isHex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainSigner } from './chain-signer.ts'
import { toSerializable } from './to-serializable.ts'

/**
 * A signer over a private key that the caller holds, as from the environment. The same transaction gets the same
 * signature each time (RFC 6979).
 */
export function createKeySigner(privateKey: string): ChainSigner {
  const account = openKey(privateKey)
  const { address } = account
  const shown = `ChainSigner(${address})`
  const signer: ChainSigner = {
    address,
    async sign(transaction) {
      const raw = await account.signTransaction(toSerializable(transaction))
      return { raw, hash: keccak256(raw) }
    },
  }
  return Object.defineProperties(signer, {
    toString: { value: () => shown },
    toJSON: { value: () => shown },
    [inspect.custom]: { value: () => shown },
  })
}

function openKey(privateKey: string) {
  const text = privateKey.trim()
  const key = (text.startsWith('0x') ? text : `0x${text}`) as Hex
  try {
    if (isHex(key) && key.length === 66) return privateKeyToAccount(key)
  } catch {
    // The library's own error may quote the key: it is not passed on.
  }
  throw new OperatorError({
    code: 'chain.key',
    message: 'The private key of the chain signer is not a key of secp256k1 in 64 hex digits.',
    remedy: 'Give another one, or a keystore file.',
  })
}
