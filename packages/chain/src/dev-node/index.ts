export * from './fund-dev-account.ts'
export * from './start-dev-node.ts'
