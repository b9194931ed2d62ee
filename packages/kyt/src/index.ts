export { type Network, type NetworkFamily, networks } from './coins/networks.ts'
export type { Transfer } from './ledger/transfer.ts'
