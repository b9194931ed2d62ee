import { circuitIds } from '../keys/circuit-names.ts'
import type { FieldText } from '../leaf/credential.ts'
import { poseidon } from '../leaf/poseidon.ts'
import { formerSchema } from '../schema.ts'
import { attributeQuestions } from './attribute-questions.ts'
import type { Questions } from './questions.ts'

/** The hash of the same questions to credentials of the schema before, which can't be asked what was checked. */
export function formerHashOf({ kind, inputs }: Questions): FieldText {
  // Where nothing is asked of the attributes, the schema stood in their place.
  const values = attributeQuestions[kind].map((name) => BigInt(inputs[name] ?? 0))
  const [first = BigInt(formerSchema), ...others] = values
  return String(poseidon(BigInt(circuitIds[kind]), first, ...others))
}
