export type * from './chain-entry.ts'
export { chainTable } from './chain-table.ts'
export { explorerLink } from './explorer-link.ts'
export * from './find-chain.ts'
