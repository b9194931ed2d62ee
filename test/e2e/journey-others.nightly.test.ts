import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { makeDocumentPhoto, makeProofOfAddress } from '../support/camera/index.ts'
import { during } from '../support/journeys/during.ts'
import { openVisit, type Visit } from '../support/journeys/open-visit.ts'
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
import { sharedBrowser } from '../support/shared-browser.ts'

// Tests journeys that do not need a capture: other kinds of programs, and journeys that end early.

let world: JourneyWorld
let server: TestServer
const today = new Date().toISOString().slice(0, 10)
/** A timeout long enough for a complete visit in a browser that generates a proof, on a busy machine. */
const visited = { timeout: 360_000 }

beforeAll(async () => {
  world = await startJourneyWorld()
  server = world.server
  // The timeout includes the creation of the demo, which the first suite of a run starts.
}, 480_000)
afterAll(() => world?.stop())

const seesReason = (visit: Visit, code: string) =>
  visit.frame.getByText(code, { exact: false }).first().waitFor({ timeout: 240_000 })

test('proof of address: uploads the letter by phone, then deletes the person', visited, async () => {
  const url = await world.openShop('plain-page', server.demo.poaProgramNo)
  const { file, fileName, type } = makeProofOfAddress({ today, name: 'Grace Hopper' })
  const visit = await openVisit({ url, hasWallet: false })
  const phone = await (await sharedBrowser()).newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await during(visit, async () => {
    await visit.page.getByLabel(/e-mail or customer number/).fill('customer-17')
    await signInByMail(visit, world.smtp, 'grace@example.com')
    await visit.sees('Prove where you live')

    const offered = visit.page.waitForResponse((response) => response.url().endsWith('/frame/api/hand-off'))
    await visit.press('Continue on your phone')
    const link = ((await (await offered).json()) as { url: string }).url
    const page = await phone.newPage()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Continue on this phone?' }).waitFor()
    await page.getByRole('button', { name: 'I started it, continue' }).click()
    await page.getByRole('heading', { name: 'Compare these digits' }).waitFor()
    const digits = /\b(\d\s*\d\s*\d\s*\d)\b/.exec((await page.locator('main').allInnerTexts()).join(' '))?.[1]
    await visit.sees('Does your phone show the same digits?')
    expect(digits).toBeDefined()
    expect((await visit.frame.locator('main').allInnerTexts()).join(' ').replace(/\s/g, '')).toContain(
      digits?.replace(/\s/g, ''),
    )
    await visit.press('Yes, they match')

    await page.getByRole('heading', { name: 'Prove where you live' }).waitFor()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: fileName, mimeType: type, buffer: Buffer.from(file) })
    await page.getByRole('heading', { name: 'Done on this phone' }).waitFor({ timeout: 180_000 })
    // The link can be used only once.
    const second = await phone.newPage()
    await second.goto(link)
    await second.getByRole('heading', { name: 'Continue on this phone?' }).waitFor({ state: 'detached' })
    await agreeAndFinish(visit)

    const { mchNo, apiKey, poaProgramNo: programNo } = server.demo
    const body = { mchNo, apiKey, programNo, account: 'customer-17' }
    const answer = await ask(`${server.url}/zkseradmin/openapi/queryPoAInfoByAddress`, { body })
    expect(answer.body.data).toMatchObject([
      { status: 'Verification Passed', verifierValues: { countryRegion: true } },
    ])

    await visit.press('Your data')
    await visit.press('Delete my data')
    await visit.press('Delete permanently')
    await visit.sees('Your data has been deleted')
    const after = await ask(`${server.url}/zkseradmin/openapi/queryPoAInfoByAddress`, { body })
    expect(after.body.data).toMatchObject([{ status: 'Not Started', svcId: '' }])
  })
  await phone.close()
})

test('accredited investor with a provider’s statement', visited, async () => {
  const url = await world.openShop('plain-page', server.demo.poaiProgramNo)
  const visit = await openVisit({ url })
  await during(visit, async () => {
    await signInByMail(visit, world.smtp, 'joan@example.com')
    await visit.sees('Confirm your investor status')
    const popup = visit.context.waitForEvent('page')
    await visit.press(/Demo data provider/)
    await (await popup).getByRole('button', { name: 'Someone who sold a company' }).click()
    await visit.sees(/Share the result with/, 360_000)
    // The user switches to another chain during the journey.
    const switched = visit.page.waitForResponse((response) => response.url().endsWith('/frame/api/chain'))
    await visit.page.evaluate(() => {
      const { ethereum } = globalThis as unknown as { ethereum: { say(name: string, value: string): void } }
      ethereum.say('chainChanged', '0x2105')
    })
    expect((await switched).status()).toBe(200)
    await visit.sees('The site has changed your account or network')
    await visit.press('Agree and continue')
    await agreeAndFinish(visit)
  })
  const { mchNo, apiKey, poaiProgramNo: programNo } = server.demo
  const statusOn = async (chainId: string) => {
    const body = { mchNo, apiKey, programNo, account: visit.wallet.address, chainId }
    const answer = await ask(`${server.url}/zkseradmin/openapi/queryKycInfoByAddressForPoa`, { body })
    return (answer.body.data as { poaiStatus: string }).poaiStatus
  }
  // The result is shared only on the network that the person agreed to.
  expect([await statusOn('8453'), await statusOn('137')]).toEqual(['PoAI Passed', 'SBT Minted'])
})

test('explains a blocked and then a missing camera', visited, async () => {
  const url = await world.openShop('plain-page', server.demo.meidProgramNo, {
    LEVEL: 'MeID',
    MODE: 'wallet',
  })
  const visit = await openVisit({ url, person: { camera: 'denied' } })
  await during(visit, async () => {
    await signInByWallet(visit)
    await showFace(visit)
    await visit.sees('Allow camera access')
    await visit.person.become({ camera: 'missing' })
    await visit.press('Try again')
    await showFace(visit)
    await visit.sees('We can’t find a camera')
  })
})

test(
  'rejects a correction that the document contradicts, and a country that is not allowed',
  visited,
  async () => {
    const fields = { nationality: 'PRK', issuingState: 'PRK' }
    const { jpeg } = await makeDocumentPhoto({ today, face: 'map-man', fields, seed: 'map-man' })
    const visit = await openVisit({ url: await world.openShop('plain-page', server.demo.programNo) })
    await during(visit, async () => {
      await signInByMail(visit, world.smtp, 'jay@example.com')
      await uploadDocument(visit, jpeg, 'PRK')
      await visit.sees('Check what we read', 180_000)
      const surname = visit.frame.getByLabel('Surname')
      const asRead = await surname.inputValue()
      await surname.fill('Somebody Else')
      await visit.press('Everything is correct')
      await visit.frame.getByText('This doesn’t match the letters on your document').waitFor()
      // The entered text remains in the field.
      expect(await surname.inputValue()).toBe('Somebody Else')
      await surname.fill(asRead)
      await confirmDocument(visit)
      await visit.sees('This program is not open to you')
      await seesReason(visit, 'citizenship.barred')
      await visit.press('Start again')
      await visit.sees('Take a photo of your document')
    })
  },
)

test(
  'explains that a program is inactive, or that a site is not allowed by the program',
  visited,
  async () => {
    const make = async (more: object) => {
      const program = {
        mchNo: server.demo.mchNo,
        name: 'Elsewhere',
        kind: 'MeID',
        checks: [],
        rules: {},
        ...more,
      }
      const { programNo } = await world.operate<{ programNo: string }>('program create', program)
      return await world.openShop('plain-page', programNo, { LEVEL: 'MeID' })
    }
    const visiting = async (url: string, title: string | RegExp) => {
      const visit = await openVisit({ url })
      await during(
        visit,
        async () => {
          await visit.page.getByRole('button', { name: /verify/i }).click()
          await visit.sees(title)
        },
        /40[03]/,
      )
    }
    await visiting(await make({ active: false }), 'This program is not open right now')
    const domains = { active: true, allowedDomains: ['https://other.example'] }
    await visiting(await make(domains), /can’t ask for a verification|not allowed/i)
  },
)

test('explains that a token has expired', visited, async () => {
  const visit = await openVisit({ url: await world.openShop('plain-page', server.demo.programNo) })
  await during(
    visit,
    async () => {
      // Simulates a site's backend that caches an old token and returns it repeatedly.
      const token = await visit.page.evaluate(async () =>
        (await fetch('/api/token', { method: 'POST', body: '{}' })).text(),
      )
      await visit.page.route('**/api/token', (route) =>
        route.fulfill({ contentType: 'application/json', body: token }),
      )
      world.laterMs = 31 * 60_000
      await visit.page.getByRole('button', { name: /verify/i }).click()
      await visit.sees('This took a little too long')
      await visit.page.unroute('**/api/token')
      await visit.press('Try again')
      await visit.sees(/asks you to verify/)
    },
    /401/,
  )
})
