import { commitmentOf } from '../leaf/poseidon.ts'
import { failureReasons } from '../questions/failure-reasons.ts'
import { HolderError } from './holder-error.ts'
import type { ProofRequest } from './proof-request.ts'

/** Refuses, with the reasons, what the circuit would refuse: before its keys are loaded. */
export function checkRequest({ credential, secret, questions, context }: ProofRequest): void {
  const reasons = failureReasons(credential, questions, context)
  if (reasons.length > 0) {
    throw new HolderError({
      code: 'proof.refused',
      message: 'The credential does not meet what is asked.',
      remedy: 'Renew the credential, or ask the program what it requires.',
      reasons,
    })
  }
  if (String(commitmentOf(secret)) !== credential.commitment) {
    throw new HolderError({
      code: 'proof.other-secret',
      message: 'This credential was made for another secret.',
      remedy: 'Use the wallet that the credential was issued to.',
    })
  }
}
