export type { Candidate } from './gallery-memory.ts'
export { type Enrolment, type Found, faceprintsByModel, type Gallery, openGallery } from './open-gallery.ts'
export { createTemplateMatrix, type TemplateMatrix } from './template-matrix.ts'
