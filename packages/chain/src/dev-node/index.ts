export * from './anvil-binary.ts'
export * from './start-dev-node.ts'
