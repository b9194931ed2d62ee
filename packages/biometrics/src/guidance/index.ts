export * from '../liveness/challenge.ts'
export * from './advise.ts'
export * from './create-guide.ts'
export * from './create-progress.ts'
