import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { binary, build, checkNode, fail, install, root, say } from './prepare.mjs'

const { values } = parseArgs({
  options: { ptau: { type: 'string' }, to: { type: 'string' } },
})

checkNode()
install()
build()

// Imported by path, because the package exports key generation only for scripts and not for the service.
const { makeDevelopmentKeys } = await import('../packages/credential/dist/setup/index.js')

const version = (name) =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
const home = join(root, 'packages', 'credential')
mkdirSync(join(root, '.cache'), { recursive: true })

try {
  const manifest = await makeDevelopmentKeys({
    tools: {
      compiler: binary('circom2', 'circom2'),
      library: join(root, 'node_modules', 'circomlib', 'circuits'),
    },
    versions: {
      circom2: version('circom2'),
      circomlib: version('circomlib'),
      snarkjs: version('snarkjs'),
    },
    sources: join(home, 'circuits'),
    to: values.to ?? join(home, 'keys'),
    ptau: values.ptau ?? join(root, '.cache', 'development.ptau'),
    progress: say,
  })
  for (const [name, { constraints }] of Object.entries(manifest.circuits)) {
    say(`circuit "${name}": ${constraints} constraints`)
  }
  say('these are development keys: anyone can forge proofs for them (see packages/credential/README.md)')
  process.exit(0)
} catch (error) {
  fail(error.line ?? error.stack)
}
