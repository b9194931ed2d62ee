import type { CircuitName } from '../keys/circuit-names.ts'
import type { FieldText } from '../leaf/credential.ts'

type Pair = readonly [FieldText, FieldText]

/** The three points of a Groth16 proof, in the format of the precompiles (imaginary part first in G2). */
export type ProofPoints = { a: Pair; b: readonly [Pair, Pair]; c: Pair }

/** The names of the ten public signals, in order. The same for every kind of proof. */
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

/** A proof for transmission: to a server as JSON, to a contract as arguments. */
export type Proof = {
  kind: CircuitName
  proof: ProofPoints
  signals: readonly FieldText[]
}
