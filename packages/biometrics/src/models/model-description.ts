import { type Problems, problemsIn } from './check-json.ts'

/** The conversion of pixels to the model's input: `(pixel - mean) / std`, with pixels from 0 to 255. */
export type ModelInput = {
  width: number
  height: number
  channels: 'rgb' | 'bgr'
  layout: 'nchw' | 'nhwc'
  /** One value per channel, in the order of `channels`. */
  mean: readonly [number, number, number]
  std: readonly [number, number, number]
}

export type EmbeddingDescription = {
  kind: 'embedding'
  input: ModelInput
  /**
   * The positions in the input to which the centres of the eyes, the tip of the nose and the corners of the
   * mouth are moved: x and y in pixels, left and right as in the picture.
   */
  alignment: readonly (readonly [number, number])[]
  /** The number of values in the output. */
  dimension: number
}

export type LivenessDescription = {
  kind: 'liveness'
  input: ModelInput
  /** The width of the crop around the face, relative to the width of the face's box. */
  crop: number
  /** The number of logits in the output, and the index of the logit for a live face. */
  classes: number
  live: number
}

export type ModelDescription = EmbeddingDescription | LivenessDescription

/** The landmark positions with which ArcFace and SFace were trained, in an input of 112 by 112 pixels. */
const arcface = {
  side: 112,
  points: [
    [38.2946, 51.6963],
    [73.5318, 51.5014],
    [56.0252, 71.7366],
    [41.5493, 92.3655],
    [70.7299, 92.2041],
  ] as const,
}

const sides = { least: 16, most: 512 }

/** Parses a description. Returns the problems in an invalid description, with their positions in the file. */
export function parseDescription(json: unknown): ModelDescription | Problems {
  const problems: Problems = []
  const file = problemsIn(json, '', problems)
  const kind = file.choice('kind', ['embedding', 'liveness'])
  const input = parseInput(file.value('input'), problems)
  if (kind === 'embedding') {
    const alignment = parseAlignment(file.value('alignment'), input, problems)
    const dimension = file.whole('dimension', 16, 2048)
    if (dimension % 4 !== 0) problems.push('"dimension" must be a multiple of four')
    file.noOthers(['kind', 'input', 'alignment', 'dimension'])
    return problems.length > 0 ? problems : { kind, input, alignment, dimension }
  }
  if (kind !== 'liveness') return problems
  const crop = file.number('crop', 1, 5)
  const classes = file.whole('classes', 2, 3)
  const live = file.whole('live', 0, Math.max(0, classes - 1))
  file.noOthers(['kind', 'input', 'crop', 'classes', 'live'])
  return problems.length > 0 ? problems : { kind, input, crop, classes, live }
}

function parseInput(json: unknown, problems: Problems): ModelInput {
  const input = problemsIn(json, 'input.', problems)
  const parsed = {
    width: input.whole('width', sides.least, sides.most),
    height: input.whole('height', sides.least, sides.most),
    channels: input.choice('channels', ['rgb', 'bgr']),
    layout: input.choice('layout', ['nchw', 'nhwc']),
    mean: input.three('mean', 0, 255),
    std: input.three('std', 1e-3, 255),
  }
  input.noOthers(['width', 'height', 'channels', 'layout', 'mean', 'std'])
  return parsed
}

function parseAlignment(
  json: unknown,
  { width, height }: ModelInput,
  problems: Problems,
): EmbeddingDescription['alignment'] {
  if (json === 'arcface') {
    return arcface.points.map(([x, y]) => [(x * width) / arcface.side, (y * height) / arcface.side])
  }
  const isPoint = (point: unknown): point is [number, number] =>
    Array.isArray(point) &&
    point.length === 2 &&
    point.every((value) => Number.isFinite(value)) &&
    point[0] >= 0 &&
    point[0] < width &&
    point[1] >= 0 &&
    point[1] < height
  const points = Array.isArray(json) && json.length === arcface.points.length ? json : []
  const [left, right, , mouthLeft, mouthRight] = points
  if (points.length > 0 && points.every(isPoint) && left[0] < right[0] && mouthLeft[0] < mouthRight[0])
    return points
  problems.push(
    '"alignment" must be "arcface" or five points [x, y] within the input: left eye, right eye, nose, left and right corner of the mouth',
  )
  return []
}
