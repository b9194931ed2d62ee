import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { silentLogger } from '@touchstone/common'
import { readSettings, runCommand } from '@touchstone/runtime'
import type { Browser } from 'playwright-core'
import {
  type Abi,
  createTestClient,
  createWalletClient,
  encodeDeployData,
  getContractAddress,
  type Hex,
  http,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createLoginWallets,
  type LoginWallet,
} from '../../packages/chain/src/accounts/testing/create-login-wallets.ts'
import { startAptosNode } from '../support/aptos-node.ts'
import { ask } from '../support/ask.ts'
import { hostWidget, type WidgetHost } from '../support/journeys/host-widget.ts'
import { openVisit } from '../support/journeys/open-visit.ts'
import { agreeAndFinish, signInByMail } from '../support/journeys/people-do.ts'
import { startExample } from '../support/journeys/start-example.ts'
import { mined } from '../support/mined.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { testAll } from '../support/test-all.ts'

let server: TestServer
let smtp: TestSmtp
let aptos: Awaited<ReturnType<typeof startAptosNode>>
let shop: WidgetHost
let browser: Browser
let nodeUrl: string
// One wallet of each family is enough, because the page handles all wallets of a family in the same way. The
// page only forwards the request to sign. Other tests cover the signatures of each family.
const families = new Set(testAll ? ['137', 'solana', 'aptos-1', 'neutron-1', 'ton'] : ['137', 'solana'])
const wallets = (await createLoginWallets(7)).filter(({ chainId }) => families.delete(chainId))

beforeAll(async () => {
  smtp = await startSmtp()
  aptos = await startAptosNode()
  server = await startTestServer({
    env: { SMTP_URL: smtp.url, LEDGER_URL: 'off', APTOS_NODES: `aptos-1=${aptos.url}` },
  })
  const { mchNo: appId, meidProgramNo: programNo } = server.demo
  shop = await hostWidget(server.url, { appId, programNo, level: 'MeID', mode: 'wallet' })
  browser = await sharedBrowser()
  const node = readFileSync(join(server.dataFolder, 'chain', '137', 'node.json'), 'utf8')
  nodeUrl = (JSON.parse(node) as { url: string }).url
  // The timeout includes the creation of the demo, which the first suite of a run starts.
}, 480_000)
afterAll(async () => {
  await shop?.stop()
  await server?.stop()
  await smtp?.stop()
  await aptos?.stop()
})

async function signInWith({ chainId, address, sign }: LoginWallet): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  const domain = new URL(shop.url).host
  await context.exposeBinding('askSite', async (_, method: string, params: { request: never }) => {
    switch (method) {
      case 'getAccessToken': {
        const { apiKey, mchNo: appId } = server.demo
        const body = { apiKey, appId, apiModePermission: 1, lv: 2 }
        return ((await ask(`${server.url}/api/token/get`, { body })).body.data as { accessToken: string })
          .accessToken
      }
      case 'getUserAccounts':
        return [address]
      case 'signMessage':
        return await sign(params.request, { domain, issuedAt: Date.now() - 2000 } as never)
      default:
        throw new Error(`unexpected call of ${method}`)
    }
  })
  try {
    const page = await context.newPage()
    await page.goto(`${shop.url}/?chain=${chainId}`)
    await page.getByRole('button', { name: 'Verify' }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Agree and continue' }).click()
    await frame.getByRole('button', { name: 'Sign with your wallet' }).click()
    await frame.getByRole('heading', { name: 'Show that it’s you' }).waitFor({ timeout: 180_000 })
  } finally {
    await context.close()
  }
}

/** A timeout long enough for a complete visit in a browser on a busy machine. */
const visited = { timeout: 360_000 }

test.each(wallets.map((wallet) => [wallet.name, wallet] as const))(
  'signs in on the page with %s',
  visited,
  (_, wallet) => signInWith(wallet),
)

test('signs in with a contract wallet by verifying its signature on the chain', visited, async () => {
  const file = new URL('../../packages/chain/artifacts/testing/SignatureWallet.json', import.meta.url)
  const artifact = JSON.parse(readFileSync(file, 'utf8')) as { abi: Abi; bytecode: Hex }
  const owner = privateKeyToAccount(generatePrivateKey())
  const node = createTestClient({ mode: 'anvil', transport: http(nodeUrl) }).extend(publicActions)
  await node.setBalance({ address: owner.address, value: 10n ** 18n })
  const sender = createWalletClient({ account: owner, transport: http(nodeUrl) })
  const hash = await sender.sendTransaction({
    data: encodeDeployData({ ...artifact, args: [owner.address] }),
    chain: null,
  })
  await mined(node, hash)
  await signInWith({
    name: 'a contract',
    chainId: '137',
    address: getContractAddress({ from: owner.address, nonce: 0n }),
    sign: async (request) => ({
      family: 'evm',
      signature: await owner.signMessage({ message: (request as { message: string }).message }),
    }),
  })
})

if (testAll)
  test(
    'sends the proof to the contract from the user’s own wallet if the program requires it',
    visited,
    async () => {
      const { mchNo, apiKey } = server.demo
      const program = await runCommand({
        name: 'program create',
        input: {
          mchNo,
          name: 'Own hands',
          kind: 'PoAI',
          checks: [],
          rules: {},
          mintMode: 'on-chain-transactional',
          chainId: '137',
          active: true,
        } as never,
        settings: readSettings({ folder: server.dataFolder, env: server.stores }),
        logger: silentLogger,
      })
      const { programNo } = program as { programNo: string }
      const example = await startExample('plain-page', {
        TOUCHSTONE_URL: server.url,
        API_KEY: apiKey,
        APP_ID: mchNo,
        PROGRAM_NO: programNo,
      })
      const visit = await openVisit({ url: example.url, rpcUrl: nodeUrl })
      try {
        const node = createTestClient({ mode: 'anvil', transport: http(nodeUrl) })
        await node.setBalance({ address: visit.wallet.address, value: 10n ** 18n })
        await signInByMail(visit, smtp, 'mary@example.com')
        await visit.sees('Confirm your investor status')
        const popup = visit.context.waitForEvent('page')
        await visit.press(/Demo data provider/)
        await (await popup).getByRole('button', { name: 'Someone who sold a company' }).click()
        await visit.sees('Approve in your wallet', 360_000)
        // The wallet first sets a gas limit that is too low, so the network rejects the transaction without
        // any loss.
        visit.wallet.gas = 100_000n
        await visit.press('Approve in your wallet')
        await visit.sees('Your wallet’s transaction did not go through', 180_000)
        await visit.frame.getByText('chain.approval-failed').waitFor()
        visit.wallet.gas = undefined
        await visit.press('Try again')
        await visit.press('Approve in your wallet')
        await agreeAndFinish(visit)
        expect(visit.problems).toEqual([])
      } finally {
        await visit.close()
        await example.stop()
      }
      const body = { mchNo, apiKey, programNo, account: visit.wallet.address, chainId: '137' }
      const answer = await ask(`${server.url}/zkseradmin/openapi/queryKycInfoByAddressForPoa`, { body })
      expect(answer.body.data).toMatchObject({ poaiStatus: 'PoAI Passed' })
    },
  )
