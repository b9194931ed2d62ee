import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'
import type { ContractName } from './deployment.ts'

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

const read = new Map<ContractName, ContractArtifact>()

/** A contract's artifact, from the files that come with this package. */
export function readArtifact(name: ContractName): ContractArtifact {
  const known = read.get(name)
  if (known) return known
  // The same folder seen from src and from dist.
  const file = new URL(`../../artifacts/${name}.json`, import.meta.url)
  const artifact = JSON.parse(readFileSync(file, 'utf8')) as ContractArtifact
  read.set(name, artifact)
  return artifact
}
