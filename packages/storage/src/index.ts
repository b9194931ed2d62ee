export { type BinaryRow, binaryQuery } from './binary/binary-query.ts'
export * from './binary/encode-array.ts'
export * from './binary/read-field.ts'
export * from './binary/unnest-row.ts'
export type { Claim, Release } from './claims.ts'
export type { CopyConnection } from './copy/copy-connection.ts'
export * from './copy/load-tables.ts'
export {
  beginSnapshot,
  type CopySequence,
  type CopyTable,
  copyRange,
  listTables,
  pagesFor,
  rangesOf,
  readMigrations,
  readSequences,
  type TableSize,
} from './copy/read-tables.ts'
export * from './database.ts'
export * from './database-time.ts'
export * from './job-queue.ts'
export * from './migrate.ts'
export { factsOf, type MigrationFacts, type MigrationKind, type MigrationWork } from './migration-facts.ts'
export * from './open-embedded.ts'
export * from './open-server.ts'
export * from './reseal-store.ts'
export * from './store-failure.ts'
export * from './store-lock.ts'
export * from './tidy-store.ts'
export { workMigrations } from './work/migrations/index.ts'
export * from './work/start-work-process.ts'
export * from './work/work-client.ts'
export * from './work/work-key.ts'
export {
  countJobs,
  type LaneState,
  selectProcesses,
  type WorkerState,
  workLimits,
} from './work/work-store.ts'
