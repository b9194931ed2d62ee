export * from './start-test-node.ts'
