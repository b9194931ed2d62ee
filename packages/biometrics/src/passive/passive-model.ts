import { readFileSync } from 'node:fs'
import { OperatorError } from '@touchstone/common'
import type { Raster } from '@touchstone/images'
import { InferenceSession, Tensor } from 'onnxruntime-web'
import type { FoundFace } from '../engine/face-models.ts'

/** A trained judge of single pictures, named by setting. */
export type PassiveModel = {
  /** How likely the face is a live one, 0 to 1. */
  judge(picture: Raster, face: FoundFace): Promise<number>
}

/** The crop around the face, in widths of its box, and which of the answers means "live": see the README. */
const cropScale = 2.7
const liveClass = 1
const defaultSide = 80

/**
 * Opens an ONNX file that was trained as MiniFASNet was: one picture, planes blue, green, red from 0 to 255, the face
 * in the middle of a square 2.7 times as wide as its box; the answer two or three logits, the second one for "live".
 */
export async function openPassiveModel(path: string): Promise<PassiveModel> {
  const session = await openSession(path)
  const [inputName] = session.inputNames
  const [outputName] = session.outputNames
  const [input] = session.inputMetadata
  if (inputName === undefined || outputName === undefined || input === undefined || !input.isTensor)
    throw unfit()
  const side = typeof input.shape[2] === 'number' && input.shape[2] > 0 ? input.shape[2] : defaultSide
  return {
    async judge(picture, face) {
      const planes = cutPlanes(picture, face, side)
      const answers = await session.run({ [inputName]: new Tensor('float32', planes, [1, 3, side, side]) })
      const logits = answers[outputName]?.data
      if (!(logits instanceof Float32Array) || logits.length < 2 || logits.length > 3) throw unfit()
      const largest = Math.max(...logits)
      const shares = logits.map((logit) => Math.exp(logit - largest))
      return (shares[liveClass] ?? 0) / shares.reduce((sum, share) => sum + share, 0)
    },
  }
}

async function openSession(path: string): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(readFileSync(path), { executionProviders: ['wasm'] })
  } catch (cause) {
    throw new OperatorError({
      code: 'biometrics.passive-model',
      message: 'The passive liveness model could not be opened.',
      remedy: 'Name a readable ONNX file, or take the setting away.',
      cause,
    })
  }
}

function unfit(): OperatorError {
  return new OperatorError({
    code: 'biometrics.passive-model',
    message: 'The passive liveness model takes or gives other numbers than expected.',
    remedy:
      'Name a model with one picture as input and two or three logits as output, or take the setting away.',
  })
}

function cutPlanes({ width, height, data }: Raster, { box }: FoundFace, side: number): Float32Array {
  const scale = Math.min(cropScale, (width - 1) / box.width, (height - 1) / box.height)
  const cropWidth = box.width * scale
  const cropHeight = box.height * scale
  const left = Math.min(Math.max(0, box.x + box.width / 2 - cropWidth / 2), width - cropWidth)
  const top = Math.min(Math.max(0, box.y + box.height / 2 - cropHeight / 2), height - cropHeight)
  const planes = new Float32Array(3 * side * side)
  for (let row = 0; row < side; row++) {
    const y = Math.min(height - 1, Math.floor(top + ((row + 0.5) * cropHeight) / side))
    for (let column = 0; column < side; column++) {
      const x = Math.min(width - 1, Math.floor(left + ((column + 0.5) * cropWidth) / side))
      const at = (y * width + x) * 4
      for (let plane = 0; plane < 3; plane++) {
        planes[plane * side * side + row * side + column] = data[at + 2 - plane] ?? 0
      }
    }
  }
  return planes
}
