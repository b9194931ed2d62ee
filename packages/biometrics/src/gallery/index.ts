export { faceprintsByModel } from './faceprints-by-model.ts'
export type { Candidate } from './gallery-memory.ts'
export * from './open-gallery.ts'
export { createTemplateMatrix, type TemplateMatrix } from './template-matrix.ts'
