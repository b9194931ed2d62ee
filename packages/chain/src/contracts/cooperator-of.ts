import { type Address, encodeAbiParameters, getAddress, keccak256, sliceHex } from 'viem'

/**
 * The address under which a merchant's program is known to the contracts: the last twenty bytes of
 * keccak256(abi.encode(uint128 merchant, uint128 program)). Nobody has its key; anybody can reckon it.
 */
export function cooperatorOf(which: { merchant: bigint; program: bigint }): Address {
  const encoded = encodeAbiParameters(
    [{ type: 'uint128' }, { type: 'uint128' }],
    [which.merchant, which.program],
  )
  return getAddress(sliceHex(keccak256(encoded), 12))
}
