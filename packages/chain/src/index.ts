export * from './dev-node/index.ts'
