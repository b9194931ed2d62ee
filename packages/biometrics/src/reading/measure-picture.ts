import type { Raster } from '@touchstone/images'
import { alignFace } from '../engine/align-face.ts'
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
import { toUnit } from './to-unit.ts'

export type Wanted = {
  embedding?: boolean
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
  const face = await measureFace(models, picture, main, wanted)
  const turned =
    Math.abs(face.pose.roll) > readingLimits.maxRoll ||
    (wanted.turned === true && (await standsOnHead(models, picture, main)))
  const second = next && { second: next.box.width / main.box.width }
  return { width, height, faces: faces.length, face, ...second, ...(turned && { turned }) }
}

async function measureFace(
  models: FaceModels,
  picture: Raster,
  main: FoundFace,
  wanted: Wanted,
): Promise<FaceMeasure> {
  const { points } = main
  const aligned = wanted.embedding ? alignFace(picture, points) : undefined
  return {
    pose: measurePose(points),
    features: measureFeatures(points),
    back: landmarks.back.map((index) => inPicture(pointAt(points, index))),
    nose: landmarks.nose.map((index) => inPicture(pointAt(points, index))),
    skin: measureSkin(picture, points),
    cover: measureCover(picture, points),
    ...(aligned && {
      embedding: toUnit(await models.embed(aligned)),
      sharpness: measureSharpness(aligned),
      detail: measureDetail(cutPatch(picture, meanPoint(points, landmarks.nose), detailSide)),
    }),
    ...(wanted.passive && { passive: await wanted.passive.judge(picture, main) }),
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
