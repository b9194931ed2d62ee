import type { Credential } from '../leaf/credential.ts'
import type { Questions } from '../questions/questions.ts'

/** The values that a proof is bound to. It is invalid for any others. */
export type ProofContext = {
  merchant: bigint
  program: bigint
  /** See `walletField`. */
  wallet: bigint
  /** See `chainField`. */
  chain: bigint
  /** YYYYMMDD in UTC. */
  today: number
  /** Random and single-use, created by the verifier. */
  challenge: bigint
}

export type ProofRequest = {
  credential: Credential
  /** The holder's secret. */
  secret: bigint
  questions: Questions
  context: ProofContext
}
