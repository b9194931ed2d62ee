import type { CircuitName } from '../keys/circuit-names.ts'
import type { FieldText } from '../leaf/credential.ts'

type Pair = readonly [FieldText, FieldText]

/** The three points of a Groth16 proof, in the EVM precompiles' format (imaginary part first in G2). */
export type ProofPoints = { a: Pair; b: readonly [Pair, Pair]; c: Pair }

/** The names of the ten public signals, in order. Proofs of all kinds have the same signals. */
export const signalNames = [
  'nullifier',
  'revocationHandle',
  'issuerKey',
  'merchant',
  'program',
  'wallet',
  'chain',
  'today',
  'questions',
  'challenge',
] as const

export type SignalName = (typeof signalNames)[number]

/** A proof in the form in which it is sent: as JSON to a server, and as arguments to a contract. */
export type Proof = {
  kind: CircuitName
  proof: ProofPoints
  signals: readonly FieldText[]
}
