import type { PublicClient, TestActions } from 'viem'

/**
 * Client that reads and controls a development node. It is an interface, so that inferred types can name it.
 */
export interface ContractWorldClient extends PublicClient, TestActions {}
