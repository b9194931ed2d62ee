import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'
import type { ContractName } from './deployment.ts'

/** Compiler output for a contract, written by `npm run contracts`. */
export type ContractArtifact = {
  readonly contractName: string
  readonly sourceName: string
  readonly compiler: string
  /** SHA-256 hash of the contract's source and all its imports. */
  readonly sourceHash: string
  readonly abi: Abi
  /** The creation code, without constructor arguments. */
  readonly bytecode: Hex
  /** The deployed code, with zeros in place of immutables. */
  readonly deployedBytecode: Hex
  /** Positions of the immutables in the deployed code: first byte and length. */
  readonly immutables: readonly (readonly [start: number, length: number])[]
  /** The compiler's metadata. Block explorers and Sourcify use it. */
  readonly metadata: string
}

const read = new Map<ContractName, ContractArtifact>()

/** Reads a contract's artifact from the package's files. */
export function readArtifact(name: ContractName): ContractArtifact {
  const known = read.get(name)
  if (known) return known
  // The path is valid from both src and dist.
  const file = new URL(`../../artifacts/${name}.json`, import.meta.url)
  const artifact = JSON.parse(readFileSync(file, 'utf8')) as ContractArtifact
  read.set(name, artifact)
  return artifact
}
