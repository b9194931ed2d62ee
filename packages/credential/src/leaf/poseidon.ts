import { poseidon2 } from 'poseidon-lite/poseidon2'
import { poseidon3 } from 'poseidon-lite/poseidon3'
import { poseidon4 } from 'poseidon-lite/poseidon4'
import { poseidon5 } from 'poseidon-lite/poseidon5'
import { poseidon6 } from 'poseidon-lite/poseidon6'

const bySize = [poseidon2, poseidon3, poseidon4, poseidon5, poseidon6] as const

/** The hash of the circuits, over two to six numbers. */
export function poseidon(...inputs: readonly [bigint, bigint, ...bigint[]]): bigint {
  const hash = bySize[inputs.length - 2]
  if (!hash) throw new RangeError(`nothing hashes ${inputs.length} numbers`)
  return hash([...inputs])
}

/** A public key of an issuer as the one signal that stands for it. */
export function issuerKeyOf(publicKey: readonly [bigint, bigint]): bigint {
  return poseidon(publicKey[0], publicKey[1])
}

/** What the issuer learns of the holder's secret. */
export function commitmentOf(secret: bigint): bigint {
  return poseidon(1n, secret)
}

/** The name under which one program of one merchant knows a person; another program knows another one. */
export function nullifierOf(secret: bigint, merchant: bigint, program: bigint): bigint {
  return poseidon(2n, secret, merchant, program)
}

/** What the issuer publishes to a program when it revokes a credential; two programs can't link theirs. */
export function revocationHandleOf(credentialId: bigint, merchant: bigint, program: bigint): bigint {
  return poseidon(3n, credentialId, merchant, program)
}
