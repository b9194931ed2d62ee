import { decodeImage } from '@touchstone/images/decode'
import { encodeCopy } from '@touchstone/images/encode'
import { givenToWorker, serveWork } from '@touchstone/workers'
import { builtInEmbedding, type FoundFace } from '../engine/face-models.ts'
import { openFaceModels } from '../engine/open-face-models.ts'
import { toUnit } from '../engine/to-unit.ts'
import type { EmbeddingDescription, LivenessDescription } from '../models/model-description.ts'
import type { ModelFile } from '../models/read-model-file.ts'
import type { FrameMeasure } from './frame-measure.ts'
import { type Embedder, measureFrame, measurePicture } from './measure-picture.ts'

export type PictureOrder = {
  bytes: Uint8Array
  embedding: boolean
  detail: boolean
  /** Whether to look for a face that is sideways or upside down. Not used for frames of a capture. */
  turned: boolean
  /** Whether the passive model, if one is configured, classifies this picture. */
  passive?: boolean
  /**
   * Set only for consecutive frames of one capture, in forward or reverse order. A frame that is not searched
   * is measured at the face's position in the previous frame in that order.
   */
  frame?: { search: boolean; eyes: boolean }
  /** Whether to return a storable copy of the picture. */
  copy?: boolean
}

export type WorkerModels = {
  /** The current model is first. */
  embeddings: readonly ('built-in' | ModelFile<EmbeddingDescription>)[]
  passive?: ModelFile<LivenessDescription>
}

export type Measured = { measure: FrameMeasure; faces: readonly FoundFace[]; copy?: Uint8Array }

/**
 * Larger pictures are scaled down to this size, because more detail does not improve the measurements but
 * costs memory and time.
 */
const maxSide = 960

const given = givenToWorker<WorkerModels>()
const models = openFaceModels()
const embedders = Promise.all(given.embeddings.map(openEmbedder))
const passive = given.passive && openPassive(given.passive)
// A startup failure is reported in response to the first request. Without this handler, the unhandled
// rejection would end the process before that request.
for (const opening of [models, embedders, passive]) opening?.catch(() => undefined)

/** Decodes, measures and discards one picture at a time, so that only one decoded picture is in memory. */
async function measure(order: {
  pictures: PictureOrder[]
  near?: readonly FoundFace[]
}): Promise<Measured[]> {
  const { pictures } = order
  const measured: Measured[] = []
  let near = order.near ?? []
  for (const { bytes, embedding, detail, turned, passive: isJudged = false, frame, copy } of pictures) {
    const judge = isJudged ? (await passive)?.model : undefined
    const picture = await decodeImage({ bytes, maxSide })
    const copied = copy && { copy: await encodeCopy(picture) }
    const requested = {
      detail,
      ...(embedding && { embedders: (await embedders).map(({ embedder }) => embedder) }),
      ...(judge && { passive: judge }),
    }
    if (frame === undefined) {
      const measure = await measurePicture(await models, picture, { ...requested, turned })
      measured.push({ measure, faces: [], ...copied })
      continue
    }
    const { search, eyes } = frame
    const frameMeasured = await measureFrame(await models, picture, {
      ...requested,
      eyes,
      near: search ? [] : near,
    })
    near = frameMeasured.faces
    measured.push({ ...frameMeasured, ...copied })
  }
  return measured
}

/** Opens all models and returns the engines that run the operator's models. */
async function prepare(): Promise<{ engines: string[] }> {
  await models
  const opened = [...(await embedders), await passive]
  return { engines: [...new Set(opened.flatMap((each) => each?.engine ?? []))] }
}

/** Loads the ONNX engine only if an operator's model is configured. */
async function openEmbedder(
  model: WorkerModels['embeddings'][number],
): Promise<{ embedder: Embedder; engine?: string }> {
  if (model !== 'built-in') {
    const { openEmbeddingModel } = await import('../models/open-embedding-model.ts')
    const embedder = await openEmbeddingModel(model)
    return { embedder, engine: embedder.engine }
  }
  const embed: Embedder['embed'] = async (_picture, _points, aligned) =>
    toUnit(await (await models).embed(aligned))
  return { embedder: { name: builtInEmbedding, embed } }
}

async function openPassive(file: ModelFile<LivenessDescription>) {
  const { openPassiveModel } = await import('../passive/passive-model.ts')
  const model = await openPassiveModel(file)
  return { model, engine: model.engine }
}

export default serveWork({ measure, prepare })
