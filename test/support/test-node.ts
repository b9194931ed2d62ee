export { startTestNode, type TestNode } from '@touchstone/chain/testing'
