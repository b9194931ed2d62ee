export * from './create-work-pool.ts'
export * from './serve-work.ts'
export * from './worker-file.ts'
