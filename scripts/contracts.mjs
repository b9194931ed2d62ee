import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Abi } from 'ox'
import solc from 'solc'
import { binary, fail, root, say } from './prepare.mjs'

// npm run contracts                              compiles, and writes the artifacts and the typed ABIs
// npm run contracts -- --check                   says which of them no longer fit their sources
// npm run contracts -- --standard-json <folder>  writes what a block explorer asks for to verify the source

const home = join(root, 'packages', 'chain')
const built = [
  { source: 'contracts/SvcSBT.sol', name: 'SvcSBT', typed: 'svc-sbt' },
  { source: 'contracts/SvcVerifier.sol', name: 'SvcVerifier', typed: 'svc-verifier' },
  { source: 'contracts/SvcProofVerifier.sol', name: 'SvcProofVerifier', typed: 'svc-proof-verifier' },
  { source: 'contracts/testing/SignatureWallet.sol', name: 'SignatureWallet' },
  { source: 'contracts/testing/SignatureWallet.sol', name: 'SignatureWalletFactory' },
]

// Paris, because not every chain of the service knows the newer opcodes.
const settings = {
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 10_000 },
  outputSelection: {
    '*': { '*': ['abi', 'metadata', 'evm.bytecode.object', 'evm.deployedBytecode'] },
  },
}

const [flag, folder] = process.argv.slice(2)
if (flag === '--standard-json') writeStandardInputs()
else if (flag === '--check') check()
else if (flag === undefined) write()
else fail('Say nothing, --check, or --standard-json <folder>.')

function write() {
  for (const [file, text] of compileAll()) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
    say(`wrote packages/chain/${file}`)
  }
}

function check() {
  const stale = [...compileAll()].filter(([file, text]) => {
    const path = join(home, file)
    return !existsSync(path) || readFileSync(path, 'utf8') !== text
  })
  for (const [file] of stale) say(`packages/chain/${file} does not fit the contracts' sources`)
  if (stale.length > 0) fail('Run "npm run contracts" and commit what it writes.')
}

function writeStandardInputs() {
  if (folder === undefined) fail('Say where to: npm run contracts -- --standard-json <folder>')
  mkdirSync(folder, { recursive: true })
  for (const { source, name, typed } of built) {
    if (typed === undefined) continue
    const input = standardInput(sourcesOf(JSON.parse(compile([source]).contracts[source][name].metadata)))
    writeFileSync(join(folder, `${name}.standard.json`), JSON.stringify(input))
    say(
      `wrote ${join(folder, `${name}.standard.json`)} (compiler ${solc.version()}, contract ${source}:${name})`,
    )
  }
}

/** Every file that comes out of the sources, with its text. */
function compileAll() {
  const files = new Map()
  const output = compile([...new Set(built.map(({ source }) => source))])
  for (const { source, name, typed } of built) {
    const contract = output.contracts[source][name]
    const artifact = {
      contractName: name,
      sourceName: source,
      compiler: solc.version(),
      sourceHash: hashOf(sourcesOf(JSON.parse(contract.metadata))),
      abi: contract.abi,
      bytecode: `0x${contract.evm.bytecode.object}`,
      deployedBytecode: `0x${contract.evm.deployedBytecode.object}`,
      // Where the constructor writes into the code: [first byte, how many].
      immutables: Object.values(contract.evm.deployedBytecode.immutableReferences)
        .flat()
        .map(({ start, length }) => [start, length])
        .sort(([one], [other]) => one - other),
      metadata: contract.metadata,
    }
    const place = typed === undefined ? `artifacts/testing/${name}.json` : `artifacts/${name}.json`
    files.set(place, formatted(place, JSON.stringify(artifact, null, 2)))
    if (typed === undefined) continue
    const file = `src/contracts/${typed}-abi.ts`
    files.set(file, formatted(file, typedAbi(`${camelCase(typed)}Abi`, name, contract.abi)))
  }
  return files
}

function typedAbi(constant, name, abi) {
  // What a contract inherits twice is listed twice.
  const signatures = [...new Set(Abi.format(abi))]
  return [
    `// Written by "npm run contracts" from ${name}'s source: change that one.`,
    "import { parseAbi } from 'viem'",
    '',
    `export const ${constant} = parseAbi([`,
    ...signatures.map((signature) => `  '${signature}',`),
    '])',
    '',
  ].join('\n')
}

function compile(sources) {
  const read = Object.fromEntries(sources.map((source) => [source, { content: readSource(source) }]))
  const input = JSON.stringify(standardInput(read))
  const output = JSON.parse(solc.compile(input, { import: (path) => ({ contents: readSource(path) }) }))
  // What the compiler warns of in OpenZeppelin's own sources is theirs to mend.
  const problems = (output.errors ?? []).filter(
    ({ severity, sourceLocation }) => severity === 'error' || !sourceLocation?.file.startsWith('@'),
  )
  for (const problem of problems) say(problem.formattedMessage)
  if (problems.length > 0) fail('The contracts did not compile without errors and warnings.')
  return output
}

function standardInput(sources) {
  return { language: 'Solidity', sources, settings }
}

/** The texts of a contract and of everything that it imports. */
function sourcesOf(metadata) {
  return Object.fromEntries(
    Object.keys(metadata.sources)
      .sort()
      .map((source) => [source, { content: readSource(source) }]),
  )
}

function readSource(path) {
  const file = path.startsWith('@') ? join(root, 'node_modules', path) : join(home, path)
  return readFileSync(file, 'utf8')
}

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const [path, { content }] of Object.entries(sources)) hash.update(`${path}\0${content}\0`)
  return hash.digest('hex')
}

function camelCase(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}

function formatted(file, text) {
  const args = [binary('@biomejs/biome', 'biome'), 'format', `--stdin-file-path=packages/chain/${file}`]
  const result = spawnSync(process.execPath, args, {
    cwd: root,
    input: text,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (result.status !== 0) fail(`${file} could not be formatted: ${result.stderr}`)
  return result.stdout
}
