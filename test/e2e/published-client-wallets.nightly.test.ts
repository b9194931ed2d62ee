import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { silentLogger } from '@touchstone/common'
import { readSettings, runCommand } from '@touchstone/runtime'
import { createTestClient, createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cosmosSignDoc } from '../../packages/chain/src/accounts/families/cosmos-sign-doc.ts'
import {
  createLoginWallets,
  type LoginWallet,
} from '../../packages/chain/src/accounts/testing/create-login-wallets.ts'
import { startAptosNode } from '../support/aptos-node.ts'
import { eventually } from '../support/eventually.ts'
import { type ClientHost, hostClient } from '../support/published-client/host-client.ts'
import { openClient } from '../support/published-client/open-client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'

// Tests how the frame asks the published client to sign with wallets of each family, and to send a
// transaction.

let server: TestServer
let smtp: TestSmtp
let aptos: Awaited<ReturnType<typeof startAptosNode>>
let host: ClientHost
beforeAll(async () => {
  smtp = await startSmtp()
  aptos = await startAptosNode()
  server = await startTestServer({
    env: { SMTP_URL: smtp.url, LEDGER_URL: 'off', APTOS_NODES: `aptos-1=${aptos.url}` },
  })
  host = await hostClient()
  // The timeout includes the creation of the demo, which the first suite of a run starts.
}, 480_000)
afterAll(async () => {
  await host?.stop()
  await server?.stop()
  await smtp?.stop()
  await aptos?.stop()
})

const wallets = await createLoginWallets(7)
/** A timeout long enough for a complete visit in a browser on a busy machine. */
const visited = { timeout: 360_000 }

type Signed = Record<string, unknown>

/** For each family, the provider method that the client calls and the response of a wallet. */
const families = [
  {
    chain: '0x89',
    id: '137',
    method: 'signMessage',
    sign: async (sign, message) => (await sign({ family: 'evm', message })).signature,
  },
  {
    chain: 'solana',
    id: 'solana',
    method: 'signSolanaMessage',
    sign: async (sign, bytes, { address: publicKey }) => {
      const message = Buffer.from(bytes as number[]).toString('utf8')
      return { signature: (await sign({ family: 'solana', message })).signature, publicKey }
    },
  },
  {
    chain: 'aptos-1',
    id: 'aptos-1',
    method: 'signAptosMessage',
    sign: async (sign, payload) => {
      const { message, nonce } = payload as Record<string, string>
      const fullMessage = `APTOS\nmessage: ${message}\nnonce: ${nonce}`
      return await sign({ family: 'aptos', message, nonce, fullMessage })
    },
  },
  {
    chain: 'neutron-1',
    id: 'neutron-1',
    method: 'signMessage',
    // Returns the same format as `signArbitrary` of Cosmos wallets.
    sign: async (sign, message, { address }) => {
      const signDoc = cosmosSignDoc(address, String(message))
      const { publicKey: value, signature } = await sign({ family: 'cosmos', message, signDoc })
      return { pub_key: { type: 'tendermint/PubKeySecp256k1', value }, signature }
    },
  },
  {
    chain: 'ton',
    id: 'ton',
    method: 'signMessage',
    sign: async (sign, payload) => JSON.stringify(await sign({ family: 'ton', payload })),
  },
] satisfies {
  chain: string
  id: string
  method: string
  sign(sign: (request: object) => Promise<Signed>, given: unknown, wallet: LoginWallet): Promise<unknown>
}[]

test.each(families)('signs in a wallet of $id with $method', visited, async ({ chain, id, method, sign }) => {
  const wallet = wallets.find(({ chainId }) => chainId === id) as LoginWallet
  const domain = new URL(host.origin).host
  const signOf = async (request: object) =>
    (await wallet.sign(request as never, { domain, issuedAt: Date.now() - 2000 } as never)) as Signed
  const provider = { [method]: (given: unknown) => sign(signOf, given, wallet) }
  const { meidProgramNo: programNo } = server.demo
  const visit = await openClient({
    ...{ host, server, account: wallet.address, chain, programNo },
    ...{ lv: 'MeID', mode: 'wallet', provider },
  })
  await visit.page.getByRole('button', { name: 'Verify' }).click()
  await visit.press('Agree and continue')
  await visit.press('Sign with your wallet')
  await visit.sees('Show that it’s you')
  expect(visit.requests.map((each) => each.method)).toEqual([method])
  await visit.close()
})

test(
  'reports on the first screen that the client does not recognise the chain as Solana',
  visited,
  async () => {
    const { address: account } = wallets.find(({ chainId }) => chainId === 'solana') as LoginWallet
    const { meidProgramNo: programNo } = server.demo
    const visit = await openClient({
      ...{ host, server, account, chain: 'Solana', programNo },
      ...{ lv: 'MeID', mode: 'wallet' },
    })
    await visit.page.getByRole('button', { name: 'Verify' }).click()
    await visit.frame.getByText('can’t have a wallet on Solana sign').waitFor()
    expect(await visit.frame.getByRole('button', { name: 'Agree and continue' }).count()).toBe(0)
    await visit.close()
  },
)

test(
  'accredited investor: approves with a transaction in the client’s format, and saves the wallet',
  visited,
  async () => {
    const nodeFile = readFileSync(join(server.dataFolder, 'chain', '137', 'node.json'), 'utf8')
    const transport = http((JSON.parse(nodeFile) as { url: string }).url)
    const wallet = privateKeyToAccount(generatePrivateKey())
    await createTestClient({ mode: 'anvil', transport }).setBalance({
      address: wallet.address,
      value: 10n ** 18n,
    })
    const settings = readSettings({ folder: server.dataFolder, env: server.stores })
    const program = await runCommand({
      name: 'program create',
      input: {
        ...{ mchNo: server.demo.mchNo, name: 'Own hands', kind: 'PoAI', checks: [], rules: {}, active: true },
        ...{ mintMode: 'on-chain-transactional', chainId: '137' },
      } as never,
      settings,
      logger: silentLogger,
    })
    const provider = {
      // As described in the client's README, the site passes the transaction to the wallet.
      delegateTransaction: (given: Record<string, `0x${string}`>) =>
        createWalletClient({ account: wallet, transport }).sendTransaction({
          chain: null,
          to: given.to,
          data: given.data,
          gas: BigInt(given.gasLimit ?? 0),
          gasPrice: BigInt(given.gasPrice ?? 0),
        } as never),
    }
    const { programNo } = program as { programNo: string }
    const visit = await openClient({
      ...{ host, server, account: wallet.address, programNo },
      ...{ lv: 'zkKYC', provider },
    })
    await visit.page.getByRole('button', { name: 'Verify' }).click()
    await visit.press('Agree and continue')
    await visit.frame.getByLabel('E-mail address').fill('mary@example.com')
    await visit.press('Send code')
    await visit.frame.getByLabel('6-digit code').fill(await smtp.code('mary@example.com'))
    await visit.sees('Confirm your investor status')
    const popup = visit.page.waitForEvent('popup')
    await visit.press(/Demo data provider/)
    await (await popup).getByRole('button', { name: 'Someone who sold a company' }).click()
    await visit.sees('Approve in your wallet', 300_000)
    await visit.press('Approve in your wallet')
    await visit.sees(/Share the result with/, 300_000)
    const hex = expect.stringMatching(/^0x[0-9a-fA-F]+$/)
    expect(visit.requests).toEqual([
      {
        method: 'delegateTransaction',
        params: {
          ...{ from: expect.stringMatching(new RegExp(wallet.address, 'i')), to: hex, data: hex },
          ...{ chainId: '0x89', gasLimit: hex, gasPrice: hex },
          ...{ maxFeePerGas: null, maxPriorityFeePerGas: null },
        },
      },
    ])

    await visit.press('Agree and share')
    await visit.sees('You are verified')
    await visit.press('Save a copy')
    await visit.frame.getByLabel('Passphrase, at least 10 characters').fill('correct horse battery')
    await visit.frame.getByLabel('Repeat the passphrase').fill('correct horse battery')
    const download = visit.page.waitForEvent('download', { timeout: 120_000 })
    await visit.press('Save the file')
    expect((await download).suggestedFilename()).toBe('touchstone-wallet.json')
    await visit.press('Back')
    await visit.press('Close the verification')
    const associatedAccount = wallet.address.toLowerCase()
    await eventually(() => visit.events()).toMatchObject([
      ['kycFinished', { isGrant: true, associatedAccount, programNo }],
      ['finished', associatedAccount, 'matching'],
    ])
    await visit.close()
  },
)
