import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { binary, build, checkNode, fail, install, root, say } from './prepare.mjs'

const usage = `Missing or unknown step. Usage:
  npm run ceremony -- begin --folder <folder> --ptau <file> [--blake2b <hash> | --sha256 <hash>]
  npm run ceremony -- contribute --folder <folder> --name <contributor>
  npm run ceremony -- finish --folder <folder> --beacon <hex> [--iterations 10] --keys <folder of keys>
  npm run ceremony -- verify --keys <folder of keys> --ptau <file>`

function read() {
  const text = { type: 'string' }
  const names = ['folder', 'ptau', 'blake2b', 'sha256', 'name', 'beacon', 'iterations', 'keys']
  try {
    return parseArgs({
      allowPositionals: true,
      options: Object.fromEntries(names.map((name) => [name, text])),
    })
  } catch {
    return fail(usage)
  }
}

const {
  values,
  positionals: [step],
} = read()
const needed = {
  begin: ['folder', 'ptau'],
  contribute: ['folder', 'name'],
  finish: ['folder', 'beacon', 'keys'],
  verify: ['keys', 'ptau'],
}
if (!needed[step]?.every((name) => values[name] !== undefined)) fail(usage)

checkNode()
install()
build()

// Imported by path, because the package exports key generation only for scripts and not for the service.
const { beginCeremony, contribute, finishCeremony, verifyCeremony } = await import(
  '../packages/credential/dist/ceremony/index.js'
)
const { circuitNames, sharedSources } = await import('../packages/credential/dist/index.js')

const version = (name) =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
const ceremony = {
  folder: resolve(step === 'verify' ? values.keys : values.folder),
  tools: {
    compiler: binary('circom2', 'circom2'),
    library: join(root, 'node_modules', 'circomlib', 'circuits'),
  },
  versions: { circom2: version('circom2'), circomlib: version('circomlib'), snarkjs: version('snarkjs') },
  sources: join(root, 'packages', 'credential', 'circuits'),
  circuits: circuitNames,
  shared: sharedSources,
  progress: say,
}
const steps = {
  async begin() {
    const { ptau: file, blake2b, sha256 } = values
    await beginCeremony(ceremony, { file, ...(blake2b && { blake2b }), ...(sha256 && { sha256 }) })
    say('ceremony started: pass the folder to the first contributor')
  },
  async contribute() {
    const { circuits } = await contribute(ceremony, values.name)
    for (const [name, { steps: made }] of Object.entries(circuits)) {
      say(`circuit "${name}": publish your contribution's hash ${made.at(-1).contributionHash}`)
    }
  },
  async finish() {
    const beacon = { hash: values.beacon, iterations: Number(values.iterations ?? 10) }
    await finishCeremony(ceremony, beacon, resolve(values.keys))
    say(`ceremony finished: keys and transcript are in ${values.keys}; ask others to verify them`)
  },
  async verify() {
    const problems = await verifyCeremony(ceremony, values.ptau)
    for (const problem of problems) say(problem)
    if (problems.length > 0) fail('The keys do not match their transcript.')
    say('the keys match their transcript')
  },
}

try {
  await steps[step]()
  process.exit(0)
} catch (error) {
  fail(error.line ?? error.stack)
}
