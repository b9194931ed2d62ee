import { fieldModulus } from '../field.ts'
import { type CircuitName, circuitIds } from '../keys/circuit-names.ts'
import { type Proof, type ProofPoints, signalNames } from '../prove/proof.ts'
import type { RejectionReason } from './verification.ts'

/** The order of the field over which the points' coordinates are defined. */
const coordinateModulus = 21888242871839275222246405745257275088696311157297823662689037894645226208583n

/** Parses an untrusted proof. Every number must be in canonical form and less than the order of its field. */
export function readProof(sent: unknown): { read: Proof } | { refused: RejectionReason } {
  const { kind, proof, signals } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<
    string,
    unknown
  >
  const points = readPoints(proof)
  if (points === undefined || !isKind(kind)) return { refused: 'proof.malformed' }
  if (!Array.isArray(signals) || signals.length !== signalNames.length || !signals.every(isNumber)) {
    return { refused: 'proof.malformed' }
  }
  // Reject larger numbers: the proof would also be valid for the number plus the modulus, but comparisons of
  // the number would fail.
  if (signals.some((signal) => BigInt(signal) >= fieldModulus)) return { refused: 'signal.out-of-field' }
  return { read: { kind, proof: points, signals: [...signals] } }
}

function readPoints(sent: unknown): ProofPoints | undefined {
  const { a, b, c } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>
  if (!isPair(a) || !isPair(c) || !Array.isArray(b) || b.length !== 2) return undefined
  const [x, y] = b as unknown[]
  if (!isPair(x) || !isPair(y)) return undefined
  // Reject the point at infinity, which is represented by two zeros and never occurs in a valid proof.
  if ([a, c, [...x, ...y]].some((point) => point.every((number) => number === '0'))) return undefined
  return {
    a: [a[0], a[1]],
    b: [
      [x[0], x[1]],
      [y[0], y[1]],
    ],
    c: [c[0], c[1]],
  }
}

function isPair(sent: unknown): sent is [string, string] {
  return (
    Array.isArray(sent) &&
    sent.length === 2 &&
    sent.every((each) => isNumber(each) && BigInt(each) < coordinateModulus)
  )
}

function isNumber(sent: unknown): sent is string {
  return typeof sent === 'string' && sent.length <= 78 && /^(0|[1-9]\d*)$/.test(sent)
}

function isKind(sent: unknown): sent is CircuitName {
  return typeof sent === 'string' && Object.hasOwn(circuitIds, sent)
}
