import type { PassiveLimits } from '../liveness/passive-limits.ts'
import type { EmbeddingLimits } from '../match/embedding-limits.ts'
import type {
  EmbeddingDescription,
  LivenessDescription,
  ModelDescription,
} from '../models/model-description.ts'
import { modelError } from '../models/model-error.ts'
import { type ModelFile, readModelFile } from '../models/read-model-file.ts'
import { readEmbeddingLimits, readPassiveLimits } from './calibration-file.ts'

export type CalibratedEmbedding = { file: ModelFile<EmbeddingDescription>; limits: EmbeddingLimits }

/** The models of the operator's that a checker reads faces with. */
export type FaceModelSet = {
  /** What faceprints are made with; absent: the one that comes with the service. */
  embedding?: CalibratedEmbedding
  /** Whose faceprints are still in the gallery. */
  former: readonly ('built-in' | CalibratedEmbedding)[]
  liveness?: { file: ModelFile<LivenessDescription>; limits: PassiveLimits }
}

/** Where the models are, as the settings name them. */
export type FaceModelPaths = {
  embedding?: string | undefined
  /** Undefined: the built-in one where another is in use. */
  former?: readonly string[] | undefined
  liveness?: string | undefined
}

/** Reads descriptions, hashes and calibrations; what is not calibrated is refused. */
export function readFaceModels(paths: FaceModelPaths): FaceModelSet {
  const embedding =
    paths.embedding === undefined ? undefined : readEmbedding(paths.embedding, 'FACE_EMBEDDING_MODEL')
  const named = paths.former ?? (embedding ? ['built-in'] : [])
  const former = named.map((path) =>
    path === 'built-in' ? path : readEmbedding(path, 'FACE_EMBEDDING_FORMER_MODELS'),
  )
  const names = [embedding, ...former].map((each) =>
    each === undefined || each === 'built-in' ? 'built-in' : each.file.name,
  )
  if (new Set(names).size < names.length) {
    throw modelError(
      'FACE_EMBEDDING_FORMER_MODELS names a model twice, or the one that is in use.',
      'Name each model once: in FACE_EMBEDDING_MODEL, or here.',
    )
  }
  const liveness = paths.liveness === undefined ? undefined : readLiveness(paths.liveness)
  return { former, ...(embedding && { embedding }), ...(liveness && { liveness }) }
}

function readEmbedding(path: string, setting: string): CalibratedEmbedding {
  const file = ofKind(readModelFile(path, setting), 'embedding', setting)
  return { file, limits: readEmbeddingLimits(file, setting) }
}

function readLiveness(path: string) {
  const setting = 'FACE_LIVENESS_MODEL'
  const file = ofKind(readModelFile(path, setting), 'liveness', setting)
  return { file, limits: readPassiveLimits(file, setting) }
}

/** The same file, if its description is of this kind. */
export function ofKind<Kind extends ModelDescription['kind']>(
  file: ModelFile,
  kind: Kind,
  setting: string,
): ModelFile<Extract<ModelDescription, { kind: Kind }>> {
  const { description } = file
  if (description.kind === kind)
    return { ...file, description: description as Extract<ModelDescription, { kind: Kind }> }
  throw modelError(
    `${setting} names a model of the kind "${description.kind}", which is not what it takes.`,
    `Name one of the kind "${kind}".`,
  )
}
