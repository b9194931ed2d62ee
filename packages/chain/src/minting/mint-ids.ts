import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem'
import { credentialKinds } from '../contracts/credential-kinds.ts'
import type { GrantCall, MintCall } from './chain-minter.ts'

/** Converts a mint id to the key of its journal entry and back. */
export const keyOfMint = (mintId: Hex) => `mint:${mintId}`
export const mintOfKey = (key: string) => key.slice('mint:'.length) as Hex

/**
 * Returns the contract's id for a mint. The id is deterministic: the same mint has the same id on every
 * machine.
 */
export function mintIdOf(chainId: number, sbt: Address, call: Omit<MintCall, 'to'>): Hex {
  return keccak256(
    encodeAbiParameters(
      [
        { type: 'string' },
        { type: 'uint256' },
        { type: 'address' },
        { type: 'bytes32' },
        { type: 'uint8' },
        { type: 'string' },
      ],
      [
        'touchstone/mint/v1',
        BigInt(chainId),
        sbt,
        call.person,
        credentialKinds[call.kind],
        // Use separate prefixes, so that an id from a caller cannot equal a timestamp.
        call.id === undefined ? `until:${call.validUntil}` : `id:${call.id}`,
      ],
    ),
  )
}

export function grantIdOf(chainId: number, verifier: Address, call: GrantCall): Hex {
  return keccak256(
    encodeAbiParameters(
      [
        { type: 'string' },
        { type: 'uint256' },
        { type: 'address' },
        { type: 'address' },
        { type: 'address' },
        { type: 'uint256' },
        { type: 'string' },
      ],
      [
        'touchstone/grant/v1',
        BigInt(chainId),
        verifier,
        call.cooperator,
        call.user,
        call.tokenId,
        call.id === undefined ? `until:${call.validUntil}` : `id:${call.id}`,
      ],
    ),
  )
}
