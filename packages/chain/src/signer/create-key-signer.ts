import { inspect } from 'node:util'
import { OperatorError } from '@touchstone/common'
import {
  type Hex,
  isHex,
  keccak256,
  type TransactionSerializableEIP1559,
  type TransactionSerializableLegacy,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainSigner, UnsignedTransaction } from './chain-signer.ts'

/**
 * Creates a signer from a private key, for example from an environment variable. Signatures are deterministic
 * (RFC 6979).
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
    // Do not pass on the library's error, because it can quote the key.
  }
  throw new OperatorError({
    code: 'chain.key',
    message: 'The private key of the chain signer is not a secp256k1 key of 64 hex digits.',
    remedy: 'Configure a different key or a keystore file.',
  })
}

/** Converts the transaction to viem's format. */
function toSerializable(
  transaction: UnsignedTransaction,
): TransactionSerializableEIP1559 | TransactionSerializableLegacy {
  const { chainId, nonce, data, value, gas, fees } = transaction
  const to = transaction.to ?? undefined
  if (fees.form === 'legacy') {
    return { type: 'legacy', chainId, nonce, to, data, value, gas, gasPrice: fees.gasPrice }
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  return { type: 'eip1559', chainId, nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas }
}
