import type { Raster } from '@touchstone/images'
import { cutOut } from '../engine/cut-out.ts'
import { landmarks, meanPoint, type Point, pointAt } from '../engine/landmarks.ts'
import { toUnit } from '../engine/to-unit.ts'
import type { EmbeddingDescription } from './model-description.ts'
import { modelError } from './model-error.ts'
import { openOnnxSession } from './open-onnx-session.ts'
import { prepareInput } from './prepare-input.ts'
import type { ModelFile } from './read-model-file.ts'

/** An embedding model in an ONNX file. Calls must not overlap. */
export type EmbeddingModel = {
  readonly name: string
  readonly engine: string
  /** Returns the embedding, scaled to unit length. */
  embed(picture: Raster, points: readonly Point[]): Promise<Float32Array>
}

/** Opens the model and tests it once, so that an unusable model is detected before the first capture. */
export async function openEmbeddingModel(model: ModelFile<EmbeddingDescription>): Promise<EmbeddingModel> {
  const { path, name, description } = model
  const { input, alignment, dimension } = description
  const session = await openOnnxSession(model, dimension)
  const embedding = async (pixels: Float32Array) => toUnit(await session.run(prepareInput(pixels, input)))
  await tryModel(embedding, input, path)
  return {
    name,
    engine: session.engine,
    embed: (picture, points) => embedding(alignToTemplate(picture, points, { ...input, alignment })),
  }
}

/**
 * Crops the face so that eyes, nose and mouth are at the positions that the model expects. The origin is the
 * centre of the first pixel, as in OpenCV, for which these positions were published.
 */
export function alignToTemplate(
  picture: Raster,
  points: readonly Point[],
  to: { width: number; height: number; alignment: EmbeddingDescription['alignment'] },
): Float32Array {
  const [leftCorner, rightCorner] = landmarks.mouthCorners
  const seen = [
    meanPoint(points, landmarks.leftEye),
    meanPoint(points, landmarks.rightEye),
    meanPoint(points, landmarks.noseTip),
    pointAt(points, leftCorner),
    pointAt(points, rightCorner),
  ]
  const { a, b, left, top } = similarity(to.alignment, seen)
  return cutOut(picture, {
    width: to.width,
    height: to.height,
    step: Math.hypot(a, b),
    place(column, row) {
      const [u, v] = [column - 0.5, row - 0.5]
      return [a * u - b * v + left - 0.5, b * u + a * v + top - 0.5]
    },
  })
}

/**
 * Checks that two different patterns produce different results, and that each pattern produces the same
 * result twice.
 */
async function tryModel(
  embedding: (pixels: Float32Array) => Promise<Float32Array>,
  { width, height }: { width: number; height: number },
  path: string,
): Promise<void> {
  const pattern = (turned: boolean) =>
    Float32Array.from({ length: width * height * 3 }, (_, index) => {
      const pixel = Math.floor(index / 3)
      const along = turned ? Math.floor(pixel / width) / height : (pixel % width) / width
      return 255 * (index % 3 === 1 ? 1 - along : along)
    })
  const refuse = (why: string) =>
    modelError(
      `The model ${path} failed its self-test: ${why}.`,
      'Check that it is a face embedding and that its description has the right scale and layout.',
    )
  const first = await embedding(pattern(false))
  const again = await embedding(pattern(false))
  const other = await embedding(pattern(true))
  if (![...first, ...other].every(Number.isFinite))
    throw refuse('it returns values that are not finite numbers')
  if (Math.hypot(...first) === 0) throw refuse('it returns zeros')
  if (first.some((value, index) => Math.abs(value - (again[index] ?? 0)) > 1e-3))
    throw refuse('it returns different results for the same picture')
  if (first.every((value, index) => Math.abs(value - (other[index] ?? 0)) < 1e-6))
    throw refuse('it returns the same result for different pictures')
}

/** A similarity transform (rotation, scaling and shift): `x = a u - b v + left`, `y = b u + a v + top`. */
type Similarity = { a: number; b: number; left: number; top: number }

type Spot = readonly [number, number, ...number[]]

/**
 * Returns the similarity transform that maps one list of points to the other with the smallest sum of
 * squared errors (Umeyama, 1991, without mirroring).
 */
export function similarity(from: readonly Spot[], to: readonly Spot[]): Similarity {
  const [fromX, fromY] = middle(from)
  const [toX, toY] = middle(to)
  let [along, across, size] = [0, 0, 0]
  for (const [index, [u, v]] of from.entries()) {
    const [x, y] = to[index] ?? [toX, toY]
    along += (u - fromX) * (x - toX) + (v - fromY) * (y - toY)
    across += (u - fromX) * (y - toY) - (v - fromY) * (x - toX)
    size += (u - fromX) ** 2 + (v - fromY) ** 2
  }
  const a = along / size
  const b = across / size
  return { a, b, left: toX - a * fromX + b * fromY, top: toY - b * fromX - a * fromY }
}

function middle(points: readonly Spot[]): [number, number] {
  const sum = points.reduce<[number, number]>(([x, y], [px, py]) => [x + px, y + py], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}
