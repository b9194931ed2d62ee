import type { CalibrationOptions, calibrateModel } from '@touchstone/biometrics'
import { OperatorError, systemClock } from '@touchstone/common'
import type { Settings } from '../settings/read-settings.ts'

export type FaceCalibration = Awaited<ReturnType<typeof calibrateModel>>

/** Measures a model on labelled photographs and writes its limits beside it. Asks no store, and runs in this process. */
export async function calibrateFaces(options: {
  settings: Settings
  labels: string
  /** The embedding of the settings where none is named. */
  model: string | undefined
  claims: NonNullable<CalibrationOptions['claims']>
  onProgress: NonNullable<CalibrationOptions['onProgress']>
  signal: AbortSignal
}): Promise<FaceCalibration> {
  const { settings, model = settings.faceModels.embedding, ...order } = options
  if (model === undefined) {
    throw new OperatorError({
      code: 'biometrics.calibration',
      message: 'No model is named: FACE_EMBEDDING_MODEL is not set.',
      remedy: 'Name one with --model <file>, or set it.',
    })
  }
  const { calibrateModel } = await import('@touchstone/biometrics')
  return await calibrateModel({ ...order, model, workers: settings.faceWorkers, clock: systemClock })
}
