import type { Credential } from '../leaf/credential.ts'
import type { Questions } from '../questions/questions.ts'

/** The values to which a proof is bound. The proof is not valid for any other values. */
export type ProofContext = {
  merchant: bigint
  program: bigint
  /** See `walletField`. */
  wallet: bigint
  /** See `chainField`. */
  chain: bigint
  /** YYYYMMDD in UTC. */
  today: number
  /** A random number for a single use, created by the verifier. */
  challenge: bigint
}

export type ProofRequest = {
  credential: Credential
  /** The holder's secret. */
  secret: bigint
  questions: Questions
  context: ProofContext
}
