import { randomBytes } from 'node:crypto'
import { createManualClock, silentLogger } from '@touchstone/common'
import { type Database, migrate } from '@touchstone/storage'
import { type Address, bytesToHex, encodeFunctionData, type Hex, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFreshStore } from '../../../../test/support/engines.ts'
import { startTestNode, type TestNode } from '../../../../test/support/test-node.ts'
import { contractCalls } from '../contracts/contract-calls.ts'
import { toContractProof } from '../contracts/contract-proof.ts'
import { decodeFailure } from '../contracts/decode-failure.ts'
import type { Deployment } from '../contracts/deployment.ts'
import { deploymentPlan } from '../contracts/deployment-plan.ts'
import { svcSbtAbi } from '../contracts/svc-sbt-abi.ts'
import { svcVerifierAbi } from '../contracts/svc-verifier-abi.ts'
import { createSimulatedCircuit } from '../contracts/testing/create-simulated-circuit.ts'
import { openTransactionQueue } from '../journal/open-transaction-queue.ts'
import { settleQueue } from '../journal/testing/settle-queue.ts'
import type { TransactionQueue } from '../journal/transaction-queue.ts'
import { chainMigrations } from '../migrations/index.ts'
import { openRpc } from '../rpc/open-rpc.ts'
import { createKeySigner } from '../signer/create-key-signer.ts'
import type { ChainMinter } from './chain-minter.ts'
import { createMinter } from './create-minter.ts'
import { createUnavailableMinter } from './create-unavailable-minter.ts'
import { mintSteps } from './mint-steps.ts'
import { requestedMints } from './requested-mints.ts'
import { runDeployment } from './run-deployment.ts'
import { runMintStep } from './run-mint-step.ts'

const clock = createManualClock(Date.UTC(2026, 0, 1))
const chainId = 31337
const signer = createKeySigner(bytesToHex(randomBytes(32)))
const circuit = createSimulatedCircuit('minting')
const validUntil = 4_000_000_000
const issuer = 77n

let node: TestNode
let database: Database
let queue: TransactionQueue
let deployment: Deployment
let minter: ChainMinter
const stop = new AbortController()
let running: Promise<void>

const fresh32 = () => bytesToHex(randomBytes(32))
const freshAddress = () => bytesToHex(randomBytes(20)) as Address

async function openQueue(store: Database): Promise<TransactionQueue> {
  await migrate({ database: store, migrations: chainMigrations })
  return await openTransactionQueue(
    { database: store, clock, logger: silentLogger },
    {
      chainId,
      signer,
      rpc: openRpc({ chainId, urls: [node.url], clock, logger: silentLogger }),
      finality: { blocks: 0 },
      policy: { paceMs: 20 },
      errors: [...svcSbtAbi, ...svcVerifierAbi],
    },
  )
}

beforeAll(async () => {
  node = await startTestNode()
  await node.rpc('anvil_setBalance', signer.address, numberToHex(10n ** 20n))
  database = await openFreshStore()
  queue = await openQueue(database)
  running = queue.run(stop.signal)
  const steps = deploymentPlan({
    admin: signer.address,
    minter: signer.address,
    operator: signer.address,
    verificationKeys: { kyc: circuit.verificationKey },
    issuers: [issuer],
  })
  deployment = await runDeployment({ queue, steps, name: 'first' })
  const { SvcSBT, SvcVerifier } = deployment.contracts
  minter = createMinter({ queue, sbt: SvcSBT.address, verifier: SvcVerifier.address })
})
afterAll(async () => {
  stop.abort()
  await running
  await database.close()
  await node.stop()
})

const ownerOf = (tokenId: bigint) =>
  queue.client.readContract({
    abi: svcSbtAbi,
    address: deployment.contracts.SvcSBT.address,
    functionName: 'ownerOf',
    args: [tokenId],
  })
const ask = (name: 'verify' | 'hasApproved', cooperator: Address, user: Address) =>
  queue.client.readContract({
    abi: svcVerifierAbi,
    address: deployment.contracts.SvcVerifier.address,
    functionName: name,
    args: [cooperator, user],
  })
async function setQuestions(cooperator: Address, questions = 5n) {
  const { address } = deployment.contracts.SvcVerifier
  const set = { cooperator, kind: 'kyc', merchant: 1n, program: 2n, questions } as const
  await queue.request({
    ...contractCalls.setQuestionSet(address, set),
    key: `set:${cooperator}`,
    kind: 'set',
  })
  expect((await queue.waitFor(`set:${cooperator}`)).status).toBe('final')
}

describe('Minter', () => {
  it('deploys the contracts only once, even if the deployment is requested repeatedly', async () => {
    const before = await queue.counts()
    const steps = deploymentPlan({
      admin: signer.address,
      minter: signer.address,
      operator: signer.address,
      verificationKeys: { kyc: circuit.verificationKey },
      issuers: [issuer],
    })
    expect(await runDeployment({ queue, steps, name: 'first' })).toEqual(deployment)
    expect(await queue.counts()).toEqual(before)
  })

  it('mints a token and returns the same token if the call is repeated', async () => {
    const call = { person: fresh32(), to: freshAddress(), kind: 'kyc', validUntil } as const
    const { tokenId, mintId } = await minter.mint(call)
    expect((await ownerOf(tokenId)).toLowerCase()).toBe(call.to)
    const again = await minter.mint(call)
    expect(again).toMatchObject({ tokenId, mintId })
    expect(await minter.tokenOf(mintId)).toBe(tokenId)
    // Minting another kind keeps the same token.
    expect((await minter.mint({ ...call, kind: 'personhood' })).tokenId).toBe(tokenId)
  })

  it('returns the existing token after the journal has been lost', async () => {
    const call = { person: fresh32(), to: freshAddress(), kind: 'kyc', validUntil } as const
    const { tokenId } = await minter.mint(call)
    const other = await openFreshStore()
    const second = await openQueue(other)
    const { SvcSBT, SvcVerifier } = deployment.contracts
    const heir = createMinter({ queue: second, sbt: SvcSBT.address, verifier: SvcVerifier.address })
    const { key, mintId } = await heir.requestMint(call)
    await settleQueue(second)
    expect(await second.find(key)).toMatchObject({ status: 'final' })
    expect(await heir.tokenOf(mintId)).toBe(tokenId)
    expect(await second.transactions(key)).toEqual([])
    await other.close()
  })

  it('returns the reason why a mint failed', async () => {
    const call = { person: fresh32(), to: freshAddress(), kind: 'kyc', validUntil } as const
    await minter.mint(call)
    await expect(minter.mint({ ...call, to: freshAddress(), kind: 'investor' })).rejects.toMatchObject({
      code: 'chain.reverted',
    })
    await expect(
      minter.mint({ person: fresh32(), to: freshAddress(), kind: 'kyc', validUntil: 1 }),
    ).rejects.toThrow('The requested expiry is in the past.')
  })

  it('retries a mint after a paused contract rejected it', async () => {
    const { SvcSBT, SvcVerifier } = deployment.contracts
    const tell = async (functionName: 'pause' | 'unpause') => {
      for (const { address } of [SvcSBT, SvcVerifier]) {
        const key = `${functionName}:${address}`
        const data = encodeFunctionData({ abi: svcSbtAbi, functionName })
        await queue.request({ to: address, data, key, kind: functionName })
        expect((await queue.waitFor(key)).status).toBe('final')
      }
    }
    const cooperator = freshAddress()
    await setQuestions(cooperator)
    const held = { person: fresh32(), to: freshAddress(), kind: 'kyc', validUntil } as const
    const { tokenId } = await minter.mint(held)
    const mint = { ...held, person: fresh32(), to: freshAddress() }
    const grant = { cooperator, user: held.to, tokenId, validUntil }
    await tell('pause')
    const { mintId } = await minter.requestMint(mint)
    for (const { key } of [await minter.requestMint(mint), await minter.requestGrant(grant)])
      expect((await queue.waitFor(key)).reason).toMatchObject({ text: 'EnforcedPause' })
    await tell('unpause')
    expect((await minter.requestMint(mint)).job.status).toBe('failed')
    expect((await minter.requestGrant(grant)).job.status).toBe('failed')
    await minter.requestMint(mint, { again: true })
    const { key } = await minter.requestGrant(grant, { again: true })
    expect(await minter.waitForToken(mintId)).toBeGreaterThan(tokenId)
    expect((await queue.waitFor(key)).status).toBe('final')
    expect(await ask('verify', cooperator, held.to)).toBe(true)
    expect((await minter.requestMint(mint, { again: true })).job.status).toBe('final')
  })

  it('lists all mints requested for a person and waits for a mint in progress', async () => {
    const call = { person: fresh32(), to: freshAddress(), kind: 'kyc', validUntil } as const
    await node.rpc('evm_setAutomine', false)
    let settled: Promise<bigint | undefined>
    try {
      const { mintId } = await minter.requestMint(call)
      expect(await requestedMints(database, call.person)).toEqual([{ chain: '31337', mintId }])
      expect(await requestedMints(database, fresh32())).toEqual([])
      settled = minter.waitForToken(mintId)
      expect(await minter.tokenOf(mintId)).toBeUndefined()
    } finally {
      await node.rpc('evm_setAutomine', true)
      await node.rpc('evm_mine')
    }
    const tokenId = await settled
    expect((await ownerOf(tokenId ?? 0n)).toLowerCase()).toBe(call.to)

    const refused = { ...call, to: freshAddress(), kind: 'investor' } as const
    const { mintId: second } = await minter.requestMint(refused)
    expect(await minter.waitForToken(second)).toBeUndefined()
    expect(await requestedMints(database, call.person)).toHaveLength(2)
  })

  it('revokes a kind, burns a token, and mints again for the same person', async () => {
    const call = { person: fresh32(), to: freshAddress(), kind: 'kyc', validUntil } as const
    const { tokenId } = await minter.mint(call)
    await minter.revokeKind({ tokenId, kind: 'kyc', id: 'one' })
    const valid = await queue.client.readContract({
      abi: svcSbtAbi,
      address: deployment.contracts.SvcSBT.address,
      functionName: 'isValid',
      args: [tokenId, 2],
    })
    expect(valid).toBe(false)
    await minter.burn({ tokenId })
    const gone = await ownerOf(tokenId).catch(decodeFailure)
    expect(gone).toMatchObject({ name: 'ERC721NonexistentToken' })
    const again = await minter.mint({ ...call, id: 'after the burn' })
    expect(again.tokenId).toBeGreaterThan(tokenId)
  })
})

describe('Mint modes', () => {
  it.each([
    ['cross-chain', '137', '8453', ['mint 137 ssi-wallet']],
    ['cross-chain', '137', 'solana', ['mint 137 ssi-wallet']],
    ['on-chain-mint', '137', '8453', ['mint 137 ssi-wallet', 'mint 8453 wallet', 'grant 8453']],
    ['on-chain-mint', '137', '137', ['mint 137 ssi-wallet', 'grant 137']],
    [
      'on-chain-transactional',
      '137',
      '8453',
      ['mint 137 ssi-wallet', 'mint 8453 wallet', 'await-approval 8453'],
    ],
    ['on-chain-transactional', '137', '137', ['mint 137 ssi-wallet', 'await-approval 137']],
  ] as const)(
    'returns the steps of %s with home chain %s and merchant chain %s',
    (mode, home, chain, expected) => {
      const result = mintSteps(mode, { home, chain }).map((step) =>
        [step.step, step.chain, ...('to' in step ? [step.to] : [])].join(' '),
      )
      expect(result).toEqual(expected)
    },
  )

  it('executes an on-chain mint on the home chain with one token and one grant', async () => {
    const cooperator = freshAddress()
    await setQuestions(cooperator)
    const order = {
      person: fresh32(),
      kind: 'kyc',
      validUntil,
      ssiWallet: freshAddress(),
      wallet: freshAddress(),
      cooperator,
    } as const
    for (const _ of ['first', 'again']) {
      let tokenId: bigint | undefined
      for (const step of mintSteps('on-chain-mint', { home: '31337', chain: '31337' })) {
        tokenId = (await runMintStep({ step, order, minter, ...(tokenId && { tokenId }) })) ?? tokenId
      }
      expect(await ask('verify', cooperator, order.wallet)).toBe(true)
      expect(await ask('verify', cooperator, order.ssiWallet)).toBe(false)
    }
    await minter.revokeGrant({ cooperator, user: order.wallet, id: 'one' })
    expect(await ask('hasApproved', cooperator, order.wallet)).toBe(false)
  })

  it("waits for the user's proof-based approval in transactional mode", async () => {
    const cooperator = freshAddress()
    await setQuestions(cooperator)
    const [user] = await node.rpc<Address[]>('eth_accounts')
    if (!user) throw new Error('the test node has no account')
    const step = { step: 'await-approval', chain: '31337' } as const
    const order = {
      person: fresh32(),
      kind: 'kyc',
      validUntil,
      ssiWallet: user,
      wallet: user,
      cooperator,
    } as const
    let approved = false
    const waiting = runMintStep({ step, order, minter }).then(() => {
      expect(approved).toBe(true)
    })
    const { timestamp } = await queue.client.getBlock()
    const day = new Date(Number(timestamp) * 1000)
    const today = day.getUTCFullYear() * 10_000 + (day.getUTCMonth() + 1) * 100 + day.getUTCDate()
    const signals = [9n, 8n, issuer, 1n, 2n, BigInt(user), BigInt(chainId), BigInt(today), 5n, 0n] as const
    const call = contractCalls.approve(deployment.contracts.SvcVerifier.address, {
      cooperator,
      proof: toContractProof(circuit.prove(signals)),
      signals,
    })
    // Allow the first checks to run before the approval exists.
    await queue.pause()
    await queue.pause()
    approved = true
    await node.rpc('eth_sendTransaction', { from: user, ...call, gas: '0x100000' })
    await waiting
  })
})

describe('Chain without minting', () => {
  it.each([
    ['aptos-1', 'rpc', 'only on EVM chains'],
    ['8453', 'rpc', 'CHAIN_RPC'],
    ['8453', 'signer', 'CHAIN_KEYSTORE'],
    ['8453', 'deployment', 'chain deploy'],
  ] as const)(
    'rejects every call on chain %s and suggests a remedy for the missing %s',
    async (chain, lack, remedy) => {
      const missing = createUnavailableMinter(chain, lack)
      const call = { person: '0x01' as Hex, to: freshAddress(), kind: 'kyc', validUntil } as const
      for (const attempt of [missing.mint(call), missing.burn({ tokenId: 1n }), missing.tokenOf('0x')]) {
        await expect(attempt).rejects.toMatchObject({
          code: 'chain.not-configured',
          remedy: expect.stringContaining(remedy),
        })
      }
    },
  )
})
