import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Deployment, svcSbtAbi } from '@touchstone/chain'
import { developmentKeys, openProver } from '@touchstone/credential'
import { createSsiWallet } from '@touchstone/credential/holder'
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  http,
  publicActions,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { makeDocumentPhoto } from '../support/camera/index.ts'
import { copyDemoToServer } from '../support/demo-database.ts'
import { createFrameCaller } from '../support/journeys/frame-caller.ts'
import { openVisit } from '../support/journeys/open-visit.ts'
import { chooseDocument, signInByMail, uploadDocument } from '../support/journeys/people-do.ts'
import { startExample } from '../support/journeys/start-example.ts'
import {
  authorizeByCalls,
  openByCalls,
  proveByCalls,
  statementOf,
} from '../support/journeys/walk-by-calls.ts'
import { mined } from '../support/mined.ts'
import { freePort, waitUntil } from '../support/processes.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { runCli, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawn.ts'
import { testAll } from '../support/test-all.ts'

const folder = temporaryFolder()
const prover = openProver({ keys: developmentKeys })
let smtp: TestSmtp
let server: SpawnedServer
/** Every restart uses the same port, because a browser page keeps its URL. */
let port: string
/** A timeout long enough to start several servers, generate a proof and wait for blocks. */
const long = { timeout: 480_000 }

/**
 * The database server starts faster than a store in the data folder, which is tested with
 * `npm test -- --all`.
 */
let store: Record<string, string> = {}

const start = async () => {
  // These tests do not use the ledger. The server starts faster without it.
  const env = { SMTP_URL: smtp.url, PORT: port, LEDGER_URL: 'off', ...store }
  server = await spawnServer({ dataFolder: folder.path, env })
}
/** Simulates a power failure. */
const die = async () => {
  server.process.kill('SIGKILL')
  await server.exited
}
const dieAndStart = async () => {
  await die()
  await start()
}
beforeAll(async () => {
  if (!testAll) store = { DATABASE_URL: await copyDemoToServer(folder.path) }
  smtp = await startSmtp()
  port = String(await freePort())
  await start()
  // The timeout includes the creation of the demo, which the first suite of a run starts.
}, 480_000)
afterAll(async () => {
  await prover.close()
  await server?.stop()
  await smtp?.stop()
  folder.remove()
})

/** The settings for a command that uses the same stores. */
const operator = () => ({ TOUCHSTONE_DATA: folder.path, ...store })

async function investorsOf(account: string) {
  const { mchNo, apiKey, poaiProgramNo: programNo } = server.demo
  const body = { mchNo, apiKey, programNo, account, chainId: '137' }
  const answer = await ask(`${server.url}/zkseradmin/openapi/queryKycInfoByAddressForPoa`, { body })
  return answer.body.data as { poaiStatus: string; ssiAddress: string }
}

function read<Content>(...path: string[]): Content {
  return JSON.parse(readFileSync(join(folder.path, ...path), 'utf8')) as Content
}

const chainNode = () => http(read<{ url: string }>('chain', '137', 'node.json').url)

/** The test includes everything from the first mint to the last burn. */
async function transfersOf(args: { from?: string; to?: string }): Promise<number> {
  const logs = await createPublicClient({ transport: chainNode() }).getContractEvents({
    abi: svcSbtAbi,
    address: read<Deployment>('deployments', '137.json').contracts.SvcSBT.address,
    eventName: 'Transfer',
    args: args as Record<string, `0x${string}`>,
    fromBlock: 0n,
  })
  return logs.length
}

async function sentButNotMined(node: { request: (call: never) => Promise<unknown> }): Promise<unknown[]> {
  return (await node.request({ method: 'eth_pendingTransactions' } as never)) as unknown[]
}

/** Completes the steps of an investor with sufficient income up to the proof step. */
async function atProof(email: string, account: string) {
  const caller = createFrameCaller(() => server.url)
  const wallet = await createSsiWallet()
  const { url, demo } = server
  await openByCalls(caller, { url, demo, programNo: demo.poaiProgramNo })
  await authorizeByCalls(caller, wallet, account)
  await caller.post('/login/email', { email })
  await caller.post('/login/code', { code: await smtp.code(email) })
  const begun = await caller.post('/investor', { providerId: 'demo' })
  const statement = await statementOf(url, String(begun.url), 'founder')
  await caller.post('/investor/statement', { statement })
  return { caller, wallet, step: await caller.until('prove') }
}

/**
 * Calls the contract from its pauser's account. A development node accepts calls from any account, even
 * without the account's key.
 */
async function tellSbt(address: Address, functionName: 'pause' | 'unpause'): Promise<void> {
  const node = createTestClient({ mode: 'anvil', transport: chainNode() }).extend(publicActions)
  const role = await node.readContract({ abi: svcSbtAbi, address, functionName: 'PAUSER_ROLE' })
  const granted = {
    abi: svcSbtAbi,
    address,
    eventName: 'RoleGranted',
    args: { role },
    fromBlock: 0n,
  } as const
  const [event] = await node.getContractEvents(granted)
  const account = event?.args.account
  if (!account) throw new Error('no account can pause the contract')
  await node.impersonateAccount({ address: account })
  const sender = createWalletClient({ account, transport: chainNode() })
  const data = encodeFunctionData({ abi: svcSbtAbi, functionName })
  await mined(node, await sender.sendTransaction({ to: address, data, chain: null }))
  await node.stopImpersonatingAccount({ address: account })
}

test('resumes a journey after every crash, without mailing, minting or counting anything twice', {
  timeout: 600_000,
}, async () => {
  const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const email = 'grace@example.com'
  const caller = createFrameCaller(() => server.url)
  const wallet = await createSsiWallet()
  const { url, demo } = server
  await openByCalls(caller, { url, demo, programNo: demo.poaiProgramNo })
  await authorizeByCalls(caller, wallet, account)
  await caller.post('/login/email', { email })
  // The code has been mailed.
  if (testAll) await dieAndStart()

  await caller.post('/login/code', { code: await smtp.code(email) })
  expect(smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(1)
  expect((await caller.look()).name).toBe('investor')
  const begun = await caller.post('/investor', { providerId: 'demo' })
  if (testAll) await dieAndStart()

  const statement = await statementOf(server.url, String(begun.url), 'founder')
  await caller.post('/investor/statement', { statement })
  if (testAll) await dieAndStart()

  const proof = await proveByCalls(caller, prover, wallet)
  await caller.post('/proof', { proof })
  // The transaction for the token has been sent.
  await dieAndStart()

  await caller.look()
  await caller.until('consent')
  // The person consents again, because the server may or may not have received the consent before the crash.
  const telling = caller.post('/consent', { granted: true, account }).catch(() => undefined)
  await die()
  await telling
  await start()
  if ((await caller.look()).name === 'consent') await caller.post('/consent', { granted: true, account })

  expect(caller.step()).toMatchObject({ name: 'done', finished: { verifiedAddress: account.toLowerCase() } })
  expect(await investorsOf(account)).toMatchObject({
    poaiStatus: 'PoAI Passed',
    ssiAddress: wallet.address.toLowerCase(),
  })
  expect(await transfersOf({ to: wallet.address })).toBe(1)

  const { stdout } = await runCli(['user', 'show', account, '--json'], operator())
  const [person] = JSON.parse(stdout) as { journeys: { journal: { to: string; actor: string }[] }[] }[]
  expect(person?.journeys[0]?.journal.map(({ to, actor }) => `${to} by ${actor}`)).toEqual([
    'Verification Started by user',
    'Data Retrieved by user',
    'ZKP Generated by user',
    'SBT Minted by server',
    'PoAI Passed by user',
  ])
})

if (testAll)
  test(
    'keeps a page usable despite a crash, a lost connection and an unreadable document',
    long,
    async () => {
      const today = new Date().toISOString().slice(0, 10)
      const fields = { nationality: 'FRA', issuingState: 'FRA' }
      const { jpeg: blurred } = await makeDocumentPhoto({ today, fields, face: 'map-man', blurred: true })
      const { mchNo, apiKey, programNo } = server.demo
      const settings = { TOUCHSTONE_URL: server.url, API_KEY: apiKey, APP_ID: mchNo, PROGRAM_NO: programNo }
      const shop = await startExample('plain-page', settings)
      const visit = await openVisit({ url: shop.url })
      const isAt = (name: string | RegExp) => visit.frame.getByRole('heading', { name }).isVisible()
      try {
        await signInByMail(visit, smtp, 'ivy@example.com')
        await chooseDocument(visit, blurred)
        await die()
        await visit.press('Use this photo')
        await visit.sees('No connection')
        await start()
        const unread = /couldn’t read your document|The photo is blurred/
        const unreadOrAgain = /couldn’t read your document|The photo is blurred|Take a photo of your document/
        await visit.sees(unreadOrAgain, 360_000)
        if (await isAt('Take a photo of your document')) await uploadDocument(visit, blurred)
        await visit.sees(unread, 180_000)

        await visit.context.setOffline(true)
        await visit.press('Try again')
        await visit.sees('No connection')
        await visit.context.setOffline(false)
        await visit.sees(unreadOrAgain)
        if (await isAt(unread)) await visit.press('Try again')

        const { jpeg: expired } = await makeDocumentPhoto({ today, fields, face: 'map-man', expired: true })
        await uploadDocument(visit, expired)
        await visit.sees('Your document has expired', 180_000)
        await visit.frame.getByText('document.expired').first().waitFor()
        await visit.press('Start again')
        await visit.sees('Take a photo of your document')
        await uploadDocument(visit, blurred)
        await visit.sees('Take a break', 180_000)
      } finally {
        await visit.close()
        await shop.stop()
      }
    },
  )

test('rejects an investor with insufficient income and shows the reason, and rejects a reused statement', async () => {
  const caller = createFrameCaller(() => server.url)
  const { url, demo } = server
  await openByCalls(caller, { url, demo, programNo: demo.poaiProgramNo })
  await authorizeByCalls(caller, await createSsiWallet(), 'customer 7')
  await caller.post('/login/email', { email: 'linus@example.com' })
  await caller.post('/login/code', { code: await smtp.code('linus@example.com') })
  const begun = await caller.post('/investor', { providerId: 'demo' })
  const statement = await statementOf(url, String(begun.url), 'student')
  await caller.post('/investor/statement', { statement: `${statement.slice(0, -6)}AAAAAA` })
  expect(caller.step()).toMatchObject({
    name: 'failed',
    screen: 'investor-statement',
    reason: 'statement.not-genuine',
    retry: 'step',
    attemptsLeft: 2,
  })
  await caller.post('/retry')
  await caller.post('/investor/statement', { statement })
  expect(caller.step()).toMatchObject({ reason: 'statement.other-request', attemptsLeft: 1 })
  await caller.post('/retry')
  const again = await caller.post('/investor', { providerId: 'demo' })
  const poor = await statementOf(url, String(again.url), 'student')
  await caller.post('/investor/statement', { statement: poor })
  // After the third failure in a row, the journey pauses before it continues.
  expect(caller.step()).toMatchObject({
    name: 'paused',
    screen: 'not-eligible',
    reason: 'accreditation.too-low',
  })
  expect((await investorsOf('customer 7')).poaiStatus).toBe('PoAI Failed')

  // Logging in again does not shorten the pause.
  const returning = createFrameCaller(() => server.url)
  await openByCalls(returning, { url, demo, programNo: demo.poaiProgramNo })
  await authorizeByCalls(returning, await createSsiWallet(), 'customer 7')
  await returning.post('/login/email', { email: 'linus@example.com' })
  await returning.post('/login/code', { code: await smtp.code('linus@example.com', 2) })
  expect(returning.step()).toMatchObject({ name: 'paused', reason: 'accreditation.too-low' })
})

test('accepts a proof only from the credential issued to this person', long, async () => {
  const rosa = await atProof('rosa@example.com', 'customer 10')
  const alan = await atProof('alan@example.com', 'customer 11')
  // The attack uses Rosa's credential and secret with Alan's challenge and account.
  const lent = await proveByCalls(alan.caller, prover, rosa.wallet, rosa.step)
  await alan.caller.post('/proof', { proof: lent })
  expect(alan.caller.step()).toMatchObject({ name: 'failed', reason: 'proof.credential.other' })
  await alan.caller.post('/retry')
  await alan.caller.post('/proof', { proof: await proveByCalls(alan.caller, prover, alan.wallet) })
  await alan.caller.until('consent')
})

test(
  'deletes a person everywhere with one command, and lists all deletions in the receipt',
  long,
  async () => {
    const env = operator()
    const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const { code, stdout } = await runCli(['user', 'forget', account, '--yes', '--json'], env)
    expect(code).toBe(0)
    const [receipt] = JSON.parse(stdout) as { removed: object }[]
    expect(receipt?.removed).toMatchObject({ accounts: 2, journeys: 1, tokens: [{ chainId: '137' }] })
    expect(await investorsOf(account)).toBeNull()
    expect((await runCli(['user', 'show', 'grace@example.com'], env)).code).not.toBe(0)
  },
)

if (testAll)
  test(
    'retries a transaction that a paused contract rejected, and allows withdrawal afterwards',
    long,
    async () => {
      const { caller, wallet } = await atProof('edith@example.com', 'customer 9')
      const proof = await proveByCalls(caller, prover, wallet)
      const { contracts } = read<Deployment>('deployments', '137.json')
      await tellSbt(contracts.SvcSBT.address, 'pause')
      await caller.post('/proof', { proof })
      const mintFailed = { name: 'failed', reason: 'chain.mint-failed', retry: 'step' }
      await waitUntil(async () => (await caller.look()).name === 'failed', 60_000, 'the mint to fail')
      expect(caller.step()).toMatchObject(mintFailed)
      await caller.post('/retry')
      await waitUntil(async () => (await caller.look()).name === 'failed', 60_000, 'the mint to fail again')
      expect(caller.step()).toMatchObject(mintFailed)
      await tellSbt(contracts.SvcSBT.address, 'unpause')
      await caller.post('/retry')
      await caller.until('consent')

      await caller.post('/consent', { granted: true, account: 'customer 9' })
      await caller.until('done')
      expect(await investorsOf('customer 9')).toMatchObject({ poaiStatus: 'PoAI Passed' })
      await caller.post('/withdraw')
      expect(caller.step()).toMatchObject({ name: 'withdrawn', complete: true })
      expect(await investorsOf('customer 9')).toBeNull()
    },
  )

if (testAll)
  test('leaves no token if the person is deleted during minting', long, async () => {
    const { caller, wallet } = await atProof('ada@example.com', 'customer 8')
    const proof = await proveByCalls(caller, prover, wallet)
    const node = createTestClient({ mode: 'anvil', transport: chainNode() })
    await node.setAutomine(false)
    await caller.post('/proof', { proof })
    expect(caller.step()).toMatchObject({ name: 'working' })
    // If the person were deleted before the transaction was sent, the service would never send the
    // transaction.
    const isSent = async () => (await sentButNotMined(node)).length > 0
    await waitUntil(isSent, 60_000, 'the token to be sent')
    await caller.post('/forget')
    expect(await caller.look()).toMatchObject({ name: 'forgotten', receipt: { complete: false } })
    expect(await investorsOf('customer 8')).toBeNull()

    await node.setAutomine(true)
    await node.mine({ blocks: 1 })
    await waitUntil(
      async () => {
        await caller.look()
        return (caller.step() as { receipt?: { complete: boolean } }).receipt?.complete === true
      },
      60_000,
      'the receipt to be complete',
    )
    expect(caller.step()).toMatchObject({
      receipt: { removed: { journeys: 1, tokens: [{ chainId: '137', burnt: true }] } },
    })
    expect(await transfersOf({ to: wallet.address })).toBe(1)
    expect(await transfersOf({ from: wallet.address, to: zeroAddress })).toBe(1)
  })
