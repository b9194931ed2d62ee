import { readFileSync } from 'node:fs'
import type { ContractArtifact } from './contract-artifact.ts'
import type { ContractName } from './contract-name.ts'

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
