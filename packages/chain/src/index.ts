export * from './contracts/index.ts'
export * from './dev-node/index.ts'
