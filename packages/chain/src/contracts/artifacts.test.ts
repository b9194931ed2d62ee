import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Abi } from 'ox'
import { hexToBytes, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { testAll } from '../../../../test/support/test-all.ts'
import { startTestNode } from '../../../../test/support/test-node.ts'
import type { ContractName } from './deployment.ts'
import { failureSentences } from './failure-sentences.ts'
import { readArtifact } from './read-artifact.ts'
import { svcProofVerifierAbi } from './svc-proof-verifier-abi.ts'
import { svcSbtAbi } from './svc-sbt-abi.ts'
import { svcVerifierAbi } from './svc-verifier-abi.ts'
import { createVerifierWorld } from './testing/create-verifier-world.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const names: ContractName[] = ['SvcSBT', 'SvcVerifier', 'SvcProofVerifier']

type SourcesIn = {
  sources: Record<string, { keccak256: string }>
  settings: object
  output: { abi: Abi.Abi }
}

test('stores artifacts and typed ABIs that were built from the current sources with the installed compiler', () => {
  const { version } = JSON.parse(readFileSync(`${root}node_modules/solc/package.json`, 'utf8'))
  const typed = {
    SvcSBT: svcSbtAbi,
    SvcVerifier: svcVerifierAbi,
    SvcProofVerifier: svcProofVerifierAbi,
  }
  for (const name of [
    ...names,
    'testing/SignatureWallet',
    'testing/SignatureWalletFactory',
  ] as ContractName[]) {
    const { abi, compiler, metadata } = readArtifact(name)
    expect(compiler.split('+')[0], name).toBe(version)
    const { sources, settings, output } = JSON.parse(metadata) as SourcesIn
    expect(settings, name).toMatchObject({ evmVersion: 'paris', optimizer: { enabled: true, runs: 10_000 } })
    expect(Object.keys(sources).length).toBeGreaterThan(0)
    for (const [path, { keccak256: hash }] of Object.entries(sources)) {
      const folder = path.startsWith('@') ? 'node_modules' : 'packages/chain'
      expect(keccak256(readFileSync(`${root}${folder}/${path}`)), `${path} of ${name}`).toBe(hash)
    }
    const signatures = (of: Abi.Abi) => [...new Set(Abi.format(of))].sort()
    expect(signatures(abi as Abi.Abi), name).toEqual(signatures(output.abi))
    if (typed[name]) expect(signatures(typed[name]), name).toEqual(signatures(output.abi))
  }
})

// Runs only rarely, because compiling takes half a minute. The test above compares the hashes in the metadata
// instead.
if (testAll) {
  test('produces the stored artifacts when the sources are compiled', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/contracts.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
}

test('uses only opcodes of the paris EVM and stays below the contract size limit', () => {
  // The opcodes PUSH0, BLOBHASH, BLOBBASEFEE, TLOAD, TSTORE and MCOPY, which the paris EVM lacks.
  const newer = new Set([0x5f, 0x49, 0x4a, 0x5c, 0x5d, 0x5e])
  // Opcodes after which execution does not continue: STOP, JUMP, RETURN, REVERT, INVALID.
  const ends = new Set([0x00, 0x56, 0xf3, 0xfd, 0xfe])
  for (const name of names) {
    const { deployedBytecode, bytecode } = readArtifact(name)
    expect(deployedBytecode.length / 2, name).toBeLessThan(24_576)
    for (const code of [deployedBytecode, bytecode].map((text) => hexToBytes(text))) {
      const metadata = code.length - 2 - ((code.at(-2) ?? 0) * 256 + (code.at(-1) ?? 0))
      const found: string[] = []
      // Bytes after a terminating opcode are data unless a jump can reach them. For example, the Base64
      // alphabet is data.
      let reached = true
      for (let at = 0; at < metadata; at += 1) {
        const opcode = code[at] ?? 0
        if (opcode === 0x5b) reached = true
        if (reached && newer.has(opcode)) found.push(`${opcode.toString(16)} at ${at}`)
        if (ends.has(opcode)) reached = false
        if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
      }
      expect(found, name).toEqual([])
    }
  }
})

test('runs the contracts on a node with the paris EVM', async () => {
  const node = await startTestNode({ hardfork: 'Merge' })
  try {
    const world = await createVerifierWorld(node.url)
    await world.mint()
    await world.grant()
    await world.approve(world.bob)
    expect([await world.verdict(world.alice), await world.verdict(world.bob)]).toEqual([
      'approved',
      'approved',
    ])
  } finally {
    await node.stop()
  }
})

test('explains every contract error in a sentence and lists no other errors', () => {
  const errors = names.flatMap((name) =>
    readArtifact(name).abi.flatMap((item) => (item.type === 'error' ? [item.name] : [])),
  )
  expect(Object.keys(failureSentences)).toEqual([...new Set(errors)].sort())
})

test('documents every function, event and error of the contracts', () => {
  for (const name of names) {
    const { abi, metadata } = readArtifact(name)
    const { userdoc } = JSON.parse(metadata).output as {
      userdoc: Record<
        'methods' | 'errors' | 'events',
        Record<string, { notice?: string } | { notice?: string }[]>
      >
    }
    const described = (what: 'methods' | 'errors' | 'events') =>
      new Set(Object.keys(userdoc[what] ?? {}).map((signature) => signature.split('(')[0]))
    const inherited = new RegExp(
      'ERC721|AccessControl|[dD]efaultAdmin|^(Enforced|Expected)Pause|^(Paused|Unpaused|Transfer|Approval|ApprovalForAll)$' +
        '|^Role|[rR]ole|^owner|^(balanceOf|getApproved|isApprovedForAll|name|symbol|safeTransferFrom|paused)$|^SafeCast|^Strings|_ROLE$',
    )
    const missing = abi.flatMap((item) => {
      if (item.type !== 'function' && item.type !== 'event' && item.type !== 'error') return []
      const shelf = item.type === 'function' ? 'methods' : (`${item.type}s` as const)
      return inherited.test(item.name) || described(shelf).has(item.name) ? [] : [`${item.type} ${item.name}`]
    })
    expect(missing, name).toEqual([])
  }
})

test('starts every source with the license identifier', () => {
  for (const name of names) {
    const source = readFileSync(`${root}packages/chain/${readArtifact(name).sourceName}`, 'utf8')
    expect(source.startsWith('// SPDX-License-Identifier: Apache-2.0\n')).toBe(true)
  }
})
