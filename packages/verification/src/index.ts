export * from './context.ts'
export { forgetJob } from './forget/forget-job.ts'
export { finishForgetting, forgetPerson, forgetUser } from './forget/forget-person.ts'
export { resumeForgetting } from './forget/resume-forgetting.ts'
export * from './hand-off/index.ts'
export * from './login/index.ts'
export * from './mail/index.ts'
export { verificationMigrations } from './migrations/index.ts'
export * from './people/expire-people.ts'
export * from './people/person-on-chain.ts'
export * from './people/program-on-chain.ts'
export * from './people/retention.ts'
export * from './pipeline/index.ts'
export * from './providers/begin-statement.ts'
export {
  type DataProvider,
  deactivateProvider,
  selectProviders,
  upsertProvider,
} from './providers/provider-store.ts'
export { statementAudience } from './providers/read-statement.ts'
export * from './review/decide-review.ts'
export * from './review/list-reviews.ts'
export * from './review/screen-again.ts'
export * from './sessions/index.ts'
export { giveFrames, startLiveness } from './steps/capture-liveness.ts'
export { createCaptureQueue } from './steps/capture-queue.ts'
export type { VerificationTables } from './tables.ts'
