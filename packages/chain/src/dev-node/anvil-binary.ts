import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { OperatorError } from '@touchstone/common'

const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** The node's binary comes in a package of its own for each platform; npm installs the one that fits. */
export function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${architectures[process.arch] ?? process.arch}`
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  let cause: unknown
  try {
    // Asked for from its parent package, which alone knows where npm put it.
    const parent = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
    const binary = join(dirname(parent.resolve(`${name}/package.json`)), 'bin', file)
    if (existsSync(binary)) return binary
  } catch (error) {
    cause = error
  }
  throw new OperatorError({
    code: 'chain.no-development-node',
    message: `The development chain needs ${name}, which is not installed: there is none for this platform, or npm left it out.`,
    remedy: `Install it (npm install --no-save ${name}), or name a node of your own with CHAIN_RPC.`,
    cause,
  })
}
