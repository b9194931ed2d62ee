import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cooperatorOf, type Deployment, readAccount, readToken } from '@touchstone/chain'
import { silentLogger } from '@touchstone/common'
import { readSettings, runCommand } from '@touchstone/runtime'
import { type Address, createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { makeDocumentPhoto, makeProofOfAddress } from '../support/camera/index.ts'
import { closeBrowser, openBrowser, openVisit, type Visit } from '../support/journeys/open-visit.ts'
import {
  agreeAndFinish,
  confirmDocument,
  showFace,
  signInByMail,
  uploadDocument,
} from '../support/journeys/people-do.ts'
import { type Example, startExample } from '../support/journeys/start-example.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'

let server: TestServer
let smtp: TestSmtp
const shops: Example[] = []
/** How much later it is for the service than for everybody else. */
let laterMs = 0
const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ env: { SMTP_URL: smtp.url }, clock: { now: () => Date.now() + laterMs } })
})
afterAll(async () => {
  await closeBrowser()
  for (const shop of shops) await shop.stop()
  await server?.stop()
  await smtp?.stop()
})

async function openShop(
  example: 'plain-page' | 'react-app',
  programNo: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { url, demo } = server
  const settings = { TOUCHSTONE_URL: url, API_KEY: demo.apiKey, APP_ID: demo.mchNo, PROGRAM_NO: programNo }
  const shop = await startExample(example, { ...settings, ...env })
  shops.push(shop)
  return shop.url
}

const operate = <
  Name extends
    | 'review list'
    | 'review decide'
    | 'review screen-again'
    | 'user show'
    | 'program create'
    | 'list import',
>(
  name: Name,
  input: object,
) =>
  runCommand({
    name,
    input: input as never,
    settings: readSettings({ folder: server.dataFolder, env: { TOUCHSTONE_DATA: server.dataFolder } }),
    logger: silentLogger,
  })

/** Ends a visit, and sees that the browser had nothing to complain about but what was expected. */
async function during(visit: Visit, walk: () => Promise<void>, expected = /^$/): Promise<void> {
  try {
    await walk()
    expect(visit.problems.filter((problem) => !expected.test(problem))).toEqual([])
  } finally {
    await visit.close()
  }
}

test('KYC: from the button on the site to the token on the chain, over a review', async () => {
  const url = await openShop('plain-page', server.demo.programNo)
  // Somebody of the demo list has nearly this name, and was born in the same year.
  const { jpeg } = await makeDocumentPhoto({
    today,
    face: 'map-man',
    fields: {
      surname: 'Schattenfeld',
      givenNames: 'Maximilian',
      birthDate: '1971-03-14',
      nationality: 'FRA',
      issuingState: 'FRA',
    },
  })
  const visit = await openVisit({ url, location: 'denied' })
  await during(visit, async () => {
    await signInByMail(visit, smtp, 'ada@example.com')
    await uploadDocument(visit, jpeg)
    await confirmDocument(visit)
    await showFace(visit)
    await visit.sees('Share where you are', 120_000)
    await visit.press('Share my location')
    await visit.sees('Allow your location')
    await visit.allowLocation()
    await visit.press('Try again')
    await visit.press('Share my location')

    await visit.sees('A person is looking at this')
    const [waiting] = (await operate('review list', { decided: false })) as { id: number; kind: string }[]
    expect(waiting?.kind).toBe('sanction')
    await operate('review decide', {
      id: waiting?.id,
      decision: 'clear',
      by: 'officer 1',
      note: 'another person',
    })

    await agreeAndFinish(visit)
    await visit.page.getByText('You are verified. Thank you.').waitFor({ timeout: 30_000 })
    const finished = (await visit.told()).find(({ event }) => event === 'finished')
    expect(finished).toMatchObject({
      verifiedAddress: visit.wallet.address.toLowerCase(),
      kycResults: {
        kycStatus: 'KYC Passed',
        verifierValues: { sanction: true, age: true, citizenship: true, location: true, unique: true },
      },
    })
  })

  const account = visit.wallet.address
  const { mchNo, apiKey, programNo } = server.demo
  const gateway = `${server.url}/zkseradmin/openapi`
  const result = await ask(`${gateway}/queryKycInfoByAddress`, {
    body: { mchNo, apiKey, programNo, account, chainId: '137' },
  })
  expect(result.body.data).toMatchObject({
    kycStatus: 'KYC Passed',
    verifierValues: { sanction: true, age: true, citizenship: true, location: true, unique: true },
  })
  const list = await ask(`${gateway}/kyc/getUsersList`, { body: { mchNo, apiKey, programNo, page: 1 } })
  const [user] = (
    list.body.data as {
      users: {
        status: string
        ssiWallet: string
        svcAccount: string
        clientUserIdentifier: { tokenId: string; walletAddress: string }[]
      }[]
    }
  ).users
  expect(user).toMatchObject({ status: 'KYC Passed', svcAccount: 'ada@example.com' })

  const read = <Content>(...path: string[]) =>
    JSON.parse(readFileSync(join(server.dataFolder, ...path), 'utf8')) as Content
  const client = createPublicClient({
    transport: http(read<{ url: string }>('chain', '137', 'node.json').url),
  })
  const deployment = read<Deployment>('deployments', '137.json')
  const tokenId = BigInt(user?.clientUserIdentifier[0]?.tokenId ?? 0)
  const token = await readToken(client, deployment.contracts.SvcSBT.address, { tokenId })
  expect(token).toMatchObject({ holder: expect.stringMatching(new RegExp(`^${user?.ssiWallet}$`, 'i')) })
  const cooperator = cooperatorOf({ merchant: BigInt(mchNo.slice(1)), program: BigInt(programNo) })
  const onChain = await readAccount(client, deployment, { cooperator, user: account as Address })
  expect(onChain).toMatchObject({ verified: true })

  const [person] = (await operate('user show', { user: account, reveal: false })) as {
    journeys: { journal: { to: string }[] }[]
  }[]
  expect(person?.journeys[0]?.journal.map(({ to }) => to)).toEqual([
    'Verification Started',
    'OCR Passed',
    'Liveness Checked',
    'ZKP Generated',
    'SBT Minted',
    'OnChain Minted',
    'KYC Passed',
  ])
})

test('who is verified already only consents: at another program, on another device', async () => {
  const { programNo } = (await operate('program create', {
    mchNo: server.demo.mchNo,
    name: 'Second look',
    kind: 'KYC',
    checks: ['sanction', 'age'],
    rules: { minimumAge: 18 },
    active: true,
  })) as { programNo: string }
  const visit = await openVisit({ url: await openShop('react-app', programNo) })
  await during(visit, async () => {
    await signInByMail(visit, smtp, 'ada@example.com', 2)
    await visit.sees(/Share the result with/)
    await visit.frame.getByText('nothing has to be done twice').waitFor()
    await agreeAndFinish(visit)
  })
  const [person] = (await operate('user show', { user: 'ada@example.com', reveal: false })) as {
    journeys: { programNo: string; journal: { to: string; actor: string }[] }[]
  }[]
  const reused = person?.journeys.find((journey) => journey.programNo === programNo)
  expect(reused?.journal.map(({ to, actor }) => `${to} by ${actor}`)).toEqual([
    'Verification Started by user',
    'OCR Passed by server',
    'Liveness Checked by server',
    'ZKP Generated by server',
    'SBT Minted by server',
    'KYC Passed by user',
  ])
})

test('a new version of a list is held against everybody; a confirmed hit takes back what was shared', async () => {
  const file = join(server.dataFolder, 'list-2.csv')
  const head = 'id,name,birth_date,nationality,program'
  // What was cleared is cleared as long as the list says the same of the party. It says more now.
  writeFileSync(file, `${head}\ndemo-1,Maximilian Schattenfeld,1971-03-14,FR,DEMO\n`)
  await operate('list import', {
    files: [file],
    format: 'plain-csv',
    list: 'demo-list',
    version: '2',
    force: true,
  })
  expect(await operate('review screen-again', {})).toMatchObject({ screened: 1 })
  expect(await operate('review screen-again', {})).toEqual({ screened: 0, found: 0 })
  const open = (await operate('review list', { decided: false })) as { id: number; kind: string }[]
  expect(open.map(({ kind }) => kind)).toContain('rescreening')
  for (const { id } of open) await operate('review decide', { id, decision: 'confirm', by: 'officer 1' })

  const { mchNo, apiKey, programNo } = server.demo
  const [person] = (await operate('user show', { user: 'ada@example.com', reveal: true })) as {
    login: string
  }[]
  const body = { mchNo, apiKey, programNo, account: person?.login, chainId: '137' }
  const result = await ask(`${server.url}/zkseradmin/openapi/queryKycInfoByAddress`, { body })
  expect(result.body.data).toMatchObject({ verifierValues: { sanction: false, age: true } })
  const grant = { appId: mchNo, userAccount: person?.login, programNo }
  const check = await ask(`${server.url}/api/grant/check_v2`, { body: grant })
  expect(check.body.data).toMatchObject({ isGrant: false })
})

test('a proof of address: the letter is handed in by phone; then the person is forgotten', async () => {
  const url = await openShop('plain-page', server.demo.poaProgramNo)
  const { file, fileName, type } = makeProofOfAddress({ today, name: 'Grace Hopper' })
  const visit = await openVisit({ url, hasWallet: false })
  const phone = await (await openBrowser()).newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await during(visit, async () => {
    await visit.page.getByLabel(/e-mail or customer number/).fill('customer-17')
    await signInByMail(visit, smtp, 'grace@example.com')
    await visit.sees('Show where you live')

    const offered = visit.page.waitForResponse((response) => response.url().endsWith('/frame/api/hand-off'))
    await visit.press('Go on with your phone')
    const link = ((await (await offered).json()) as { url: string }).url
    const page = await phone.newPage()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Compare these digits' }).waitFor()
    const digits = /\b(\d\s*\d\s*\d\s*\d)\b/.exec((await page.locator('main').allInnerTexts()).join(' '))?.[1]
    await visit.sees('Does your phone show the same digits?')
    expect(digits).toBeDefined()
    expect((await visit.frame.locator('main').allInnerTexts()).join(' ').replace(/\s/g, '')).toContain(
      digits?.replace(/\s/g, ''),
    )
    await visit.press('Yes, they are the same')

    await page.getByRole('heading', { name: 'Show where you live' }).waitFor()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: fileName, mimeType: type, buffer: Buffer.from(file) })
    await page.getByRole('heading', { name: 'Done on this phone' }).waitFor({ timeout: 60_000 })
    // The link has done its work.
    const second = await phone.newPage()
    await second.goto(link)
    await second.getByRole('heading', { name: 'Compare these digits' }).waitFor({ state: 'detached' })
    await agreeAndFinish(visit)

    const { mchNo, apiKey, poaProgramNo: programNo } = server.demo
    const body = { mchNo, apiKey, programNo, account: 'customer-17' }
    const answer = await ask(`${server.url}/zkseradmin/openapi/queryPoAInfoByAddress`, { body })
    expect(answer.body.data).toMatchObject([
      { status: 'Verification Passed', verifierValues: { countryRegion: true } },
    ])

    await visit.press('Your data')
    await visit.press('Delete my data')
    await visit.press('Delete for good')
    await visit.sees('Your data is deleted')
    const after = await ask(`${server.url}/zkseradmin/openapi/queryPoAInfoByAddress`, { body })
    expect(after.body.data).toMatchObject([{ status: 'Not Started', svcId: '' }])
  })
  await phone.close()
})

test('an accredited investor, by the statement of a provider', async () => {
  const url = await openShop('plain-page', server.demo.poaiProgramNo)
  const visit = await openVisit({ url })
  await during(visit, async () => {
    await signInByMail(visit, smtp, 'joan@example.com')
    await visit.sees('Confirm your investor status')
    const popup = visit.context.waitForEvent('page')
    await visit.press(/Demo data provider/)
    await (await popup).getByRole('button', { name: 'Someone who sold a company' }).click()
    await visit.sees(/Share the result with/, 120_000)
    // The user turns to another chain in the middle of it.
    const switched = visit.page.waitForResponse((response) => response.url().endsWith('/frame/api/chain'))
    await visit.page.evaluate(() => {
      const { ethereum } = globalThis as unknown as { ethereum: { say(name: string, value: string): void } }
      ethereum.say('chainChanged', '0x2105')
    })
    expect((await switched).status()).toBe(200)
    await agreeAndFinish(visit)
  })
  const { mchNo, apiKey, poaiProgramNo: programNo } = server.demo
  for (const chainId of ['137', '8453']) {
    const body = { mchNo, apiKey, programNo, account: visit.wallet.address, chainId }
    const answer = await ask(`${server.url}/zkseradmin/openapi/queryKycInfoByAddressForPoa`, { body })
    expect(answer.body.data).toMatchObject({ poaiStatus: 'PoAI Passed' })
  }
})

test('a token that has run out', async () => {
  const visit = await openVisit({ url: await openShop('plain-page', server.demo.programNo) })
  await during(
    visit,
    async () => {
      // The site's backend keeps an old one, and hands it out again and again.
      const token = await visit.page.evaluate(async () =>
        (await fetch('/api/token', { method: 'POST', body: '{}' })).text(),
      )
      await visit.page.route('**/api/token', (route) =>
        route.fulfill({ contentType: 'application/json', body: token }),
      )
      laterMs = 31 * 60_000
      await visit.page.getByRole('button', { name: /verify/i }).click()
      await visit.sees('This took a little too long')
      await visit.page.unroute('**/api/token')
      await visit.press('Try again')
      await visit.sees(/asks you to verify/)
    },
    /401/,
  )
})
