import { writeCalibration } from '../calibration/calibration-file.ts'
import { readModelFile } from '../models/read-model-file.ts'
import { versions } from '../reading/versions.ts'
import { measuredRate } from '../statistics/measured-rate.ts'

/** Writes a calibration next to a generated model, with limits given by the test. */
export function writeMadeCalibration(
  path: string,
  limits: { same?: number; different?: number; limit?: number } = {},
): string {
  const model = readModelFile(path, 'TEST')
  const made = {
    format: 1,
    model: model.name,
    mesh: versions.mesh,
    madeAt: '2026-01-01T00:00:00.000Z',
    engine: 'none',
    photographs: { read: 0, unusable: 0 },
  } as const
  const rate = measuredRate(0, 3_000)
  if (model.description.kind === 'liveness') {
    return writeCalibration(model, {
      ...made,
      kind: 'liveness',
      claims: { attacksPassed: 0.05, liveRefused: 0.1 },
      limit: limits.limit ?? 0.5,
      rates: { attacksPassed: measuredRate(1, 100), liveRefused: measuredRate(2, 100) },
      kinds: { attack: measuredRate(1, 100) },
    })
  }
  const { same = 0.5, different = 0.8 } = limits
  return writeCalibration(model, {
    ...made,
    kind: 'embedding',
    claims: { falseMatchRate: 0.001, missRate: 0.05, people: 1_000 },
    counted: { people: 80, peopleWithPairs: 80, samePairs: 80, pairsOfPeople: 3_000, differentPairs: 3_000 },
    same,
    different,
    strangers: { mean: 1.4, deviation: 0.1, measuredDownTo: 0.001, people: 80 },
    rates: {
      falseMatches: rate,
      matched: measuredRate(79, 80),
      missed: measuredRate(0, 80),
      found: { people: 1_000, duplicate: measuredRate(70, 80), grey: measuredRate(78, 80) },
    },
    galleries: [],
  })
}
