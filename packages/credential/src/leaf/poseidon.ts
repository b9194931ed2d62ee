import { poseidon2 } from 'poseidon-lite/poseidon2'
import { poseidon3 } from 'poseidon-lite/poseidon3'
import { poseidon4 } from 'poseidon-lite/poseidon4'
import { poseidon5 } from 'poseidon-lite/poseidon5'
import { poseidon6 } from 'poseidon-lite/poseidon6'

const bySize = [poseidon2, poseidon3, poseidon4, poseidon5, poseidon6] as const

/** Calculates the circuits' Poseidon hash of two to six numbers. */
export function poseidon(...inputs: readonly [bigint, bigint, ...bigint[]]): bigint {
  const hash = bySize[inputs.length - 2]
  if (!hash) throw new RangeError(`Poseidon does not support ${inputs.length} inputs`)
  return hash([...inputs])
}

/** Returns the signal for an issuer's public key. */
export function issuerKeyOf(publicKey: readonly [bigint, bigint]): bigint {
  return poseidon(publicKey[0], publicKey[1])
}

/** Returns the commitment to the holder's secret. The issuer stores the commitment. */
export function commitmentOf(secret: bigint): bigint {
  return poseidon(1n, secret)
}

/**
 * Returns a person's identifier for one program of one merchant. Each program gets a different identifier.
 */
export function nullifierOf(secret: bigint, merchant: bigint, program: bigint): bigint {
  return poseidon(2n, secret, merchant, program)
}

/**
 * Returns a credential's revocation identifier for one program. Two programs can't link their identifiers to
 * each other.
 */
export function revocationHandleOf(credentialId: bigint, merchant: bigint, program: bigint): bigint {
  return poseidon(3n, credentialId, merchant, program)
}
