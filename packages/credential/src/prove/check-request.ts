import { commitmentOf } from '../leaf/poseidon.ts'
import { failureReasons } from '../questions/failure-reasons.ts'
import { HolderError } from './holder-error.ts'
import type { ProofRequest } from './proof-request.ts'

/**
 * Throws with the reasons if the circuit would reject the request. Called before the circuit's keys are
 * loaded.
 */
export function checkRequest({ credential, secret, questions, context }: ProofRequest): void {
  const reasons = failureReasons(credential, questions, context)
  if (reasons.length > 0) {
    throw new HolderError({
      code: 'proof.refused',
      message: 'The credential does not meet the requirements.',
      remedy: 'Renew the credential, or check the program’s requirements.',
      reasons,
    })
  }
  if (String(commitmentOf(secret)) !== credential.commitment) {
    throw new HolderError({
      code: 'proof.other-secret',
      message: 'This credential belongs to another wallet.',
      remedy: 'Use the wallet that the credential was issued to.',
    })
  }
}
