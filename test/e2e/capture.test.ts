import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeDocumentPhoto,
  makeProofOfAddress,
  type PersonOptions,
  type SimulatedPerson,
  simulatePerson,
} from '../support/camera/index.ts'
import { type CaptureServer, serveCaptures } from '../support/camera/serve-captures.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { testAll } from '../support/test-all.ts'
import { violationsOf } from '../support/violations-of.ts'

const today = '2026-11-15'
/** A timeout long enough for the page to load its models and to evaluate every camera frame. */
const guided = { timeout: 1_200_000 }

let server: CaptureServer

beforeAll(async () => {
  server = await serveCaptures({ today })
})
afterAll(async () => {
  await server?.close()
})

type Opened = { context: BrowserContext; page: Page; person: SimulatedPerson; problems: string[] }

async function open(show: string, person: PersonOptions, isDark = false): Promise<Opened> {
  const context = await (await sharedBrowser()).newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const seated = await simulatePerson(context, person)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${server.url}/?show=${show}`)
  return { context, page, person: seated, problems }
}

if (testAll)
  test(
    'shows the place in the queue, and explains and restarts an interrupted or failed capture',
    guided,
    async () => {
      const { context, page } = await open('liveness', {})
      const places = [{ ahead: 2, waitSeconds: 70 }, { ahead: 1 }]
      await page.route('**/frame/api/liveness', (route) => {
        const json = places.shift()
        return json ? route.fulfill({ json }) : route.continue()
      })
      await page.route('**/liveness/frames', (route) => route.abort())
      await page.getByRole('button', { name: 'Start the camera' }).click()
      await page.getByText('Your place in the queue: 2.').waitFor({ timeout: 600_000 })
      await page.getByText('It will be your turn in about 2 minutes.').waitFor()
      expect(await violationsOf(page)).toEqual([])
      await page.getByText('Your place in the queue: 1.').waitFor({ timeout: 600_000 })
      await page.locator('[data-phase="neutral"]').waitFor({ timeout: 600_000 })
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
        Object.defineProperty(document, 'hidden', { value: false })
      })
      await page.getByRole('button', { name: 'Start again' }).click()
      await page.locator('body[data-problem*="Failed to fetch"]').waitFor({ timeout: 600_000 })
      await page.getByRole('button', { name: 'Start the camera' }).waitFor()
      await context.close()
    },
  )

const cameras = [
  ['denied', 'camera-denied'],
  ['missing', 'no-camera'],
] as const

test.each(testAll ? cameras : cameras.slice(0, 1))(
  'reports a camera that is %s as %s in both captures',
  async (camera, kind) => {
    const face = await open('liveness', { camera })
    await face.page.getByRole('button', { name: 'Start the camera' }).click()
    await face.page.locator(`body[data-problem="${kind}"]`).waitFor()
    await face.context.close()
    const { context, page } = await open('document', { camera })
    await page.getByRole('combobox').selectOption('UTO')
    await page.getByRole('button', { name: 'Use the camera' }).click()
    await page.locator(`body[data-problem="${kind}"]`).waitFor()
    // The user can still upload a photo instead.
    await page.getByLabel('Upload a photo instead').waitFor()
    await context.close()
  },
)

/** Shrinks the picture until its letters are only seven pixels high. */
async function fromFar(jpeg: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await sharp(jpeg).metadata()
  const [left, top] = [Math.round(width / 3), Math.round(height / 3)]
  const around = { left, right: left, top, bottom: top, background: '#5c4634' }
  return sharp(jpeg)
    .resize(width - 2 * left, height - 2 * top)
    .extend(around)
    .jpeg({ quality: 92 })
    .toBuffer()
}

if (testAll)
  test(
    'asks the user to move the document closer, then takes and reads the picture automatically',
    guided,
    async () => {
      const { jpeg, page: specimen } = await makeDocumentPhoto({
        today,
        face: 'map-man',
        fields: { nationality: 'UTO', issuingState: 'UTO' },
      })
      const away = await fromFar(jpeg)
      const { context, page, person, problems } = await open('document', { document: away }, true)
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('combobox').selectOption('UTO')
      await page.getByRole('button', { name: 'Use the camera' }).click()
      await page.getByText('Move closer until the document fills the frame.').waitFor({ timeout: 600_000 })
      // The page has located the lines of text but has not taken a picture yet.
      await page.locator('[data-phase="camera"][data-hint="document.too-far"] polygon').waitFor()
      expect(server.reading()).toBeUndefined()
      await page.getByRole('button', { name: 'Back' }).click()
      await person.become({ document: jpeg })
      // The test uses only the keyboard until the preview is shown.
      await page.getByRole('radio', { name: 'Passport' }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.type('Utopia')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('[data-phase="preview"] img').waitFor({ timeout: 600_000 })
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('body[data-read]').waitFor({ timeout: 600_000 })
      expect(problems).toEqual([])
      const read = server.reading()
      expect(read).toMatchObject({
        kind: 'passport',
        country: 'UTO',
        pictures: 3,
        reading: { status: 'accepted' },
      })
      expect(read?.reading.document?.lines).toEqual(specimen.lines)
      await context.close()
    },
  )

test(
  'accepts files with both card sides and a PDF letter, and rejects unsuitable files before upload',
  guided,
  async () => {
    const { jpeg } = await makeDocumentPhoto({ today, kind: 'id-card' })
    const { jpeg: front } = await makeDocumentPhoto({ today, kind: 'id-card', side: 'front' })
    const { context, page } = await open('document', { camera: 'missing' })
    await page.getByRole('radio', { name: 'Identity card' }).check()
    await page.getByRole('combobox').selectOption('HKG')
    const upload = page.getByLabel('Upload a photo instead')
    await upload.setInputFiles({ name: 'card.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
    await page.getByRole('alert').filter({ hasText: 'We can’t read this type of file' }).waitFor()
    await upload.setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) })
    await page.getByRole('button', { name: 'Retake photo' }).click()
    await upload.setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) })
    await page.getByRole('button', { name: 'Use this photo' }).click()
    await page.getByText('Now show the side of the card with your photo.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await upload.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(front) })
    await page.getByRole('button', { name: 'Use this photo' }).click()
    await page.locator('body[data-read]').waitFor({ timeout: 600_000 })
    expect(server.reading()).toMatchObject({
      ...{ kind: 'id-card', country: 'HKG', pictures: 2 },
      reading: { status: 'accepted', sides: [{ from: 'front' }] },
    })
    await page.goto(`${server.url}/?show=proof`)
    expect(await violationsOf(page)).toEqual([])
    const letter = makeProofOfAddress({ today, name: 'Anna Eriksson' })
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: letter.fileName, mimeType: letter.type, buffer: Buffer.from(letter.file) })
    await page.getByRole('button', { name: 'Send this file' }).click()
    await page.locator('body[data-file="letter.pdf application/pdf"]').waitFor()
    await context.close()
  },
)

test('loads large files only when needed, and is accessible before the capture starts', guided, async () => {
  const requested: string[] = []
  const { context, page } = await open('liveness', {})
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.reload({ waitUntil: 'networkidle' })
  expect(requested.filter((path) => /worker|models/.test(path))).toEqual([])
  expect(await violationsOf(page)).toEqual([])
  const button = page.getByRole('button', { name: 'Start the camera' })
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const stage = await page.locator('video').boundingBox()
  await button.press('Enter')
  await page.locator('[data-advice]').waitFor({ timeout: 600_000 })
  // The layout has reserved space for the preview.
  expect(await page.locator('video').boundingBox()).toEqual(stage)
  expect(await violationsOf(page)).toEqual([])
  await context.close()
})
