export { type CalibrationOptions, calibrateModel } from './calibration/calibrate-model.ts'
export type { EmbeddingCalibration, LivenessCalibration } from './calibration/calibration-file.ts'
export { type FaceModelPaths, type FaceModelSet, readFaceModels } from './calibration/face-model-set.ts'
export { type LabelledPair, readPairs } from './calibration/read-labels.ts'
export * from './checker/check-frame-order.ts'
export { createFaceChecker, type FaceCheckerOptions } from './checker/create-face-checker.ts'
export * from './checker/decide-liveness.ts'
export * from './checker/face-checker.ts'
export * from './checker/face-limits.ts'
export * from './engine/align-face.ts'
export { builtInEmbedding, facepluginEmbedding } from './engine/face-models.ts'
export * from './engine/model-files.ts'
export { openFaceModels } from './engine/open-face-models.ts'
export type { Candidate } from './gallery/gallery-memory.ts'
export {
  type Enrolment,
  type Found,
  faceprintsByModel,
  type Gallery,
  keptFaceprintsByPurpose,
  type OwnDistance,
  openGallery,
} from './gallery/open-gallery.ts'
export { createTemplateMatrix, type TemplateMatrix } from './gallery/template-matrix.ts'
export * from './liveness/challenge.ts'
export * from './liveness/draw-challenge.ts'
export * from './liveness/judge-liveness.ts'
export * from './liveness/liveness-check.ts'
export * from './liveness/liveness-hint.ts'
export * from './liveness/liveness-limits.ts'
export * from './liveness/measure-reflection.ts'
export * from './liveness/passive-limits.ts'
export * from './match/distance.ts'
export * from './match/embedding-limits.ts'
export * from './match/false-match-model.ts'
export * from './match/fuse-measures.ts'
export * from './match/fuse-template.ts'
export * from './match/match-limits.ts'
export * from './match/match-measures.ts'
export { type PictureProblem, pictureProblem } from './match/picture-problem.ts'
export * from './migrations/index.ts'
export {
  embeddingOf,
  type FaceMeasure,
  type FrameMeasure,
  type TimedMeasure,
} from './reading/frame-measure.ts'
export * from './reading/serialise-measure.ts'
export * from './reading/versions.ts'
export { type MeasuredRate, measuredRate } from './statistics/measured-rate.ts'
export * from './uniqueness/decide-uniqueness.ts'
export * from './uniqueness/uniqueness-limits.ts'
export { addKeyToFile } from './vault/key-file.ts'
export type { KeySetting } from './vault/key-source.ts'
export type { Faceprint } from './vault/seal-faceprint.ts'
