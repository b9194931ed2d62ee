import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cooperatorOf, createKeystoreFile, type Deployment, readAccount, readToken } from '@touchstone/chain'
import { type Address, createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { copyDemoToServer } from '../support/demo-database.ts'
import { freshDatabase } from '../support/engines.ts'
import { waitUntil } from '../support/processes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawn.ts'
import { testAll } from '../support/test-all.ts'
import { startTestNode, type TestNode } from '../support/test-node.ts'
import { demoTimeout, startTimeout } from '../support/timeouts.ts'

type User = {
  status: string
  ssiWallet: string
  clientUserIdentifier: { blockchainId: number; tokenId: string; walletAddress: string }[]
}

describe('development chain of a server', () => {
  const folder = temporaryFolder()
  let server: SpawnedServer | TestServer
  const env: Record<string, string> = { TOUCHSTONE_DATA: folder.path }
  beforeAll(async () => {
    // The chain does not depend on the store's engine, so these tests use the faster store by default.
    if (!testAll) env.DATABASE_URL = await copyDemoToServer(folder.path)
    server = await spawnServer({ dataFolder: folder.path, env })
  }, demoTimeout)
  afterAll(async () => {
    await server.stop()
    folder.remove()
  })
  const json = async <Result>(...args: string[]): Promise<Result> => {
    const { code, stdout } = await runCli([...args, '--json'], env)
    expect(code).toBe(0)
    return JSON.parse(stdout) as Result
  }
  const read = <Content>(...path: string[]) =>
    JSON.parse(readFileSync(join(folder.path, ...path), 'utf8')) as Content
  const note = () => read<{ node: number; url: string }>('chain', '137', 'node.json')
  const deployment = () => read<Deployment>('deployments', '137.json')
  const client = () => createPublicClient({ transport: http(note().url) })
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0)
      // A terminated process is still listed until its parent process reads its status.
      return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
    } catch {
      return false
    }
  }

  async function sharedUsers(): Promise<User[]> {
    const { mchNo, apiKey, onChainProgramNo: programNo } = server.demo
    const body = { mchNo, apiKey, programNo, page: 1 }
    const answer = await ask(`${server.url}/zkseradmin/openapi/kyc/getUsersList`, { body })
    return (answer.body.data as { users: User[] }).users.filter(({ status }) => status === 'KYC Passed')
  }

  /** Returns the token of a user as reported by the API, and as reported by the chain. */
  async function bothSides(user: User) {
    const [identifier] = user.clientUserIdentifier
    const { mchNo, onChainProgramNo: programNo } = server.demo
    const cooperator = cooperatorOf({ merchant: BigInt(mchNo.slice(1)), program: BigInt(programNo) })
    const tokenId = BigInt(identifier?.tokenId ?? 0)
    const token = await readToken(client(), deployment().contracts.SvcSBT.address, { tokenId })
    const wallet = identifier?.walletAddress as Address
    const account = await readAccount(client(), deployment(), { cooperator, user: wallet })
    return { tokenId, wallet, cooperator, token, account }
  }

  async function expectTokens(users: readonly User[]): Promise<void> {
    expect(users.length).toBeGreaterThan(5)
    for (const user of users) {
      const { tokenId, token, account } = await bothSides(user)
      expect(token).toMatchObject({
        tokenId,
        holder: expect.stringMatching(new RegExp(`^${user.ssiWallet}$`, 'i')),
        kinds: expect.arrayContaining([expect.objectContaining({ kind: 'kyc', valid: true })]),
      })
      expect(account).toMatchObject({ verified: true, hasApproved: true, approval: { by: 'grant' } })
    }
  }

  test('mints the tokens that the users list reports, and contracts accept the users’ wallets', async () => {
    await expectTokens(await sharedUsers())
  })

  test('shows the operator the chain, the contracts and an account', async () => {
    const [home, ...others] = await json<
      { chainId: string; state: string; jobs?: object; trouble?: object[] }[]
    >('chain', 'status')
    expect(home).toMatchObject({ chainId: '137', state: 'ready', development: true, trouble: [] })
    expect(home?.jobs).toEqual({ final: expect.any(Number) })
    expect(others).toHaveLength(17)
    expect(others).toContainEqual(expect.objectContaining({ chainId: '8453', state: 'not configured' }))
    expect(others).toContainEqual(expect.objectContaining({ chainId: 'solana', state: 'no minter' }))

    const [user] = await sharedUsers()
    if (!user) throw new Error('nobody passed')
    const { wallet, cooperator } = await bothSides(user)
    const { stdout } = await runCli(
      ['chain', 'verify-account', wallet, '--program', server.demo.onChainProgramNo],
      env,
    )
    expect(stdout).toMatch(/^verify +yes$/m)
    expect(stdout).toMatch(new RegExp(`^Cooperator +${cooperator}$`, 'm'))
    expect(stdout).toMatch(/^Matches program +yes$/m)
    const stranger = await json(
      'chain',
      'verify-account',
      `0x${'1'.repeat(40)}`,
      '--program',
      server.demo.onChainProgramNo,
    )
    expect(stranger).toMatchObject({ verified: false, hasApproved: false })
    expect((await runCli(['doctor'], { ...env, PORT: new URL(server.url).port })).stdout).toMatch(
      /chain 137 +ready/,
    )
  })

  test('does not deploy existing contracts twice', async () => {
    const before = deployment()
    expect(await json('chain', 'deploy')).toMatchObject({ chainId: '137', deployed: false })
    expect(deployment()).toEqual(before)
    const unknown = await runCli(['chain', 'deploy', '--chain', '8453'], env)
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('CHAIN_RPC') })
  })

  test('registers a new issuer key in the contract', async () => {
    type Keys = { id: string; issuerKey: string }[]
    const [before] = await json<Keys>('issuer', 'list')
    const rotated = await json('issuer', 'rotate')
    expect(rotated).toMatchObject({ signs: true, chains: [{ chainId: '137', state: 'added' }] })
    const [after] = await json<Keys>('issuer', 'list')
    expect(after?.id).not.toBe(before?.id)
  })

  test('reports the journal in the metrics', async () => {
    const metrics = 'output' in server ? /Metrics +(http:\S+)/.exec(server.output.stdout)?.[1] : undefined
    const { text } = await ask(metrics ?? '')
    expect(text).toMatch(/^touchstone_chain_jobs\{chain="137",status="final"\} \d+$/m)
  })

  test(
    'leaves no node running when the server is killed, and keeps every token for the next server',
    async () => {
      const users = await sharedUsers()
      const { node } = note()
      if (!('process' in server)) throw new Error('no separate process')
      server.process.kill('SIGKILL')
      await server.exited
      await waitUntil(() => !isAlive(node), 20_000, 'the node to end')
      server = await startTestServer({ dataFolder: folder.path, env })
      expect(await sharedUsers()).toEqual(users)
      await expectTokens(users)
    },
    startTimeout,
  )

  test(
    'rebuilds a lost chain from the journal',
    async () => {
      const users = await sharedUsers()
      await server.stop()
      rmSync(join(folder.path, 'chain', '137'), { recursive: true })
      server = await startTestServer({ dataFolder: folder.path, env })
      const settled = async () => {
        const [home] = await json<{ jobs: Record<string, number> }[]>('chain', 'status', '--chain', '137')
        return Object.keys(home?.jobs ?? {}).join() === 'final'
      }
      await waitUntil(settled, 60_000, 'the journal’s transactions to be sent again')
      await expectTokens(users)
    },
    startTimeout,
  )

  test(
    'keeps the token contract when deploying new contracts',
    async () => {
      const before = deployment().contracts
      expect(await json('chain', 'deploy', '--again')).toMatchObject({ deployed: true })
      const after = deployment().contracts
      expect(after.SvcSBT).toEqual(before.SvcSBT)
      expect(after.SvcVerifier.address).not.toBe(before.SvcVerifier.address)
    },
    startTimeout,
  )

  test(
    'rejects contracts of another version and suggests a remedy that keeps the tokens',
    async () => {
      const { contracts, ...rest } = deployment()
      await server.stop()
      // The code at this address differs from the code of SvcVerifier.
      const SvcVerifier = { ...contracts.SvcVerifier, address: contracts.SvcSBT.address }
      const other = { ...rest, contracts: { ...contracts, SvcVerifier } }
      writeFileSync(join(folder.path, 'deployments', '137.json'), JSON.stringify(other))
      server = await startTestServer({ dataFolder: folder.path, env })
      expect(deployment()).toEqual(other)
      const status = () => json('chain', 'status', '--chain', '137')
      expect(await status()).toMatchObject([{ state: 'contracts of another version' }])
      const doctor = await runCli(['doctor'], { ...env, PORT: new URL(server.url).port })
      expect(doctor.stdout).toMatch(/chain 137 +contracts of another version/)
      const { code, stderr } = await runCli(['issuer', 'rotate'], env)
      expect(code).toBe(1)
      expect(stderr).toContain(
        `SvcVerifier at ${SvcVerifier.address} on chain 137 differs from the contract of this release`,
      )
      expect(stderr).toContain('npx touchstone chain deploy --chain 137 --again')

      expect(await json('chain', 'deploy', '--again')).toMatchObject({ deployed: true })
      expect(await status()).toMatchObject([{ state: 'ready' }])
      expect(deployment().contracts.SvcSBT).toEqual(contracts.SvcSBT)
      const [user] = await sharedUsers()
      if (!user) throw new Error('nobody passed')
      expect((await bothSides(user)).token?.kinds).toMatchObject([{ kind: 'kyc', valid: true }])
    },
    startTimeout,
  )

  test('stores the signing key encrypted and readable only by its owner', () => {
    const file = join(folder.path, 'chain', 'signer.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(read('chain', 'signer.json')).toMatchObject({ version: 3, crypto: { kdf: 'scrypt' } })
  })
})

describe('custom chain', () => {
  const folder = temporaryFolder()
  const key = `0x${'5e'.repeat(32)}` as const
  let node: Awaited<ReturnType<typeof startTestNode>>
  let env: Record<string, string>
  beforeAll(async () => {
    node = await startTestNode({ chainId: 8453 })
    env = {
      TOUCHSTONE_DATA: folder.path,
      DATABASE_URL: await freshDatabase(),
      TOUCHSTONE_SECRET: 'd41d8cd98f00b204e9800998ecf8427e',
      CHAIN_RPC: `8453=${node.url}`,
      CHAIN_DEPLOYMENTS: join(folder.path, 'put'),
    }
  })
  afterAll(async () => {
    await node.stop()
    folder.remove()
  })
  const deploy = (more: Record<string, string>, ...args: string[]) =>
    runCli(['chain', 'deploy', '--chain', '8453', ...args], { ...env, ...more })

  test(
    'rejects development keys, a generated signing key, and the signer as admin in production',
    async () => {
      const production = { NODE_ENV: 'production' }
      expect((await deploy(production)).stderr).toContain('needs a signing key')
      const own = await deploy({ ...production, CHAIN_KEY: key })
      expect(own.stderr).toContain("service's signing key is the admin account")
      expect(own.stderr).toContain('--admin 0x…')
      const admin = ['--admin', `0x${'ad'.repeat(20)}`]
      const { code, stderr } = await deploy({ ...production, CHAIN_KEY: key }, ...admin)
      expect(code).toBe(1)
      expect(stderr).toContain('development keys, for which anyone can forge proofs')
      expect(stderr).toContain('CREDENTIAL_KEYS')
      expect(existsSync(join(folder.path, 'put'))).toBe(false)
    },
    startTimeout,
  )

  test(
    'signs with a keystore, deploys contracts with a separate admin and stores their addresses',
    async () => {
      const file = join(folder.path, 'minter.json')
      const address = await createKeystoreFile({
        file,
        password: 'correct horse',
        privateKey: key,
        cost: 1024,
      })
      await node.rpc('anvil_setBalance', address, '0xde0b6b3a7640000')
      const keystore = { CHAIN_KEYSTORE: file, CHAIN_KEYSTORE_PASSWORD: 'correct horse' }
      const wrong = await deploy({ ...keystore, CHAIN_KEYSTORE_PASSWORD: 'incorrect' })
      expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('password is wrong') })

      const admin = `0x${'ad'.repeat(20)}`
      // For this chain, the chain table requires many blocks until finality, so the test must mine them.
      const miner = new AbortController()
      const mining = keepMining(node, miner.signal)
      const { code, stdout, stderr } = await deploy(keystore, '--admin', admin)
      miner.abort()
      await mining
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain('Contracts deployed on chain 8453')
      const { contracts } = JSON.parse(
        readFileSync(join(folder.path, 'put', '8453.json'), 'utf8'),
      ) as Deployment
      const owner = await createPublicClient({ transport: http(node.url) }).readContract({
        address: contracts.SvcSBT.address,
        abi: [
          {
            type: 'function',
            name: 'defaultAdmin',
            stateMutability: 'view',
            inputs: [],
            outputs: [{ type: 'address' }],
          },
        ] as const,
        functionName: 'defaultAdmin',
      })
      expect(owner.toLowerCase()).toBe(admin)

      const rotated = await runCli(['issuer', 'rotate', '--json'], { ...env, ...keystore })
      const { chains, signs } = JSON.parse(rotated.stdout) as {
        chains: { chainId: string; state: string }[]
        signs: boolean
      }
      expect(signs, 'the contract does not accept the key yet').toBe(false)
      expect(chains).toContainEqual(
        expect.objectContaining({ chainId: '8453', state: 'to send', data: expect.stringMatching(/^0x/) }),
      )
    },
    startTimeout,
  )

  test('rejects a node of another chain', async () => {
    const { stdout } = await runCli(['chain', 'status', '--chain', '137', '--json'], {
      ...env,
      CHAIN_RPC: `137=${node.url}`,
      CHAIN_KEY: key,
    })
    expect(JSON.parse(stdout)).toMatchObject([{ chainId: '137', state: 'no node answers' }])
  })
})

/** Mines one block after another, waiting for each, so that requests do not pile up on a slow node. */
async function keepMining(node: TestNode, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await node.rpc('anvil_mine', '0x40')
    await pause(200)
  }
}
