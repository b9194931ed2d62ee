import { createHash } from 'node:crypto'
import type { Raster } from '@touchstone/images'
import { alignedSide, alignFace } from '../engine/align-face.ts'
import { builtInEmbedding, type FaceModels, type FoundFace } from '../engine/face-models.ts'
import { landmarks, meanPoint, type Point, pointAt } from '../engine/landmarks.ts'
import { turnRaster } from '../engine/turn-raster.ts'
import type { PassiveModel } from '../passive/passive-model.ts'
import { countFaces } from './count-faces.ts'
import type { FaceMeasure, FrameMeasure } from './frame-measure.ts'
import { detailSide, measureDetail } from './measure-detail.ts'
import { measureFeatures } from './measure-features.ts'
import { measurePose } from './measure-pose.ts'
import { measureSkin, type SkinColour, skinAt } from './measure-skin.ts'
import { readingLimits } from './reading-limits.ts'

/**
 * Calculates a face's embedding from the picture, the face's mesh points and the crop that is aligned for the
 * built-in embedding.
 */
export type Embedder = {
  name: string
  embed(picture: Raster, points: readonly Point[], aligned: Float32Array): Promise<Float32Array>
}

type Requested = {
  /** The embedding models. The current model is first. */
  embedders?: readonly Embedder[]
  passive?: PassiveModel
  /** Whether to measure the fine detail. */
  detail: boolean
  /** Whether to look for a face that is sideways or upside down if no face is found. */
  turned?: boolean
}

/** Measures one decoded picture. Returns only measurements, no pixels. */
export async function measurePicture(
  models: FaceModels,
  picture: Raster,
  requested: Requested,
): Promise<FrameMeasure> {
  const faces = countFaces(await models.find(picture))
  const measure = await measureFaces(picture, faces, requested)
  const [main] = faces
  if (main === undefined)
    return { ...measure, ...(requested.turned && { turned: await isTurned(models, picture) }) }
  const turned =
    Math.abs(measure.face?.pose.roll ?? 0) > readingLimits.maxRoll ||
    (requested.turned === true && (await isUpsideDown(models, picture, main)))
  return { ...measure, ...(turned && { turned }) }
}

/**
 * Measures one frame of a capture. If the previous frame's faces are given, only the mesh is placed again,
 * because detecting faces takes several times as long. If the main face is no longer near its previous position,
 * faces are detected again. The previous frame must be from the same capture.
 */
export async function measureFrame(
  models: FaceModels,
  picture: Raster,
  requested: Omit<Requested, 'turned'> & { near?: readonly FoundFace[] | undefined; eyes: boolean },
): Promise<{ measure: FrameMeasure; faces: FoundFace[] }> {
  const { near = [], eyes } = requested
  const followed = await placeMain(models, picture, near)
  const isSure = followed && !hasMoved(near, followed)
  const found = isSure ? [] : countFaces(await models.find(picture, { rough: true }))
  const faces = (await placeMain(models, picture, found)) ?? followed ?? []
  const { face, ...measure } = await measureFaces(picture, faces, requested)
  const digest = digestOf(picture)
  if (face === undefined || faces[0] === undefined) return { measure: { ...measure, digest }, faces }
  const { eyes: _, ...features } = face.features
  const opening = eyes && { eyes: await models.measureEyes(picture, faces[0].points) }
  return { measure: { ...measure, face: { ...face, features: { ...features, ...opening } }, digest }, faces }
}

/**
 * Hashes every fourth row of pixels. Because of noise, these rows are different in any two pictures from a
 * camera.
 */
function digestOf({ width, height, data }: Raster): string {
  const hash = createHash('sha256')
  for (let row = 0; row < height; row += 4) hash.update(data.subarray(row * width * 4, (row + 1) * width * 4))
  return hash.digest('base64url')
}

/**
 * Returns the faces, with the main face's mesh placed in this picture. Returns undefined if the main face is
 * not in its previous position.
 */
async function placeMain(
  models: FaceModels,
  picture: Raster,
  [main, ...others]: readonly FoundFace[],
): Promise<FoundFace[] | undefined> {
  if (main === undefined) return undefined
  const { points, score } = await models.place(picture, main.points)
  if (score < readingLimits.minMeshScore) return undefined
  return [{ ...main, box: moveBox(main.box, main.points, points), points, meshScore: score }, ...others]
}

/**
 * Returns whether the main face moved or grew so much that the mesh could have been placed on only part of
 * the face.
 */
function hasMoved([from]: readonly FoundFace[], [to]: readonly FoundFace[]): boolean {
  if (from === undefined || to === undefined) return true
  const [before, after] = [extentOf(from.points), extentOf(to.points)]
  const moved = Math.hypot(after.x - before.x, after.y - before.y) + Math.abs(after.size - before.size)
  return moved > readingLimits.maxMove * before.size
}

/** Moves and scales the box along with the mesh points. */
function moveBox(box: FoundFace['box'], from: readonly Point[], to: readonly Point[]): FoundFace['box'] {
  const [before, after] = [extentOf(from), extentOf(to)]
  const scale = before.size > 0 ? after.size / before.size : 1
  return {
    x: after.x + (box.x - before.x) * scale,
    y: after.y + (box.y - before.y) * scale,
    width: box.width * scale,
    height: box.height * scale,
  }
}

function extentOf(points: readonly Point[]): { x: number; y: number; size: number } {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, size: Math.hypot(Math.max(...xs) - x, Math.max(...ys) - y) }
}

async function measureFaces(
  picture: Raster,
  faces: readonly FoundFace[],
  requested: Requested,
): Promise<FrameMeasure> {
  const { width, height } = picture
  const [main, next] = faces
  if (main === undefined) return { width, height, faces: 0 }
  const second = next && { second: next.box.width / main.box.width }
  return { width, height, faces: faces.length, face: await measureFace(picture, main, requested), ...second }
}

async function measureFace(picture: Raster, main: FoundFace, requested: Requested): Promise<FaceMeasure> {
  const { points } = main
  const embedded = requested.embedders && (await embed(picture, points, requested.embedders))
  const patch = requested.detail && cutPatch(picture, meanPoint(points, landmarks.nose), detailSide)
  return {
    pose: measurePose(points),
    features: measureFeatures(points),
    back: landmarks.back.map((index) => inPicture(pointAt(points, index))),
    nose: landmarks.nose.map((index) => inPicture(pointAt(points, index))),
    skin: measureSkin(picture, points),
    cover: measureCover(picture, points),
    ...embedded,
    ...(patch && { detail: measureDetail(patch) }),
    ...(requested.passive && { passive: await requested.passive.judge(picture, main) }),
  }
}

async function embed(
  picture: Raster,
  points: readonly Point[],
  [current, ...previous]: readonly Embedder[],
): Promise<Partial<FaceMeasure>> {
  const aligned = alignFace(picture, points)
  const formerEmbeddings: Record<string, Float32Array> = {}
  for (const { name, embed } of previous) formerEmbeddings[name] = await embed(picture, points, aligned)
  return {
    ...(current && { embedding: await current.embed(picture, points, aligned) }),
    ...(current && current.name !== builtInEmbedding && { embeddedBy: current.name }),
    ...(previous.length > 0 && { formerEmbeddings }),
    sharpness: measureSharpness(aligned),
  }
}

/**
 * Returns whether the face is upside down. The detector also finds an upside-down face but mistakes the chin
 * for the forehead. When the picture is rotated by half a turn, the score of such a face is much higher.
 */
async function isUpsideDown(models: FaceModels, picture: Raster, { boxScore }: FoundFace): Promise<boolean> {
  if (boxScore >= readingLimits.surelyUpright) return false
  const [other] = countFaces(await models.find(turnRaster(picture, 2)))
  return other !== undefined && other.boxScore > boxScore + readingLimits.clearlyMore
}

async function isTurned(models: FaceModels, picture: Raster): Promise<boolean> {
  for (const quarters of [2, 1, 3] as const) {
    if (countFaces(await models.find(turnRaster(picture, quarters))).length > 0) return true
  }
  return false
}

function inPicture([x, y]: Point): readonly [number, number] {
  return [x, y]
}

/**
 * Returns the brightness (0 to 255) of a square of `side` by `side` picture pixels around a point, without
 * resampling.
 */
function cutPatch({ width, height, data }: Raster, centre: Point, side: number): Float64Array {
  const patch = new Float64Array(side * side)
  const left = Math.round(centre[0] - side / 2)
  const top = Math.round(centre[1] - side / 2)
  for (let row = 0; row < side; row++) {
    const y = Math.min(height - 1, Math.max(0, top + row))
    for (let column = 0; column < side; column++) {
      const x = Math.min(width - 1, Math.max(0, left + column))
      const at = (y * width + x) * 4
      patch[row * side + column] =
        0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    }
  }
  return patch
}

/**
 * Measures the colour difference between the lower and the upper face, ignoring brightness. Returns the
 * smallest of the differences between each of the two upper points and each of the three lower points. Hair
 * over the forehead, glasses, a beard or a shadow changes only one of the points, whereas a mask or a scarf
 * changes all the lower points.
 */
function measureCover(picture: Raster, points: readonly Point[]): number {
  const hues = (places: readonly number[]) =>
    places.map((place) => hue(skinAt(picture, points, [pointAt(points, place)])))
  const upper = hues(landmarks.upperSkin)
  const lower = hues(landmarks.lowerSkin)
  return Math.min(
    ...upper.flatMap((above) => lower.map((below) => Math.hypot(above[0] - below[0], above[1] - below[1]))),
  )
}

function hue({ red, green, blue }: SkinColour): readonly [number, number] {
  const light = red + green + blue
  return light > 0 ? [red / light, green / light] : [1 / 3, 1 / 3]
}

/**
 * Measures the mean strength of fine detail in the aligned face (Laplacian) relative to the face's contrast.
 * Blur and darkness lower the result.
 */
function measureSharpness(alignedFace: Float32Array): number {
  const green = (row: number, column: number) => alignedFace[(row * alignedSide + column) * 3 + 1] ?? 0
  let detail = 0
  let sum = 0
  let squares = 0
  let count = 0
  for (let row = 1; row < alignedSide - 1; row++) {
    for (let column = 1; column < alignedSide - 1; column++) {
      const here = green(row, column)
      const around =
        green(row - 1, column) + green(row + 1, column) + green(row, column - 1) + green(row, column + 1)
      detail += Math.abs(4 * here - around)
      sum += here
      squares += here * here
      count += 1
    }
  }
  const deviation = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  return deviation < 1 ? 0 : detail / count / deviation
}
