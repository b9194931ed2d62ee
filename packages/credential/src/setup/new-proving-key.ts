import { OperatorError } from '@touchstone/common'
import { zKey } from 'snarkjs'

/** Creates the initial proving key, without contributions. */
export async function newProvingKey(options: {
  name: string
  r1cs: string
  ptau: string
  to: string
}): Promise<void> {
  const answer = await zKey.newZKey(options.r1cs, options.ptau, options.to)
  if (answer !== -1) return
  throw new OperatorError({
    code: 'circuit.too-large',
    message: `The circuit "${options.name}" does not fit the powers of tau, or they are not prepared for phase 2.`,
    remedy: 'Use a prepared file of a higher power.',
  })
}
