import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { powersOfTau } from 'snarkjs'
import { developmentBeacon } from './development-beacon.ts'
import type { SetupProgress } from './setup-progress.ts'
import { withCurve } from './with-curve.ts'

/** Creates reproducible powers of tau for development, from the published beacon. */
export function makeDevelopmentPtau(options: {
  power: number
  to: string
  progress: SetupProgress
}): Promise<void> {
  const { power, to, progress } = options
  return withCurve(async (curve) => {
    const folder = await mkdtemp(join(dirname(to), 'ptau-'))
    const [fresh, drawn, prepared] = [join(folder, 'fresh'), join(folder, 'drawn'), join(folder, 'prepared')]
    try {
      progress(`powers of tau, 2^${power}: generating`)
      await powersOfTau.newAccumulator(curve, power, fresh)
      const { name, hash, iterations } = developmentBeacon
      await powersOfTau.beacon(fresh, drawn, name, hash, iterations)
      progress(`powers of tau, 2^${power}: preparing`)
      await powersOfTau.preparePhase2(drawn, prepared)
      await rename(prepared, to)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}
