import { createRequire } from 'node:module'
import { facepluginEmbedding } from '../engine/face-models.ts'
import { type EmbeddingDescription, parseDescription } from './model-description.ts'
import type { ModelFile } from './read-model-file.ts'

/** Opening the model fails if the installed file has a different hash. */
const sha256 = '87aacdfe57510db2af90c0251df680e8eec88f122ee94712121d09bcaaaf3581'

const description = parseDescription({
  kind: 'embedding',
  input: { width: 112, height: 112, channels: 'rgb', layout: 'nchw', mean: 127, std: 128 },
  alignment: 'arcface',
  dimension: 512,
}) as EmbeddingDescription

/**
 * Returns the embedding of the npm package `faceplugin` (MIT), with the same input preparation as in the
 * package's own code.
 */
export function facepluginModel(): ModelFile<EmbeddingDescription> {
  const path = createRequire(import.meta.url).resolve('faceplugin/model/fr_feature.onnx')
  return { path, sha256, name: facepluginEmbedding, description }
}
