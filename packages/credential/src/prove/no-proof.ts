import { HolderError } from './holder-error.ts'

/** The circuit itself said no: a forged attribute, a signature that is not the issuer's. */
export function noProof(cause?: unknown): HolderError {
  return new HolderError({
    code: 'proof.refused',
    message: 'The credential does not hold.',
    remedy: 'Ask its issuer for a new one.',
    reasons: ['credential.not-genuine'],
    cause,
  })
}
