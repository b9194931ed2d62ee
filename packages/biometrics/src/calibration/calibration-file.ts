import { existsSync, renameSync, writeFileSync } from 'node:fs'
import type { PassiveLimits } from '../liveness/passive-limits.ts'
import type { EmbeddingLimits } from '../match/embedding-limits.ts'
import { type Problems, problemsIn } from '../models/check-json.ts'
import type { EmbeddingDescription, LivenessDescription } from '../models/model-description.ts'
import { modelError } from '../models/model-error.ts'
import { besideModel, type ModelFile, readJson } from '../models/read-model-file.ts'
import { versions } from '../reading/versions.ts'
import type { MeasuredRate } from '../statistics/measured-rate.ts'
import type { CalibratedLimits, EmbeddingClaims } from './calibrate-embedding.ts'
import type { CalibratedPassive, LivenessClaims } from './calibrate-liveness.ts'

type Made = {
  format: 1
  /** The calibrated model, including its description. */
  model: string
  /**
   * The model that locates the facial landmarks. A different landmark model would produce different crops.
   */
  mesh: string
  madeAt: string
  engine: string
  photographs: { read: number; unusable: number }
}

export type EmbeddingCalibration = Made & {
  kind: 'embedding'
  claims: EmbeddingClaims
  counted: {
    people: number
    peopleWithPairs: number
    samePairs: number
    pairsOfPeople: number
    differentPairs: number
  }
} & CalibratedLimits

export type LivenessCalibration = Made & {
  kind: 'liveness'
  claims: LivenessClaims
} & CalibratedPassive

const ending = '.calibration.json'
const format = 1

/** Writes the calibration atomically, by renaming a temporary file. Returns its path. */
export function writeCalibration(
  model: ModelFile,
  calibration: EmbeddingCalibration | LivenessCalibration,
): string {
  const path = besideModel(model.path, ending)
  writeFileSync(`${path}.new`, `${JSON.stringify(calibration, null, 2)}\n`)
  renameSync(`${path}.new`, path)
  return path
}

/** Returns the calibrated limits of an embedding. Throws if there is no calibration for this model. */
export function readEmbeddingLimits(
  model: ModelFile<EmbeddingDescription>,
  setting: string,
): EmbeddingLimits {
  const { json, problems, refuse } = open(model, setting)
  const file = problemsIn(json, '', problems)
  const same = file.number('same', 0, 2)
  const different = file.number('different', 0, 2)
  if (different < same) problems.push('"different" must not be less than "same"')
  const curve = problemsIn(file.value('strangers'), 'strangers.', problems)
  const strangers = {
    mean: curve.number('mean', 0, 2),
    deviation: curve.number('deviation', 1e-6, 2),
    measuredDownTo: curve.number('measuredDownTo', 0, 1),
    people: curve.whole('people', 3, 1e9),
  }
  const rates = problemsIn(file.value('rates'), 'rates.', problems)
  const found = problemsIn(rates.value('found'), 'rates.found.', problems)
  const limits: EmbeddingLimits = {
    model: model.name,
    same,
    different,
    outlier: (same + different) / 2,
    strangers,
    rates: {
      falseMatches: rateIn(rates.value('falseMatches'), 'rates.falseMatches.', problems),
      matched: rateIn(rates.value('matched'), 'rates.matched.', problems),
      missed: rateIn(rates.value('missed'), 'rates.missed.', problems),
      found: {
        people: found.whole('people', 1, 1e9),
        duplicate: rateIn(found.value('duplicate'), 'rates.found.duplicate.', problems),
        grey: rateIn(found.value('grey'), 'rates.found.grey.', problems),
      },
    },
  }
  refuse()
  return limits
}

export function readPassiveLimits(model: ModelFile<LivenessDescription>, setting: string): PassiveLimits {
  const { json, problems, refuse } = open(model, setting)
  const limit = problemsIn(json, '', problems).number('limit', 0, 1.1)
  const rates = problemsIn((json as { rates?: unknown })?.rates, 'rates.', problems)
  const limits = {
    model: model.name,
    limit,
    rates: {
      attacksPassed: rateIn(rates.value('attacksPassed'), 'rates.attacksPassed.', problems),
      liveRefused: rateIn(rates.value('liveRefused'), 'rates.liveRefused.', problems),
    },
  }
  refuse()
  return limits
}

function open({ path: modelPath, name, description }: ModelFile, setting: string) {
  const path = besideModel(modelPath, ending)
  const remedy = `Calibrate the model on your labelled photographs: npx touchstone faces calibrate <labels> --model ${modelPath}`
  if (!existsSync(path))
    throw modelError(`${setting}: the model ${modelPath} is not calibrated: ${path} does not exist.`, remedy)
  const json = readJson(path, `${setting}: the calibration ${path}`)
  const problems: Problems = []
  const file = problemsIn(json, '', problems)
  if (file.value('format') !== format || file.value('kind') !== description.kind)
    problems.push(`it is not a calibration of ${description.kind} in format ${format}`)
  else if (file.value('model') !== name)
    problems.push('it belongs to another model, or to this model with another description')
  else if (file.value('mesh') !== versions.mesh)
    problems.push(`it was made with "${file.value('mesh')}", but faces are now found by "${versions.mesh}"`)
  const refuse = () => {
    if (problems.length === 0) return
    throw modelError(`${setting}: the calibration ${path} is invalid: ${problems.join('; ')}.`, remedy)
  }
  // Skips the remaining fields if the file is not a calibration of this model.
  refuse()
  return { json, problems, refuse }
}

function rateIn(json: unknown, place: string, problems: Problems): MeasuredRate {
  const rate = problemsIn(json, place, problems)
  return {
    hits: rate.number('hits', 0, Number.MAX_SAFE_INTEGER),
    of: rate.number('of', 1, Number.MAX_SAFE_INTEGER),
    rate: rate.number('rate', 0, 1),
    low: rate.number('low', 0, 1),
    high: rate.number('high', 0, 1),
  }
}
