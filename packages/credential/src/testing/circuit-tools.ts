import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CircuitTools } from '../setup/compile-circuit.ts'

const require = createRequire(import.meta.url)

/** Finds the package's folder without resolving package.json, because not every package exports that file. */
function folderOf(name: string): string {
  const main = require.resolve(name)
  const inside = join('node_modules', name)
  return main.slice(0, main.lastIndexOf(inside) + inside.length)
}

function versionOf(name: string): string {
  return (require(join(folderOf(name), 'package.json')) as { version: string }).version
}

/** The compiler and its library from the repository's development dependencies. */
export const circuitTools: CircuitTools = {
  compiler: join(folderOf('circom2'), 'cli.js'),
  library: join(folderOf('circomlib'), 'circuits'),
}

export const toolVersions = {
  circom2: versionOf('circom2'),
  circomlib: versionOf('circomlib'),
  snarkjs: versionOf('snarkjs'),
}

export const circuitSources = fileURLToPath(new URL('../../circuits', import.meta.url))
