import type { PublicClient, TestActions } from 'viem'

/** Reads a development node and turns its screws. An interface, so that what is made of it can be named. */
export interface ContractWorldClient extends PublicClient, TestActions {}
