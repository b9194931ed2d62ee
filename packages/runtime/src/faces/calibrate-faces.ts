import { isAbsolute } from 'node:path'
import type { CalibrationOptions, calibrateModel } from '@touchstone/biometrics'
import { OperatorError, systemClock } from '@touchstone/common'
import type { Settings } from '../settings/read-settings.ts'

export type FaceCalibration = Awaited<ReturnType<typeof calibrateModel>>

/**
 * Measures a model on labelled photographs and writes its thresholds to a file in the model's folder. Runs in
 * this process and uses no store.
 */
export async function calibrateFaces(options: {
  settings: Settings
  labels: string
  /** Defaults to the embedding model from the settings. */
  model: string | undefined
  claims: NonNullable<CalibrationOptions['claims']>
  onProgress: NonNullable<CalibrationOptions['onProgress']>
  signal: AbortSignal
}): Promise<FaceCalibration> {
  const { settings, model = settings.faceModels.embedding, ...order } = options
  if (model === undefined || !isAbsolute(model)) {
    throw new OperatorError({
      code: 'biometrics.calibration',
      message: 'No model given: FACE_EMBEDDING_MODEL does not name a file.',
      remedy: 'Pass a model with --model <file>, or set FACE_EMBEDDING_MODEL to its path.',
    })
  }
  const { calibrateModel } = await import('@touchstone/biometrics')
  return await calibrateModel({ ...order, model, workers: settings.faceWorkers, clock: systemClock })
}
