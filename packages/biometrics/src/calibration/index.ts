export { type CalibrationOptions, calibrateModel } from './calibrate-model.ts'
export type { EmbeddingCalibration, LivenessCalibration } from './calibration-file.ts'
export { type FaceModelPaths, type FaceModelSet, readFaceModels } from './face-model-set.ts'
export { type LabelledPair, readPairs } from './read-labels.ts'
