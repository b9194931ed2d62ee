export * from './open-rpc.ts'
export * from './rpc-error.ts'
export type { RpcNode } from './rpc-node.ts'
