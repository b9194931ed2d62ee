import { type CircuitName, circuitNames } from '@touchstone/credential'
import type { BenchOf } from '../support/run-bench.ts'

export type Sizes = {
  proofs: number
  verifySeconds: number
  /** Circuits whose files are compressed to measure their transfer size. */
  compressed: readonly CircuitName[]
}

export type Bench = BenchOf<Sizes>

export const fullSizes: Sizes = { proofs: 6, verifySeconds: 10, compressed: circuitNames }
export const quickSizes: Sizes = { proofs: 2, verifySeconds: 2, compressed: ['kyc'] }
