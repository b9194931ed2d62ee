import { decodeImage } from '@touchstone/images/decode'
import { serveWork } from '@touchstone/workers'
import { openFaceModels } from '../engine/open-face-models.ts'
import type { PassiveModel } from '../passive/passive-model.ts'
import type { FrameMeasure } from '../reading/frame-measure.ts'
import { measurePicture } from '../reading/measure-picture.ts'

export type PictureOrder = {
  bytes: Uint8Array
  embedding: boolean
  turned: boolean
  /** The file of the passive model, where it shall judge this picture. */
  passiveModel?: string
}

/** Finer detail than this adds nothing to what the models see, and takes memory and time. */
const maxSide = 960

const models = openFaceModels()
// A start that fails is told to who asks first; without this it would end the process before.
models.catch(() => undefined)
const passiveModels = new Map<string, Promise<PassiveModel>>()

/** One picture after the other is decoded, read and forgotten: never more than one lies in memory as pixels. */
async function measure({ pictures }: { pictures: PictureOrder[] }): Promise<FrameMeasure[]> {
  const measures: FrameMeasure[] = []
  for (const { bytes, embedding, turned, passiveModel } of pictures) {
    const passive = passiveModel === undefined ? undefined : await passiveOf(passiveModel)
    const picture = await decodeImage({ bytes, maxSide })
    const wanted = { embedding, turned, ...(passive && { passive }) }
    measures.push(await measurePicture(await models, picture, wanted))
  }
  return measures
}

function passiveOf(path: string): Promise<PassiveModel> {
  const open = passiveModels.get(path) ?? openPassive(path)
  passiveModels.set(path, open)
  return open
}

/** Its engine is only loaded where such a model is set up. */
async function openPassive(path: string): Promise<PassiveModel> {
  const { openPassiveModel } = await import('../passive/passive-model.ts')
  return openPassiveModel(path)
}

export default serveWork({ measure })
