import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Returns the signal for a wallet. For EVM chains, the signal is the address. Other addresses are longer, so
 * their signal is the first 31 bytes of SHA-256("<family>:<canonical address>"). The caller must pass the
 * canonical form.
 */
export function walletField(family: string, address: string): bigint {
  if (family === 'evm') {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new RangeError('the wallet is not an EVM address')
    return BigInt(address)
  }
  return sha256(utf8ToBytes(`${family}:${address}`))
    .subarray(0, 31)
    .reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

/** Returns a chain's number as a signal. */
export function chainField(blockchainId: number | bigint): bigint {
  const value = BigInt(blockchainId)
  if (value < 0n || value >= 1n << 64n) throw new RangeError('the value is not a chain number')
  return value
}
