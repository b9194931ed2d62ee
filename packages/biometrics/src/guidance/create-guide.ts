import type { Raster } from '@touchstone/images'
import { Human } from '@vladmandic/human'
import { type HumanFace, humanSettings, toFoundFaces } from '../engine/human-settings.ts'
import { landmarks, type Point, pointAt } from '../engine/landmarks.ts'
import { type PictureTensors, type Tensor, toTensor } from '../engine/to-tensor.ts'
import { countFaces } from '../reading/count-faces.ts'
import type { FrameMeasure } from '../reading/frame-measure.ts'
import { measureFeatures } from '../reading/measure-features.ts'
import { measurePose } from '../reading/measure-pose.ts'
import { measureSkin } from '../reading/measure-skin.ts'
import { type Advice, advise } from './advise.ts'

export type GuideView = FrameMeasure & { advice: Advice }

/** Analyses camera pictures in the browser to guide the user. The server makes its own decision. */
export type Guide = {
  /** Analyses a camera frame given as `ImageData`, not mirrored. Calls must not overlap. */
  look(picture: Raster): Promise<GuideView>
}

type Library = {
  tf: PictureTensors
  load(): Promise<void>
  detect(picture: Tensor): Promise<{ face: HumanFace[]; error: string | null }>
}

/** `modelUrl` is the URL under which the server serves the `modelFiles()`, with a trailing slash. */
export async function createGuide(options: { modelUrl: string }): Promise<Guide> {
  const { modelUrl } = options
  const human: Library = new (Human as unknown as new (settings: object) => Library)(
    humanSettings({ wasmPath: modelUrl, modelPath: modelUrl }),
  )
  await human.load()
  return {
    async look(picture) {
      const { tensor, scale } = toTensor(human.tf, picture)
      try {
        const { face, error } = await human.detect(tensor)
        if (error !== null) throw new Error(`the face detector failed: ${error}`)
        const measure = measureFaces(picture, toFoundFaces(face, { width: tensor.shape[1] ?? 0, scale }))
        return { ...measure, advice: advise(measure) }
      } finally {
        tensor.dispose()
      }
    },
  }
}

function measureFaces(picture: Raster, found: ReturnType<typeof toFoundFaces>): FrameMeasure {
  const { width, height } = picture
  const faces = countFaces(found)
  const points = faces[0]?.points
  if (points === undefined) return { width, height, faces: 0 }
  const dot = (index: number) => inPicture(pointAt(points, index))
  return {
    width,
    height,
    faces: faces.length,
    face: {
      pose: measurePose(points),
      features: measureFeatures(points),
      back: landmarks.back.map(dot),
      nose: landmarks.nose.map(dot),
      skin: measureSkin(picture, points),
    },
  }
}

function inPicture([x, y]: Point): readonly [number, number] {
  return [x, y]
}
