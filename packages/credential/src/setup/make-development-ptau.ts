import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { curves, powersOfTau } from 'snarkjs'
import { developmentBeacon } from './development-beacon.ts'
import type { SetupProgress } from './setup-progress.ts'

/** Powers of tau for development: from the published beacon alone, so that they come out the same everywhere. */
export async function makeDevelopmentPtau(options: {
  power: number
  to: string
  progress: SetupProgress
}): Promise<void> {
  const { power, to, progress } = options
  const folder = await mkdtemp(join(dirname(to), 'ptau-'))
  const [fresh, drawn, prepared] = ['fresh', 'drawn', 'prepared'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const curve = await curves.getCurveFromName('bn128')
  try {
    progress(`powers of tau, 2^${power}: drawing`)
    await powersOfTau.newAccumulator(curve, power, fresh)
    const { name, hash, iterations } = developmentBeacon
    await powersOfTau.beacon(fresh, drawn, name, hash, iterations)
    progress(`powers of tau, 2^${power}: preparing (some minutes)`)
    await powersOfTau.preparePhase2(drawn, prepared)
    await rename(prepared, to)
  } finally {
    await curve.terminate()
    await rm(folder, { recursive: true, force: true })
  }
}
