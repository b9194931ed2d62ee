import { givenToWorker, serveWork } from '@touchstone/workers'
import type { Curve, VerificationKey } from 'snarkjs'
import type { CircuitName } from '../keys/circuit-names.ts'
import { importInThread } from '../prove/import-in-thread.ts'
import type { Proof } from '../prove/proof.ts'

type Prepared = {
  alpha: Uint8Array
  beta: Uint8Array
  gamma: Uint8Array
  delta: Uint8Array
  sums: Uint8Array[]
}

const { keys } = givenToWorker<{ keys: Record<CircuitName, VerificationKey> }>()
const { curves } = await importInThread(() => import('snarkjs'))
const prepared = new Map<CircuitName, Prepared>()
let building: Promise<Curve> | undefined

function prepare({ G1, G2 }: Curve, key: VerificationKey): Prepared {
  const g1 = (point: readonly string[]) => G1.fromObject(point.map(BigInt))
  const g2 = (point: readonly (readonly string[])[]) => G2.fromObject(point.map((pair) => pair.map(BigInt)))
  return {
    alpha: g1(key.vk_alpha_1),
    beta: g2(key.vk_beta_2),
    gamma: g2(key.vk_gamma_2),
    delta: g2(key.vk_delta_2),
    sums: key.IC.map(g1),
  }
}

/** Returns whether e(-a, b) * e(signals, gamma) * e(c, delta) * e(alpha, beta) is one (Groth16). */
async function verify({ kind, proof, signals }: Proof): Promise<boolean> {
  // A curve that uses a single thread. It is built once, because building it takes longer than a
  // verification.
  building ??= curves.getCurveFromName('bn128', { singleThread: true })
  const curve = await building
  const { G1, G2 } = curve
  const key = prepared.get(kind) ?? prepare(curve, keys[kind])
  prepared.set(kind, key)
  const g1 = (point: readonly string[]) => G1.fromObject([...point.map(BigInt), 1n])
  const swapped = ([imaginary = '', real = '']: readonly string[]) => [BigInt(real), BigInt(imaginary)]
  const a = g1(proof.a)
  const b = G2.fromObject([...proof.b.map(swapped), [1n, 0n]])
  const c = g1(proof.c)
  if (!G1.isValid(a) || !G2.isValid(b) || !G1.isValid(c)) return false
  // Check that a G2 point is in the subgroup and not only on the curve, because the pairing is sound only in
  // the subgroup.
  if (!G2.isZero(G2.timesScalar(b, curve.r))) return false
  const [first, ...factors] = key.sums
  if (first === undefined || factors.length !== signals.length) return false
  const sum = factors.reduce(
    (total, point, i) => G1.add(total, G1.timesScalar(point, BigInt(signals[i] ?? 0))),
    first,
  )
  return curve.pairingEq(G1.neg(a), b, sum, key.gamma, c, key.delta, key.alpha, key.beta)
}

export default serveWork({ verify })
