import { type Address, encodeAbiParameters, getAddress, keccak256, sliceHex } from 'viem'

/**
 * Returns the cooperator address of a merchant's program: the last 20 bytes of keccak256(abi.encode(uint128
 * merchant, uint128 program)). Anyone can calculate this address, and nobody has a private key for it.
 */
export function cooperatorOf(which: { merchant: bigint; program: bigint }): Address {
  const encoded = encodeAbiParameters(
    [{ type: 'uint128' }, { type: 'uint128' }],
    [which.merchant, which.program],
  )
  return getAddress(sliceHex(keccak256(encoded), 12))
}
