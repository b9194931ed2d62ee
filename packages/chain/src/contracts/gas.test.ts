import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Address, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { contractCalls } from './contract-calls.ts'
import { toContractProof } from './contract-proof.ts'
import { svcProofVerifierAbi } from './svc-proof-verifier-abi.ts'
import { svcVerifierAbi } from './svc-verifier-abi.ts'
import { createVerifierWorld } from './testing/create-verifier-world.ts'

const file = fileURLToPath(new URL('../../gas-snapshot.json', import.meta.url))
const toUpdate =
  'Run "UPDATE_GAS=1 npx vitest run packages/chain/src/contracts/gas.test.ts" and review the change.'

/**
 * Tolerated difference in gas. Zero bytes in call data are cheaper, and the number of zero bytes in ids and
 * proofs differs in each run.
 */
const margin = 1_000

let node: TestNode
let world: Awaited<ReturnType<typeof createVerifierWorld>>

beforeAll(async () => {
  node = await startTestNode()
  world = await createVerifierWorld(node.url)
})
afterAll(() => node.stop())

test('matches the gas snapshot for each call', async () => {
  const gas: Record<string, number> = {}
  const note = (name: string, { gasUsed }: { gasUsed: bigint }) => {
    gas[name] = Number(gasUsed)
  }
  // The cost for a cooperator's contract that makes the call. Excludes the transaction's base cost of 21,000
  // gas and the cost of its call data.
  const costOf = async (functionName: 'verify' | 'hasApproved', user: Address) => {
    const data = encodeFunctionData({ abi: svcVerifierAbi, functionName, args: [world.shop, user] })
    return inner(data, await world.client.estimateGas({ to: world.verifier, data, account: world.alice }))
  }
  for (const [name, gasUsed] of Object.entries(world.deploymentGas)) note(`deploy ${name}`, { gasUsed })
  // The first token also pays for storage slots that have never been written before.
  await world.mint({ holder: world.bob, mintId: world.id('first') })
  note('mint, a new token', await world.mint())
  note('mint, a kind added', await world.mint({ kind: 'address', mintId: world.id('mint 2') }))
  note('mint, a kind renewed', await world.mint({ mintId: world.id('mint 3') }))
  note('grant', await world.grant({ tokenId: 2n }))
  gas['verify of a grant, read by a contract'] = await costOf('verify', world.alice)
  note(
    'revokeKind',
    await world.send(world.operator, contractCalls.revokeKind(world.sbt, { tokenId: 2n, kind: 'kyc' })),
  )
  note('burn', await world.send(world.alice, contractCalls.burn(world.sbt, { tokenId: 2n })))
  note('revoke, a grant', await world.send(world.operator, world.revokeCall()))
  note('approve, the first proof', await world.approve(world.bob))
  // Send the transaction in a later second, because storing an identical approval again would cost less.
  await world.travelTo((await world.now()) + 10n)
  note('approve, another proof', await world.approve(world.bob))

  gas['verify, read by a contract'] = await costOf('verify', world.bob)
  gas['hasApproved, read by a contract'] = await costOf('hasApproved', world.bob)
  const signals = await world.signalsFor(world.alice)
  const { a, b, c } = toContractProof(world.kyc.prove(signals))
  const proof = encodeFunctionData({
    abi: svcProofVerifierAbi,
    functionName: 'verifyProof',
    args: [a, b, c, signals],
  })
  const to = world.deployment.contracts['SvcProofVerifier:kyc']?.address ?? '0x'
  note('verifyProof alone, as a transaction', await world.send(world.alice, { to, data: proof }))
  note(
    'revokeHandle',
    await world.send(world.operator, contractCalls.revokeHandle(world.verifier, { handle: 9n })),
  )
  // A suspension is extended or ended more often than it is the first one of a credential or a token.
  const suspension = async (kind: 'handle' | 'token', order: number, seconds: bigint) => {
    const until = seconds === 0n ? 0 : Number((await world.now()) + seconds)
    return contractCalls.suspend(world.verifier, { kind, what: 10n, until, order })
  }
  for (const kind of ['handle', 'token'] as const) {
    const name = kind === 'handle' ? 'suspendHandle' : 'suspendToken'
    note(`${name}, the first time`, await world.send(world.operator, await suspension(kind, 1, 1000n)))
    note(`${name}, ended`, await world.send(world.operator, await suspension(kind, 2, 0n)))
  }
  note('revoke, a proof', await world.send(world.bob, world.revokeOwnCall()))
  note('setQuestionSet, changed', await world.setQuestions())

  if (process.env.UPDATE_GAS) {
    const published = { 'Semaphore, verifyProof as published': 288_798 }
    writeFileSync(file, `${JSON.stringify({ gas, published }, null, 2)}\n`)
  }
  const snapshot = (JSON.parse(readFileSync(file, 'utf8')) as { gas: Record<string, number> }).gas
  expect(Object.keys(gas), toUpdate).toEqual(Object.keys(snapshot))
  for (const [name, used] of Object.entries(gas)) {
    expect(Math.abs(used - (snapshot[name] ?? 0)), `${name}: ${used}. ${toUpdate}`).toBeLessThanOrEqual(
      margin,
    )
  }
})

test("shows the snapshot's figures in the documentation", () => {
  const documented = readFileSync(new URL('../../docs/contracts.md', import.meta.url), 'utf8')
  const table = new Set(Array.from(documented.matchAll(/^\|[^|]+\| +([\d,]+) \|$/gm), ([, figure]) => figure))
  const { gas, published } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'gas' | 'published',
    Record<string, number>
  >
  const measured = Object.values({ ...gas, ...published }).map((figure) => figure.toLocaleString('en'))
  expect([...table].sort()).toEqual([...new Set(measured)].sort())
})

/** Estimates a read call and subtracts the base cost of a transaction. */
function inner(data: `0x${string}`, estimate: bigint): number {
  const bytes = Buffer.from(data.slice(2), 'hex')
  const dataCost = bytes.reduce((sum, byte) => sum + (byte === 0 ? 4 : 16), 0)
  return Number(estimate) - 21_000 - dataCost
}
