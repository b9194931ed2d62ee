import { poseidon2 } from 'poseidon-lite/poseidon2'
import { poseidon3 } from 'poseidon-lite/poseidon3'
import { poseidon4 } from 'poseidon-lite/poseidon4'
import { poseidon5 } from 'poseidon-lite/poseidon5'

type Inputs =
  | readonly [bigint, bigint]
  | readonly [bigint, bigint, bigint]
  | readonly [bigint, bigint, bigint, bigint]
  | readonly [bigint, bigint, bigint, bigint, bigint]

const bySize = { 2: poseidon2, 3: poseidon3, 4: poseidon4, 5: poseidon5 }

/** The hash of the circuits, over two to five numbers. */
export function poseidon(...inputs: Inputs): bigint {
  return bySize[inputs.length]([...inputs])
}
