export type { PageProof, ProofPage } from './proof-page.ts'
export * from './prove-sample.ts'
export * from './sample.ts'
export * from './sample-artifacts.ts'
