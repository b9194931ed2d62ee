export type * from './chain-job.ts'
export type { ChainLine } from './chain-line.ts'
export { defaultPolicy, type JournalPolicy } from './journal-policy.ts'
export { type ChainLineOptions, openChainLine } from './open-chain-line.ts'
