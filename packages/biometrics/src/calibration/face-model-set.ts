import { builtInEmbedding, facepluginEmbedding } from '../engine/face-models.ts'
import type { PassiveLimits } from '../liveness/passive-limits.ts'
import { type EmbeddingLimits, facepluginLimits } from '../match/embedding-limits.ts'
import { facepluginModel } from '../models/faceplugin-model.ts'
import type {
  EmbeddingDescription,
  LivenessDescription,
  ModelDescription,
} from '../models/model-description.ts'
import { modelError } from '../models/model-error.ts'
import { type ModelFile, readModelFile } from '../models/read-model-file.ts'
import { readEmbeddingLimits, readPassiveLimits } from './calibration-file.ts'

export type CalibratedEmbedding = { file: ModelFile<EmbeddingDescription>; limits: EmbeddingLimits }

/** The models that a checker uses in addition to the detector and the mesh. */
export type FaceModelSet = {
  /** The model for new faceprints, followed by previous models whose faceprints are still in the gallery. */
  embeddings: readonly ['built-in' | CalibratedEmbedding, ...('built-in' | CalibratedEmbedding)[]]
  liveness?: { file: ModelFile<LivenessDescription>; limits: PassiveLimits }
}

const defaultEmbedding = 'faceplugin'

/** The packaged embeddings, keyed by the names that settings use. */
const packaged = { 'built-in': builtInEmbedding, faceplugin: facepluginEmbedding }

/** The models named in the settings: file paths or, for embeddings, also `built-in` or `faceplugin`. */
export type FaceModelPaths = {
  embedding?: string | undefined
  /** Defaults to the packaged models that have faceprints in the gallery. */
  previous?: readonly string[] | undefined
  liveness?: string | undefined
}

/**
 * Reads descriptions, hashes and calibrations. `enrolled` are the names of the models that have faceprints in
 * the gallery. If the settings do not name the previous models, the packaged models that have faceprints in
 * the gallery are used. Rejects models without a calibration.
 */
export function readFaceModels(paths: FaceModelPaths, enrolled: readonly string[] = []): FaceModelSet {
  const embedding = readEmbedding(paths.embedding ?? defaultEmbedding, 'FACE_EMBEDDING_MODEL')
  const current = embedding === 'built-in' ? builtInEmbedding : embedding.file.name
  const stillEnrolled = Object.entries(packaged).flatMap(([short, name]) =>
    name !== current && enrolled.includes(name) ? [short] : [],
  )
  const named = paths.previous ?? stillEnrolled
  const previous = named.map((path) => readEmbedding(path, 'FACE_EMBEDDING_FORMER_MODELS'))
  const names = [embedding, ...previous].map((each) => (each === 'built-in' ? each : each.file.name))
  if (new Set(names).size < names.length) {
    throw modelError(
      'FACE_EMBEDDING_FORMER_MODELS names a model twice, or names the current model.',
      'Name each model only once, in either FACE_EMBEDDING_MODEL or FACE_EMBEDDING_FORMER_MODELS.',
    )
  }
  const liveness = paths.liveness === undefined ? undefined : readLiveness(paths.liveness)
  return { embeddings: [embedding, ...previous], ...(liveness && { liveness }) }
}

function readEmbedding(path: string, setting: string): 'built-in' | CalibratedEmbedding {
  if (path === 'built-in') return path
  if (path === 'faceplugin') return { file: facepluginModel(), limits: facepluginLimits }
  const file = ofKind(readModelFile(path, setting), 'embedding', setting)
  return { file, limits: readEmbeddingLimits(file, setting) }
}

function readLiveness(path: string) {
  const setting = 'FACE_LIVENESS_MODEL'
  const file = ofKind(readModelFile(path, setting), 'liveness', setting)
  return { file, limits: readPassiveLimits(file, setting) }
}

/** Returns the model file. Throws if its description is of another kind. */
export function ofKind<Kind extends ModelDescription['kind']>(
  file: ModelFile,
  kind: Kind,
  setting: string,
): ModelFile<Extract<ModelDescription, { kind: Kind }>> {
  const { description } = file
  if (description.kind === kind)
    return { ...file, description: description as Extract<ModelDescription, { kind: Kind }> }
  throw modelError(
    `${setting} names a model of the kind "${description.kind}".`,
    `Specify a model of the kind "${kind}".`,
  )
}
