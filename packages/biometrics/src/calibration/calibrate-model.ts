import { readFile } from 'node:fs/promises'
import { type Clock, UserError } from '@touchstone/common'
import { distance } from '../match/distance.ts'
import { pictureProblem } from '../match/picture-problem.ts'
import type { EmbeddingDescription, LivenessDescription } from '../models/model-description.ts'
import { type ModelFile, readModelFile } from '../models/read-model-file.ts'
import { createFacePool, type FacePool } from '../reading/create-face-pool.ts'
import { embeddingOf, type FrameMeasure } from '../reading/frame-measure.ts'
import { versions } from '../reading/versions.ts'
import {
  calibrateEmbedding,
  defaultEmbeddingClaims,
  type EmbeddingClaims,
  refuseFewPairs,
} from './calibrate-embedding.ts'
import {
  calibrateLiveness,
  defaultLivenessClaims,
  type LivenessClaims,
  refuseFewPictures,
} from './calibrate-liveness.ts'
import { type EmbeddingCalibration, type LivenessCalibration, writeCalibration } from './calibration-file.ts'
import { ofKind } from './face-model-set.ts'
import { groupPairs } from './group-pairs.ts'
import { checkReadable, readPairs, readPictures } from './read-labels.ts'

export type CalibrationOptions = {
  /** The ONNX file, next to its description. */
  model: string
  /** Labelled pairs for an embedding, labelled pictures for liveness. */
  labels: string
  claims?: Partial<EmbeddingClaims & LivenessClaims>
  workers: number
  clock: Clock
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/**
 * Measures a model on labelled photographs in worker threads and writes limits that meet the claims to a
 * file next to the model. Throws without writing if the model does not meet the claims or if there are too
 * few photographs.
 */
export async function calibrateModel(
  options: CalibrationOptions,
): Promise<{ path: string; calibration: EmbeddingCalibration | LivenessCalibration }> {
  const model = readModelFile(options.model, '--model')
  const calibration =
    model.description.kind === 'embedding'
      ? await ofEmbedding(options, ofKind(model, 'embedding', '--model'))
      : await ofLiveness(options, ofKind(model, 'liveness', '--model'))
  return { path: writeCalibration(model, calibration), calibration }
}

async function ofEmbedding(
  options: CalibrationOptions,
  file: ModelFile<EmbeddingDescription>,
): Promise<EmbeddingCalibration> {
  const pairs = readPairs(options.labels)
  const { falseMatchRate, missRate, people } = { ...defaultEmbeddingClaims, ...options.claims }
  const claims = { falseMatchRate, missRate, people }
  // Check the number of labels first, because measuring can take hours.
  const labelled = pairs.map((pair) => ({ ...pair, distance: 0 }))
  refuseFewPairs(groupPairs(labelled, options.labels), claims)
  const named = pairs.flatMap(({ line, first, second }) => [
    { line, path: first },
    { line, path: second },
  ])
  const { measures, ...made } = await measureAll(options, named, { embeddings: [file] })
  const embeddings = new Map(
    [...measures].map(([path, measure]) => [path, embeddingOf(measure.face, file.name)] as const),
  )
  const measured = pairs.flatMap((pair) => {
    const [a, b] = [embeddings.get(pair.first), embeddings.get(pair.second)]
    return a && b ? [{ ...pair, distance: distance(a, b) }] : []
  })
  const grouped = groupPairs(measured, options.labels)
  const limits = calibrateEmbedding(grouped, claims)
  const samePairs = measured.filter(({ same }) => same).length
  return {
    ...{ format: 1, kind: 'embedding', model: file.name, ...made, claims },
    counted: {
      people: grouped.people,
      peopleWithPairs: grouped.same.length,
      samePairs,
      pairsOfPeople: grouped.strangers.length,
      differentPairs: measured.length - samePairs,
    },
    ...limits,
  }
}

async function ofLiveness(
  options: CalibrationOptions,
  passive: ModelFile<LivenessDescription>,
): Promise<LivenessCalibration> {
  const labelled = readPictures(options.labels)
  const { attacksPassed, liveRefused } = { ...defaultLivenessClaims, ...options.claims }
  const claims = { attacksPassed, liveRefused }
  refuseFewPictures(labelled, claims)
  const named = labelled.map(({ line, picture }) => ({ line, path: picture }))
  const { measures, ...made } = await measureAll(options, named, { embeddings: [], passive })
  const judged = labelled.flatMap(({ picture, live, attack }) => {
    const score = measures.get(picture)?.face?.passive
    return score === undefined ? [] : [{ live, attack, score }]
  })
  const limits = calibrateLiveness(judged, claims)
  return { ...{ format: 1, kind: 'liveness', model: passive.name, ...made, claims }, ...limits }
}

type Models = Parameters<typeof createFacePool>[0]['models']

/**
 * Measures each photograph once; each thread measures one photograph at a time. Counts photographs that do
 * not show exactly one usable face.
 */
async function measureAll(
  options: CalibrationOptions,
  named: readonly { line: number; path: string }[],
  models: Models,
) {
  const { labels, workers, clock, onProgress, signal } = options
  checkReadable(labels, named)
  const paths = [...new Set(named.map(({ path }) => path))]
  const pool = createFacePool({ workers, queueLimit: workers, models })
  try {
    const { engines } = await pool.prepare()
    const measures = new Map<string, FrameMeasure>()
    const rest = paths.entries()
    let done = 0
    const work = async () => {
      for (const [, path] of rest) {
        signal?.throwIfAborted()
        const measure = await measureOne(pool, path, models)
        if (measure !== undefined) measures.set(path, measure)
        onProgress?.(++done, paths.length)
      }
    }
    await Promise.all(Array.from({ length: workers }, work))
    return {
      measures,
      mesh: versions.mesh,
      madeAt: new Date(clock.now()).toISOString(),
      engine: engines.join(', '),
      photographs: { read: measures.size, unusable: paths.length - measures.size },
    }
  } finally {
    await pool.close()
  }
}

/** Returns undefined for a picture that the service would also reject during verification. */
async function measureOne(pool: FacePool, path: string, models: Models): Promise<FrameMeasure | undefined> {
  const order = {
    bytes: await readFile(path),
    embedding: models.embeddings.length > 0,
    detail: false,
    turned: true,
    passive: models.passive !== undefined,
  }
  try {
    const [measured] = await pool.measure({ pictures: [order] })
    return measured && pictureProblem(measured.measure) === undefined ? measured.measure : undefined
  } catch (error) {
    if (error instanceof UserError && !error.code.startsWith('work.')) return undefined
    throw error
  }
}
