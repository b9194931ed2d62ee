import type { PublicClient, TestActions } from 'viem'

/** Client for reading and controlling a development node. An interface, so that inferred types can name it. */
export interface ContractWorldClient extends PublicClient, TestActions {}
