export { attemptLimits, journeyJob } from './apply-outcome.ts'
export * from './journey-state.ts'
export * from './step.ts'
