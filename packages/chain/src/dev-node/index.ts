export * from './anvil-binary.ts'
export * from './fund-dev-account.ts'
export * from './start-dev-node.ts'
