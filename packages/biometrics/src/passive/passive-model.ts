import type { Raster } from '@touchstone/images'
import type { FoundFace } from '../engine/face-models.ts'
import type { LivenessDescription } from '../models/model-description.ts'
import { modelError } from '../models/model-error.ts'
import { openOnnxSession } from '../models/open-onnx-session.ts'
import { prepareInput } from '../models/prepare-input.ts'
import type { ModelFile } from '../models/read-model-file.ts'

/** A trained classifier of single pictures, provided by the operator. */
export type PassiveModel = {
  readonly engine: string
  /** Returns the probability that the face is live, from 0 to 1. */
  judge(picture: Raster, face: FoundFace): Promise<number>
}

/** Opens an ONNX file that takes a crop around a face and returns logits, and tests it once. */
export async function openPassiveModel(model: ModelFile<LivenessDescription>): Promise<PassiveModel> {
  const { input, crop, classes, live } = model.description
  const session = await openOnnxSession(model, classes)
  const shareOf = async (pixels: Float32Array) => {
    const logits = await session.run(prepareInput(pixels, input))
    const largest = Math.max(...logits)
    const shares = logits.map((logit) => Math.exp(logit - largest))
    return (shares[live] ?? 0) / shares.reduce((sum, share) => sum + share, 0)
  }
  if (!Number.isFinite(await shareOf(new Float32Array(input.width * input.height * 3).fill(128)))) {
    throw modelError(
      `The model ${model.path} failed its self-test: it returns values that are not finite numbers.`,
      'Check that its description has the right scale and layout, or use another model.',
    )
  }
  return {
    engine: session.engine,
    judge: (picture, face) => shareOf(cutCrop(picture, face, { ...input, crop })),
  }
}

/**
 * Returns a crop centred on the face as RGB values, row by row. The width of the crop is `scale` times the
 * width of the face's box, or smaller if the picture is too small.
 */
function cutCrop(
  { width, height, data }: Raster,
  { box }: FoundFace,
  to: { width: number; height: number; crop: number },
): Float32Array {
  const scale = Math.min(to.crop, (width - 1) / box.width, (height - 1) / box.height)
  const cropWidth = box.width * scale
  const cropHeight = box.height * scale
  const left = Math.min(Math.max(0, box.x + box.width / 2 - cropWidth / 2), width - cropWidth)
  const top = Math.min(Math.max(0, box.y + box.height / 2 - cropHeight / 2), height - cropHeight)
  const pixels = new Float32Array(3 * to.width * to.height)
  for (let row = 0; row < to.height; row++) {
    const y = Math.min(height - 1, Math.floor(top + ((row + 0.5) * cropHeight) / to.height))
    for (let column = 0; column < to.width; column++) {
      const x = Math.min(width - 1, Math.floor(left + ((column + 0.5) * cropWidth) / to.width))
      const from = (y * width + x) * 4
      const at = (row * to.width + column) * 3
      for (let channel = 0; channel < 3; channel++) pixels[at + channel] = data[from + channel] ?? 0
    }
  }
  return pixels
}
