import type { Raster } from '@touchstone/images'
import { alignFace } from '../engine/align-face.ts'
import { builtInEmbedding } from '../engine/built-in-embedding.ts'
import type { FaceModels, FoundFace } from '../engine/face-models.ts'
import { turnRaster } from '../engine/turn-raster.ts'
import type { PassiveModel } from '../passive/passive-model.ts'
import { countFaces } from './count-faces.ts'
import { cutPatch } from './cut-patch.ts'
import type { FaceMeasure, FrameMeasure } from './frame-measure.ts'
import { landmarks } from './landmarks.ts'
import { measureCover } from './measure-cover.ts'
import { detailSide, measureDetail } from './measure-detail.ts'
import { measureFeatures } from './measure-features.ts'
import { measurePose } from './measure-pose.ts'
import { measureSharpness } from './measure-sharpness.ts'
import { measureSkin } from './measure-skin.ts'
import { meanPoint, type Point, pointAt } from './point.ts'
import { readingLimits } from './reading-limits.ts'

/** Turns a face into numbers that say who it is: from the picture, the face's points, and the face as the built-in embedding takes it. */
export type Embedder = {
  name: string
  embed(picture: Raster, points: readonly Point[], aligned: Float32Array): Promise<Float32Array>
}

export type Wanted = {
  /** By which models it shall be told who it is, the one in use first. */
  embedders?: readonly Embedder[]
  passive?: PassiveModel
  /** Where no face is found, look whether one lies on its side or on its head. */
  turned?: boolean
}

/** Reads one decoded picture; only figures leave. */
export async function measurePicture(
  models: FaceModels,
  picture: Raster,
  wanted: Wanted,
): Promise<FrameMeasure> {
  const { width, height } = picture
  const faces = countFaces(await models.find(picture))
  const [main, next] = faces
  if (main === undefined) {
    return { width, height, faces: 0, ...(wanted.turned && { turned: await liesTurned(models, picture) }) }
  }
  const face = await measureFace(picture, main, wanted)
  const turned =
    Math.abs(face.pose.roll) > readingLimits.maxRoll ||
    (wanted.turned === true && (await standsOnHead(models, picture, main)))
  const second = next && { second: next.box.width / main.box.width }
  return { width, height, faces: faces.length, face, ...second, ...(turned && { turned }) }
}

async function measureFace(picture: Raster, main: FoundFace, wanted: Wanted): Promise<FaceMeasure> {
  const { points } = main
  const embedded = wanted.embedders && (await embed(picture, points, wanted.embedders))
  return {
    pose: measurePose(points),
    features: measureFeatures(points),
    back: landmarks.back.map((index) => inPicture(pointAt(points, index))),
    nose: landmarks.nose.map((index) => inPicture(pointAt(points, index))),
    skin: measureSkin(picture, points),
    cover: measureCover(picture, points),
    ...embedded,
    ...(wanted.passive && { passive: await wanted.passive.judge(picture, main) }),
  }
}

async function embed(
  picture: Raster,
  points: readonly Point[],
  [current, ...former]: readonly Embedder[],
): Promise<Partial<FaceMeasure>> {
  const aligned = alignFace(picture, points)
  const formerEmbeddings: Record<string, Float32Array> = {}
  for (const { name, embed } of former) formerEmbeddings[name] = await embed(picture, points, aligned)
  return {
    ...(current && { embedding: await current.embed(picture, points, aligned) }),
    ...(current && current.name !== builtInEmbedding && { embeddedBy: current.name }),
    ...(former.length > 0 && { formerEmbeddings }),
    sharpness: measureSharpness(aligned),
    detail: measureDetail(cutPatch(picture, meanPoint(points, landmarks.nose), detailSide)),
  }
}

/** On its head, too, a face is found, with its chin for a forehead: turned round it is one much more. */
async function standsOnHead(models: FaceModels, picture: Raster, { boxScore }: FoundFace): Promise<boolean> {
  if (boxScore >= readingLimits.surelyUpright) return false
  const [other] = countFaces(await models.find(turnRaster(picture, 2)))
  return other !== undefined && other.boxScore > boxScore + readingLimits.clearlyMore
}

async function liesTurned(models: FaceModels, picture: Raster): Promise<boolean> {
  for (const quarters of [2, 1, 3] as const) {
    if (countFaces(await models.find(turnRaster(picture, quarters))).length > 0) return true
  }
  return false
}

function inPicture([x, y]: Point): readonly [number, number] {
  return [x, y]
}
