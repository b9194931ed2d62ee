import type { BenchOf } from '../support/run-bench.ts'

export type Sizes = {
  frames: number
  warmup: number
  decisions: number
  livenessFrames: number
  filmFrames: number
}

export type Bench = BenchOf<Sizes>

export const fullSizes: Sizes = { frames: 60, warmup: 5, decisions: 12, livenessFrames: 100, filmFrames: 136 }
export const quickSizes: Sizes = { frames: 10, warmup: 2, decisions: 3, livenessFrames: 50, filmFrames: 40 }
