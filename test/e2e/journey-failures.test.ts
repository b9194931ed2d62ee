import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { addKeyToFile } from '@touchstone/biometrics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDocumentPhoto, type PersonOptions } from '../support/camera/index.ts'
import { closeBrowser, openVisit, type Visit } from '../support/journeys/open-visit.ts'
import {
  agreeAndFinish,
  chooseDocument,
  confirmDocument,
  showFace,
  signInByMail,
  signInByWallet,
  uploadDocument,
} from '../support/journeys/people-do.ts'
import { type Example, startExample } from '../support/journeys/start-example.ts'
import { freePort } from '../support/processes.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { runCli, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawn.ts'

const folder = temporaryFolder()
const faceprintKeys = join(folder.path, 'faceprint-keys')
const today = new Date().toISOString().slice(0, 10)
const shops: Example[] = []
let port: string
let smtp: TestSmtp
let server: SpawnedServer
let kycShop: string
let meidShop: string
let meidShopByMail: string

const start = async () => {
  server = await spawnServer({ dataFolder: folder.path, env: { SMTP_URL: smtp.url, PORT: port } })
}
beforeAll(async () => {
  smtp = await startSmtp()
  port = String(await freePort())
  await start()
  const { programNo, meidProgramNo } = server.demo
  kycShop = await openShop(programNo)
  meidShop = await openShop(meidProgramNo, { LEVEL: 'MeID', MODE: 'wallet' })
  meidShopByMail = await openShop(meidProgramNo, { LEVEL: 'MeID' })
})
afterAll(async () => {
  await closeBrowser()
  for (const shop of shops) await shop.stop()
  await server?.stop()
  await smtp?.stop()
  folder.remove()
})

async function openShop(programNo: string, env: Record<string, string> = {}): Promise<string> {
  const { apiKey, mchNo } = server.demo
  const settings = { TOUCHSTONE_URL: server.url, API_KEY: apiKey, APP_ID: mchNo, PROGRAM_NO: programNo }
  const shop = await startExample('plain-page', { ...settings, ...env })
  shops.push(shop)
  return shop.url
}

async function visiting(
  url: string,
  person: PersonOptions,
  walk: (visit: Visit) => Promise<void>,
): Promise<void> {
  const visit = await openVisit({ url, person })
  try {
    await walk(visit)
  } finally {
    await visit.close()
  }
}

const passport = async (
  face: 'map-man' | 'blue-wall-man',
  fields: object = {},
  further: { expired?: boolean; blurred?: boolean } = {},
) => {
  const document = { nationality: 'FRA', issuingState: 'FRA', ...fields }
  const { jpeg } = await makeDocumentPhoto({ today, face, fields: document, seed: face, ...further })
  return jpeg
}

const seesReason = (visit: Visit, code: string) =>
  visit.frame.getByText(code, { exact: false }).first().waitFor({ timeout: 10_000 })

test('MeID by wallet; while the keys of the faceprints are out of reach, the face service is not there', async () => {
  addKeyToFile(faceprintKeys)
  renameSync(faceprintKeys, `${faceprintKeys}.away`)
  mkdirSync(faceprintKeys)
  await visiting(meidShop, {}, async (visit) => {
    await signInByWallet(visit)
    await showFace(visit)
    expect(visit.wallet.signed[0]).toContain('wants you to sign in with your Ethereum account')
    // Before anybody is filmed.
    await visit.sees('The face check is not there right now', 120_000)
    expect(visit.asked('/frame/api/liveness/frames')).toBe(0)
    await seesReason(visit, 'faceprint.unavailable')
    rmdirSync(faceprintKeys)
    renameSync(`${faceprintKeys}.away`, faceprintKeys)
    await visit.press('Try again')
    await showFace(visit)
    await agreeAndFinish(visit)
    await visit.page.getByText('You are verified. Thank you.').waitFor({ timeout: 30_000 })
  })
})

test('the same face does not enrol a second time', () =>
  visiting(meidShop, {}, async (visit) => {
    await signInByWallet(visit)
    await showFace(visit)
    await visit.sees('You are known here already', 120_000)
    await seesReason(visit, 'face.known-already')
    await visit.press('Sign in with another account')
    await visit.sees(/asks you to verify/)
  }))

test.each([
  ['closed eyes', 'keeps-eyes-shut', /face\.(eyes-closed|steps-not-done)/],
  ['a covered face', 'covers-face', /face\.not-in-view/],
  ['a masked face', 'wears-mask', /face\.(covered|steps-not-done)/],
] as const)('%s: not seen well enough', (_, manner, reason) =>
  visiting(meidShop, { manner }, async (visit) => {
    await signInByWallet(visit)
    await showFace(visit)
    await visit.sees('We couldn’t see you well enough', 150_000)
    await visit.frame.getByText(reason).first().waitFor({ timeout: 10_000 })
  }),
)

test.each([
  ['permission denied', 'denied', 'Allow the camera'],
  ['no camera', 'missing', 'We can’t find a camera'],
] as const)('%s', (_, camera, title) =>
  visiting(meidShop, { camera }, async (visit) => {
    await signInByWallet(visit)
    await showFace(visit)
    await visit.sees(title)
  }),
)

test('a document that can’t be read, one that is over, and a pause after three; a death and a cut line in between', () =>
  visiting(kycShop, {}, async (visit) => {
    await signInByMail(visit, smtp, 'ivy@example.com')
    const blurred = await passport('map-man', {}, { blurred: true })
    await chooseDocument(visit, blurred)
    server.process.kill('SIGKILL')
    await server.exited
    await visit.press('Use this picture')
    await visit.sees('No connection')
    await start()
    await visit.sees(/couldn’t read your document|Take a picture of your document/, 120_000)
    if (await visit.frame.getByRole('heading', { name: 'Take a picture of your document' }).isVisible()) {
      await uploadDocument(visit, blurred)
    }
    await visit.sees('We couldn’t read your document', 120_000)

    await visit.context.setOffline(true)
    await visit.press('Try again')
    await visit.sees('No connection')
    await visit.context.setOffline(false)
    await visit.sees(/couldn’t read your document|Take a picture of your document/)
    if (await visit.frame.getByRole('heading', { name: /couldn’t read/ }).isVisible())
      await visit.press('Try again')

    await uploadDocument(visit, await passport('map-man', {}, { expired: true }))
    await visit.sees('We couldn’t read your document', 120_000)
    await seesReason(visit, 'document.expired')
    await visit.press('Start again')
    await uploadDocument(visit, blurred)
    await visit.sees('Take a break', 120_000)
  }))

test('a barred country; then somebody else’s document', () =>
  visiting(kycShop, {}, async (visit) => {
    await signInByMail(visit, smtp, 'jay@example.com')
    await uploadDocument(visit, await passport('map-man', { nationality: 'PRK', issuingState: 'PRK' }), 'PRK')
    await visit.sees('Check what we read', 120_000)
    // What the document does not bear out is refused, and stays where it was typed.
    const surname = visit.frame.getByLabel('Surname')
    const asRead = await surname.inputValue()
    await surname.fill('Somebody Else')
    await visit.press('All of this is right')
    await visit.frame.getByText('does not agree with the lines').waitFor()
    expect(await surname.inputValue()).toBe('Somebody Else')
    await surname.fill(asRead)
    await confirmDocument(visit)
    await visit.sees('This program is not open to you')
    await seesReason(visit, 'citizenship.barred')
    await visit.press('Start again')
    await uploadDocument(visit, await passport('blue-wall-man'))
    await confirmDocument(visit)
    await showFace(visit)
    await visit.sees('Your face and the document’s picture differ', 120_000)
    await seesReason(visit, 'face.other-than-document')
  }))

test('a face unlike the one of the person’s MeID', async () => {
  await visiting(meidShopByMail, { person: 'blue-wall-man' }, async (visit) => {
    await signInByMail(visit, smtp, 'kim@example.com')
    await showFace(visit)
    await agreeAndFinish(visit)
  })
  await visiting(kycShop, {}, async (visit) => {
    await signInByMail(visit, smtp, 'kim@example.com', 2)
    await uploadDocument(visit, await passport('map-man'))
    await confirmDocument(visit)
    await showFace(visit)
    await visit.sees('Your face is unlike the one you enrolled with', 120_000)
    await seesReason(visit, 'face.other-than-meid')
  })
})

test('a program that is not open, and a site that is not on its list', async () => {
  const env = { TOUCHSTONE_DATA: folder.path }
  const { mchNo } = server.demo
  const make = async (...args: string[]) => {
    const base = ['program', 'create', 'Elsewhere', '--merchant', mchNo, '--kind', 'MeID', '--json']
    const { stdout } = await runCli([...base, ...args], env)
    return (JSON.parse(stdout) as { programNo: string }).programNo
  }
  const asleep = await openShop(await make(), { LEVEL: 'MeID' })
  await visiting(asleep, {}, async (visit) => {
    await visit.page.getByRole('button', { name: /verify/i }).click()
    await visit.sees('This program is not open now')
  })
  const elsewhere = await make('--active', '--domains', 'https://other.example')
  const foreign = await openShop(elsewhere, { LEVEL: 'MeID' })
  await visiting(foreign, {}, async (visit) => {
    await visit.page.getByRole('button', { name: /verify/i }).click()
    await visit.sees(/can’t ask for a verification|not allowed/i)
  })
})
