import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem'
import { credentialKinds } from '../contracts/credential-kinds.ts'
import type { GrantCall, MintCall } from './chain-minter.ts'

/** The name of a mint in the journal, and back. */
export const keyOfMint = (mintId: Hex) => `mint:${mintId}`
export const mintOfKey = (key: string) => key.slice('mint:'.length) as Hex

/** The id by which the contract knows that a mint was done: the same for the same mint, on every machine. */
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
        // Two different namespaces: a caller's id can't be taken for a time.
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
