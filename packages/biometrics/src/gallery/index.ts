export type { Candidate } from './gallery-memory.ts'
export * from './open-gallery.ts'
