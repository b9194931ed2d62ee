import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  chainMigrations,
  contractCalls,
  createKeySigner,
  createMinter,
  decodeFailure,
  deploymentPlan,
  openRpc,
  openTransactionQueue,
  requestedMints,
  runDeployment,
  svcSbtAbi,
  svcVerifierAbi,
  toContractProof,
} from '@touchstone/chain'
import { createManualClock, silentLogger } from '@touchstone/common'
import { migrate } from '@touchstone/storage'
import type { JourneyChains, ProgramOnChain } from '@touchstone/verification'
import { type Address, bytesToHex, createPublicClient, http, numberToHex } from 'viem'
import { createSimulatedCircuit } from '../../packages/chain/src/contracts/testing/create-simulated-circuit.ts'
import { openFreshStore } from './engines.ts'
import { startTestNode } from './test-node.ts'

const chainId = 31337

/**
 * Starts a node with the service's contracts, and the transaction journal that sends transactions to this
 * node. The test can cut and restore the connection to the node. Proofs use a key with a known secret, which
 * the contracts cannot detect.
 */
export async function startRealChain() {
  const database = await openFreshStore()
  // The chain's clock has the same start time as the clocks of session worlds.
  const node = await startTestNode({ time: Date.UTC(2026, 10, 15, 12) / 1000 })
  const client = createPublicClient({ transport: http(node.url) })
  const line = { isCut: false, refused: 0 }
  const relay = await startRelay(node.url, line)
  const signer = createKeySigner(bytesToHex(randomBytes(32)))
  await node.rpc('anvil_setBalance', signer.address, numberToHex(10n ** 20n))
  await migrate({ database, migrations: chainMigrations })
  const clock = createManualClock(Date.UTC(2026, 0, 1))
  const journal = await openTransactionQueue(
    { database, clock, logger: silentLogger },
    {
      chainId,
      signer,
      rpc: openRpc({ chainId, urls: [relay.url], clock, logger: silentLogger }),
      finality: { blocks: 0 },
      policy: { paceMs: 20 },
      errors: [...svcSbtAbi, ...svcVerifierAbi],
    },
  )
  const stop = new AbortController()
  const running = journal.run(stop.signal)
  const circuit = createSimulatedCircuit('real chain')
  const issuer = 77n
  const deployment = await runDeployment({
    queue: journal,
    name: 'real chain',
    steps: deploymentPlan({
      admin: signer.address,
      minter: signer.address,
      operator: signer.address,
      verificationKeys: { kyc: circuit.verificationKey },
      issuers: [issuer],
    }),
  })
  const sbt = deployment.contracts.SvcSBT.address
  const verifier = deployment.contracts.SvcVerifier.address
  const minter = createMinter({ queue: journal, sbt, verifier })
  const read = async (functionName: 'verify' | 'hasApproved', cooperator: Address, user: Address) =>
    await client.readContract({
      abi: svcVerifierAbi,
      address: verifier,
      functionName,
      args: [cooperator, user],
    })

  async function prove(from: Address, program: ProgramOnChain, handle: bigint) {
    const { cooperator, merchant, questions } = program
    const { timestamp } = await client.getBlock()
    const day = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10).replaceAll('-', '')
    const nonce = await client.readContract({
      abi: svcVerifierAbi,
      address: verifier,
      functionName: 'nonces',
      args: [cooperator, from],
    })
    const whom = [BigInt(from), handle, issuer, merchant, program.program, BigInt(from)] as const
    const signals = [...whom, BigInt(chainId), BigInt(day), BigInt(questions.hash), nonce] as const
    const proof = toContractProof(circuit.prove(signals))
    return { from, ...contractCalls.approve(verifier, { cooperator, proof, signals }) }
  }

  async function send({ from, to, data }: Awaited<ReturnType<typeof prove>>): Promise<void> {
    await client.call({ account: from, to, data }).catch((error: unknown) => {
      throw new Error(decodeFailure(error)?.name)
    })
    await node.rpc('eth_sendTransaction', { from, to, data })
  }

  const chains: Partial<JourneyChains> = {
    minter: async () => minter,
    verifierAddress: async () => verifier,
    async mintedFor(person, { waits = true } = {}) {
      const tokens: { chainId: string; tokenId: string }[] = []
      for (const { mintId } of await requestedMints(database, person)) {
        const tokenId = await (waits ? minter.waitForToken(mintId) : minter.tokenInJournal(mintId))
        if (tokenId !== undefined) tokens.push({ chainId: '137', tokenId: String(tokenId) })
      }
      return tokens
    },
    async ensureRegistered(_, { cooperator, kind, merchant, program, questions }) {
      const call = { cooperator, kind, merchant, program, questions: BigInt(questions.hash) }
      const key = `set:${cooperator}`
      await journal.request({ ...contractCalls.setQuestionSet(verifier, call), key, kind: 'set' })
      await journal.waitFor(key)
    },
  }

  return {
    chains,
    /** While the connection is cut, the service cannot reach the node, although the node keeps running. */
    line,
    verify: (cooperator: Address, user: Address) => read('verify', cooperator, user),

    /** Sends a proof to the contract directly from a wallet. Throws the error that the contract reports. */
    async approve(from: Address, program: ProgramOnChain, handle: bigint): Promise<void> {
      await send(await prove(from, program, handle))
    },
    /** Makes a proof that can be sent later. */
    prove,
    send,

    accounts: () => node.rpc<Address[]>('eth_accounts'),
    /** Mines a block with the given timestamp, in milliseconds. */
    async travelTo(time: number): Promise<void> {
      await node.rpc('evm_setNextBlockTimestamp', Math.floor(time / 1000))
      await node.rpc('evm_mine')
    },
    /** Waits until the journal's jobs are final or have failed. */
    async settled(): Promise<void> {
      for (const { key, status } of await journal.list({ limit: 1000 }))
        if (status !== 'final' && status !== 'failed') await journal.waitFor(key)
    },
    /** Counts the journal's jobs of one kind. */
    countJobs: async (kind: string) =>
      (await journal.list({ limit: 1000 })).filter((job) => job.kind === kind).length,

    async stop() {
      stop.abort()
      await running
      await relay.stop()
      await node.stop()
      await database.close()
    },
  }
}

async function startRelay(
  url: string,
  line: { isCut: boolean; refused: number },
): Promise<{ url: string; stop(): Promise<void> }> {
  const server: Server = createServer(async (request, response) => {
    if (line.isCut) {
      line.refused += 1
      return void response.destroy()
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(parts),
    })
    if (line.isCut) return void response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
