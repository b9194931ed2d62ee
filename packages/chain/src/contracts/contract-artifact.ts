import type { Abi, Hex } from 'viem'

/** What the compiler made of a contract; written by `npm run contracts`. */
export type ContractArtifact = {
  readonly contractName: string
  readonly sourceName: string
  readonly compiler: string
  /** SHA-256 over the contract's source and everything that it imports. */
  readonly sourceHash: string
  readonly abi: Abi
  /** The code that deploys, without the arguments of the constructor. */
  readonly bytecode: Hex
  /** The code that stands on the chain, with zeros where the constructor writes. */
  readonly deployedBytecode: Hex
  /** Where the constructor writes into that code: the first byte, and how many. */
  readonly immutables: readonly (readonly [start: number, length: number])[]
  /** The compiler's own description, as explorers and Sourcify take it. */
  readonly metadata: string
}
