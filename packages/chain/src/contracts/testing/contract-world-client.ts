import type { PublicClient, TestActions } from 'viem'

/**
 * A client that reads and controls a development node. It is declared as an interface so that inferred types
 * can refer to it by name.
 */
export interface ContractWorldClient extends PublicClient, TestActions {}
