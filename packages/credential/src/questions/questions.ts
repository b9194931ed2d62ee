import type { CircuitName } from '../keys/circuit-names.ts'
import type { FieldText } from '../leaf/credential.ts'

/** What a program asks, as the circuit opens it; the proof shows only its hash. Made by the functions beside this. */
export type Questions<Kind extends CircuitName = CircuitName> = {
  kind: Kind
  /** The circuit's inputs that belong to the questions. */
  inputs: Readonly<Record<string, FieldText>>
  hash: FieldText
}
