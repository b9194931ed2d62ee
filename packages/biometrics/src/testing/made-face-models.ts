import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSeededRandom } from '@touchstone/common'
import { writeOnnx } from './onnx-writer.ts'

/**
 * Sizes of the generated embedding: the side of the input, the side of the blocks that are averaged into one
 * value, and the length of the output.
 */
const embedding = { side: 112, pool: 8, dimension: 64 }

/**
 * Creates an embedding model for tests: a random projection of the aligned face's coarse colours minus their
 * mean. The model only distinguishes pictures of clearly different colours, which is sufficient for testing
 * how models are processed. The same seed always produces the same file; different seeds produce models with
 * unrelated templates.
 */
export function madeEmbeddingOnnx(seed: string): Uint8Array {
  const { side, pool, dimension } = embedding
  const cells = side / pool
  const values = 3 * cells * cells
  return writeOnnx({
    input: { name: 'face', shape: [1, 3, side, side] },
    output: { name: 'embedding', shape: [1, dimension] },
    nodes: [
      {
        operator: 'AveragePool',
        inputs: ['face'],
        output: 'coarse',
        attributes: { kernel_shape: [pool, pool], strides: [pool, pool] },
      },
      { operator: 'Flatten', inputs: ['coarse'], output: 'flat' },
      { operator: 'ReduceMean', inputs: ['flat'], output: 'mean', attributes: { axes: [1], keepdims: 1 } },
      { operator: 'Sub', inputs: ['flat', 'mean'], output: 'contrast' },
      { operator: 'MatMul', inputs: ['contrast', 'weights'], output: 'embedding' },
    ],
    weights: [{ name: 'weights', shape: [values, dimension], values: chance(seed, values * dimension) }],
  })
}

export const madeEmbeddingDescription = {
  kind: 'embedding',
  input: {
    width: embedding.side,
    height: embedding.side,
    channels: 'rgb',
    layout: 'nchw',
    mean: 127.5,
    std: 127.5,
  },
  alignment: 'arcface',
  dimension: embedding.dimension,
}

/**
 * Creates a tiny ONNX file that returns the mean blue, green and red of its input. Used as a liveness model,
 * it accepts green faces.
 */
export function madeLivenessOnnx(side: number): Uint8Array {
  return writeOnnx({
    input: { name: 'picture', shape: [1, 3, side, side] },
    output: { name: 'logits', shape: [1, 3] },
    nodes: [
      { operator: 'GlobalAveragePool', inputs: ['picture'], output: 'means' },
      { operator: 'Flatten', inputs: ['means'], output: 'logits' },
    ],
  })
}

/** Returns a description with the input format of MiniFASNet. */
export function madeLivenessDescription(side: number) {
  const input = { width: side, height: side, channels: 'bgr', layout: 'nchw', mean: 0, std: 1 }
  return { kind: 'liveness', input, crop: 2.7, classes: 3, live: 1 }
}

/** Writes a generated model and its description into a folder. Returns the path of the ONNX file. */
export function writeMadeModel(
  folder: string,
  options: { kind: 'embedding' | 'liveness'; seed?: string; name?: string },
): string {
  const { kind, seed = '1', name = `made-${kind}` } = options
  const side = 16
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.onnx`)
  writeFileSync(path, kind === 'embedding' ? madeEmbeddingOnnx(seed) : madeLivenessOnnx(side))
  const description = kind === 'embedding' ? madeEmbeddingDescription : madeLivenessDescription(side)
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(description, null, 2)}\n`)
  return path
}

/** Returns numbers between -1 and 1. */
function chance(seed: string, count: number): Float32Array {
  const bytes = createSeededRandom(`made model ${seed}`).bytes(count * 2)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: count }, (_, index) => view.getInt16(index * 2, true) / 32768)
}
