import { poseidon } from '../leaf/poseidon.ts'
import { credentialSchema } from '../schema.ts'
import type { Questions } from './questions.ts'

/** Is this somebody whom the issuer knows, and not twice? */
export function personhoodQuestions(): Questions<'personhood'> {
  return { kind: 'personhood', inputs: {}, hash: String(poseidon(1n, BigInt(credentialSchema))) }
}
