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
