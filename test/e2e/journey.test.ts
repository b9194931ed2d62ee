import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addKeyToFile } from '@touchstone/biometrics'
import { cooperatorOf, type Deployment, readAccount, readToken } from '@touchstone/chain'
import { type Address, createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { makeDocumentPhoto } from '../support/camera/index.ts'
import { during } from '../support/journeys/during.ts'
import { openVisit } from '../support/journeys/open-visit.ts'
import {
  agreeAndFinish,
  confirmDocument,
  showFace,
  signInByMail,
  signInByWallet,
  uploadDocument,
} from '../support/journeys/people-do.ts'
import { type JourneyWorld, startJourneyWorld } from '../support/journeys/start-journey-world.ts'
import type { TestServer } from '../support/server.ts'
import { testAll } from '../support/test-all.ts'

// Tests one complete verification with a simulated camera, and two more with `npm test -- --all`. A capture
// takes as long as the machine needs to draw and send it, so other tests can run in parallel. Other capture
// results are tested with recordings in `packages/verification/src/steps/liveness.test.ts`, and
// `journey-others.nightly.test.ts` covers other journeys.

let world: JourneyWorld
let server: TestServer
/** The wallet for which Ada shared her result. */
let adasWallet: `0x${string}`
const today = new Date().toISOString().slice(0, 10)
/** A timeout long enough to measure every frame of a fifteen-second capture and to generate a proof. */
const filmed = { timeout: 1_500_000 }
/** A timeout long enough to build an example and to generate a proof in a browser. */
const visited = { timeout: 360_000 }

beforeAll(async () => {
  world = await startJourneyWorld()
  server = world.server
  // The timeout includes the creation of the demo, which the first suite of a run starts.
}, 480_000)
afterAll(() => world?.stop())

if (testAll)
  test(
    'MeID by wallet: reports that the face service is unavailable while the faceprint keys are unreachable',
    filmed,
    async () => {
      const keys = join(server.dataFolder, 'faceprint-keys')
      addKeyToFile(keys)
      renameSync(keys, `${keys}.away`)
      mkdirSync(keys)
      const url = await world.openShop('plain-page', server.demo.meidProgramNo, {
        LEVEL: 'MeID',
        MODE: 'wallet',
      })
      const visit = await openVisit({
        url,
        person: { person: 'blue-wall-man', onFellBehind: world.slowDown },
      })
      await during(
        visit,
        async () => {
          await signInByWallet(visit)
          await showFace(visit)
          expect(visit.wallet.signed[0]).toContain('wants you to sign in with your Ethereum account')
          // Before the capture.
          await visit.sees('The face check is unavailable right now', 600_000)
          expect(visit.callsTo('/frame/api/liveness/frames')).toBe(0)
          await visit.frame.getByText('faceprint.unavailable').first().waitFor()
          rmdirSync(keys)
          renameSync(`${keys}.away`, keys)
          await visit.press('Try again')
          await visit.sees('Show that it’s you')
          await showFace(visit)
          await agreeAndFinish(visit)
          await visit.page.getByText('You are verified. Thank you.').waitFor({ timeout: 240_000 })
        },
        // Calls that the server rejected because the journey was at another step.
        /409/,
      )
    },
  )

test('KYC: from the button on the site to the token on the chain, including a review', filmed, async () => {
  const url = await world.openShop('plain-page', server.demo.onChainProgramNo)
  // A person on the demo list has almost the same name and was born in the same year.
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
  const visit = await openVisit({ url, location: 'denied', person: { onFellBehind: world.slowDown } })
  adasWallet = visit.wallet.key
  await during(visit, async () => {
    await signInByMail(visit, world.smtp, 'ada@example.com')
    await uploadDocument(visit, jpeg)
    await confirmDocument(visit)
    await showFace(visit)
    await visit.sees('Share your location', 900_000)
    // The page sent frames during the capture instead of sending all of them at the end.
    expect(visit.callsTo('/frame/api/liveness/frames')).toBeGreaterThan(8)
    await visit.press('Share my location')
    await visit.sees('Allow location access')
    await visit.allowLocation()
    await visit.press('Try again')
    await visit.press('Share my location')

    await visit.sees('A person is reviewing your verification')
    const [waiting] = await world.operate<{ id: number; kind: string }[]>('review list', { decided: false })
    expect(waiting?.kind).toBe('sanction')
    await world.operate('review decide', {
      id: waiting?.id,
      decision: 'clear',
      by: 'officer 1',
      note: 'another person',
    })

    await agreeAndFinish(visit)
    await visit.page.getByText('You are verified. Thank you.').waitFor({ timeout: 240_000 })
    const finished = (await visit.events()).find(({ event }) => event === 'finished')
    expect(finished).toMatchObject({
      verifiedAddress: visit.wallet.address.toLowerCase(),
      kycResults: {
        kycStatus: 'KYC Passed',
        verifierValues: { sanction: true, age: true, citizenship: true, location: true, unique: true },
      },
    })
  })

  const account = visit.wallet.address
  const { mchNo, apiKey, onChainProgramNo: programNo } = server.demo
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

  const [person] = await world.operate<{ journeys: { journal: { to: string }[] }[] }[]>('user show', {
    user: account,
    reveal: false,
  })
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

test(
  'asks a verified person with the same account only for consent, even in another program and on another device',
  visited,
  async () => {
    const { programNo } = await world.operate<{ programNo: string }>('program create', {
      mchNo: server.demo.mchNo,
      name: 'Second look',
      kind: 'KYC',
      checks: ['sanction', 'age'],
      rules: { minimumAge: 18 },
      active: true,
    })
    const url = await world.openShop('react-app', programNo)
    const visit = await openVisit({ url, walletKey: adasWallet })
    await during(visit, async () => {
      await signInByMail(visit, world.smtp, 'ada@example.com', 2)
      await visit.sees(/Share the result with/)
      await visit.frame.getByText('you don’t need to repeat any steps').waitFor()
      await agreeAndFinish(visit)
    })
    const [person] = await world.operate<
      { journeys: { programNo: string; journal: { to: string; actor: string }[] }[] }[]
    >('user show', { user: 'ada@example.com', reveal: false })
    const reused = person?.journeys.find((journey) => journey.programNo === programNo)
    expect(reused?.journal.map(({ to, actor }) => `${to} by ${actor}`)).toEqual([
      'Verification Started by user',
      'OCR Passed by server',
      'Liveness Checked by server',
      'ZKP Generated by server',
      'SBT Minted by server',
      'KYC Passed by user',
    ])
  },
)

// `test/attacks/device.test.ts` tests this without a capture.
if (testAll) {
  test('lost device: continues on a new device after a face check', filmed, async () => {
    const visit = await openVisit({
      url: await world.openShop('plain-page', server.demo.poaiProgramNo),
      person: { onFellBehind: world.slowDown },
    })
    const before = await walletOf('ada@example.com')
    await during(visit, async () => {
      await signInByMail(visit, world.smtp, 'ada@example.com', 3)
      await visit.sees('Open your wallet on this device')
      await visit.press('Show my face instead')
      await showFace(visit)
      await visit.sees('Confirm your investor status', 900_000)
    })
    expect(await walletOf('ada@example.com')).not.toBe(before)
  })
}

async function walletOf(user: string): Promise<string | undefined> {
  const [person] = await world.operate<{ ssiWallet: string }[]>('user show', { user, reveal: false })
  return person?.ssiWallet
}

test('screens everyone against a new list version, and revokes shared results after a confirmed hit', async () => {
  const file = join(server.dataFolder, 'list-2.csv')
  const head = 'id,name,birth_date,nationality,program'
  // A cleared hit remains cleared while the list entry is unchanged. This version of the list extends the
  // entry.
  writeFileSync(file, `${head}\ndemo-1,Maximilian Schattenfeld,1971-03-14,FR,DEMO\n`)
  await world.operate('list import', {
    files: [file],
    format: 'plain-csv',
    list: 'demo-list',
    version: '2',
    force: true,
  })
  // The people in the demo who have passed are screened as well, but only this person is listed.
  expect(await world.operate('review screen-again', {})).toMatchObject({ found: 1 })
  expect(await world.operate('review screen-again', {})).toEqual({ screened: 0, found: 0 })
  const open = await world.operate<{ id: number; kind: string }[]>('review list', { decided: false })
  expect(open.map(({ kind }) => kind)).toContain('rescreening')
  for (const { id } of open)
    await world.operate('review decide', { id, decision: 'confirm', by: 'officer 1' })

  const { mchNo, apiKey, onChainProgramNo: programNo } = server.demo
  const [person] = await world.operate<{ login: string }[]>('user show', {
    user: 'ada@example.com',
    reveal: true,
  })
  const body = { mchNo, apiKey, programNo, account: person?.login, chainId: '137' }
  const result = await ask(`${server.url}/zkseradmin/openapi/queryKycInfoByAddress`, { body })
  expect(result.body.data).toMatchObject({ verifierValues: { sanction: false, age: true } })
  const grant = { appId: mchNo, userAccount: person?.login, programNo }
  const check = await ask(`${server.url}/api/grant/check_v2`, { body: grant })
  expect(check.body.data).toMatchObject({ isGrant: false })
})
