import type { Credential } from '../leaf/credential.ts'
import type { Questions } from '../questions/questions.ts'

/** What a proof is bound to: it is good for nothing else. */
export type ProofContext = {
  merchant: bigint
  program: bigint
  /** See `walletField`. */
  wallet: bigint
  /** See `chainField`. */
  chain: bigint
  /** YYYYMMDD in UTC. */
  today: number
  /** Drawn by who will verify, used once. */
  challenge: bigint
}

export type ProofRequest = {
  credential: Credential
  /** The holder's. */
  secret: bigint
  questions: Questions
  context: ProofContext
}
