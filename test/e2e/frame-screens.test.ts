import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPages } from '../../scripts/build-pages.mjs'
import { fixtureViews } from '../support/frame-fixtures/fixture-views.ts'
import { type FrameScreen, frameScreens, openScreen } from '../support/frame-fixtures/frame-screens.ts'
import { outOfSight } from '../support/frame-fixtures/out-of-sight.ts'
import {
  type FixtureServer,
  siteFolder,
  startFixtureServer,
} from '../support/frame-fixtures/start-fixture-server.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { oneIn, testAll } from '../support/test-all.ts'
import { violationsOf } from '../support/violations-of.ts'

let context: BrowserContext
let server: FixtureServer
beforeAll(async () => {
  await buildPages()
  server = await startFixtureServer(fixtureViews(Date.now()))
  context = await (await sharedBrowser()).newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
})
afterAll(async () => {
  await context?.close()
  await server?.stop()
})

/** Returns the interactive elements that the Tab key does not reach. */
async function unreachable(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const within = document.querySelector('dialog[open]') ?? document
    const all = [...within.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')]
    const shown = all.filter(
      (each) => !each.matches(':disabled') && (each.offsetParent !== null || each.closest('dialog') !== null),
    )
    // The checked radio button represents its group, because arrow keys move the focus within a group.
    const pending = shown.filter(
      (each) => !(each instanceof HTMLInputElement && each.type === 'radio' && !each.checked),
    )
    for (const each of pending) each.dataset.pending = ''
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) delete target.dataset.pending
    })
    document.body.focus()
    return pending.length
  })
  const left = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-pending]')].map((each) =>
        each.outerHTML.slice(0, 120),
      ),
    )
  // If the page focuses a field, only the second round reaches the elements above that field. Some fields
  // need several key presses.
  for (let round = 0; round < 4 && (await left()).length > 0; round++)
    for (let press = 0; press < count + 2; press++) await page.keyboard.press('Tab')
  return await left()
}

/** Returns all text that is visible or announced by screen readers. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']
    const said = [...document.querySelectorAll<HTMLElement>('body *')].flatMap((each) =>
      attributes.map((name) => each.getAttribute(name) ?? ''),
    )
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) said.push(walker.currentNode.textContent ?? '')
    return [document.title, ...said].join('\n')
  })

/** Names, codes, addresses and units that are the same in every language. */
const foreign =
  /Touchstone|Northwind Exchange|Meridian Records|Harbour Statements|ERIKSSON|ANNA MARIA|[\w…]+@[\w.]+|0x[\w…]+|https?:\S+|\b[a-z-]+\.[a-z-]+\b|JPEG|PNG|WebP|PDF|MB\b|Chrome|Edge|Firefox|Safari|zkKYC|MeID|UTC|Polygon/g

type Look = { locale: 'en' | 'zh-hk'; colorScheme: 'light' | 'dark' }

/**
 * The variants in which screens are tested. All screens take their text and colours from the same sources, so
 * it is enough to test each screen in one variant. Consecutive screens use different variants.
 */
const looks: Look[] = [
  { locale: 'en', colorScheme: 'light' },
  { locale: 'zh-hk', colorScheme: 'dark' },
  { locale: 'en', colorScheme: 'dark' },
  { locale: 'zh-hk', colorScheme: 'light' },
]

/** These kinds of screens open in a separate context, in the person's own language. */
const isOwn = ({ name }: FrameScreen) => /^phone$|provider-return/.test(name)

function looksOf(screen: FrameScreen, index: number): Look[] {
  const own = isOwn(screen) ? looks.filter(({ locale }) => locale === 'en') : looks
  return testAll ? own.slice(0, 2) : own.slice(index % own.length).slice(0, 1)
}

describe('one screen in three, in one theme and language; with --all, every screen in both themes and languages', () => {
  // Uses one shared page. A new page for each screen would compile its scripts and axe again, which doubles
  // the time.
  let shared: Page
  beforeAll(async () => {
    shared = await context.newPage()
  })
  afterAll(() => shared?.close())

  test.each(
    oneIn(
      3,
      frameScreens().map((screen, index) => [screen.name, screen, index] as const),
    ),
  )('%s', async (_name, screen, index) => {
    // The preparation of these screens changes the page permanently.
    const page = screen.prepare ? await context.newPage() : shared
    for (const look of looksOf(screen, index)) expect(await problemsOf(page, screen, look)).toEqual([])
    if (page !== shared) await page.close()
  })
})

async function problemsOf(page: Page, screen: FrameScreen, { locale, colorScheme }: Look): Promise<string[]> {
  const said: string[] = []
  page.on('console', (message) => {
    // Some screens make a call that the server rejects.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1|blob:|data:)/.test(request.url())) said.push(request.url())
  })
  await page.emulateMedia({ colorScheme })
  await openScreen(page, server, screen, locale)
  const english = locale === 'en' ? [] : await englishLeft(page)
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  const low = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.button')]
      .filter((each) => each.offsetHeight > 0 && each.offsetHeight < 44)
      .map((each) => `less than 44 px high: ${each.textContent}`),
  )
  const title = await page.evaluate(() => document.querySelectorAll('h1').length)
  const problems = [
    ...english,
    ...(await unreachable(page)).map((each) => `not reached by keyboard: ${each}`),
    ...(await violationsOf(page, testAll ? 'both' : 'own')),
    ...said,
    ...low,
    ...(tooWide ? ['scrolls sideways'] : []),
    ...(await outOfSight(page)),
    ...(title === 1 || screen.name === 'trouble-connection-lost' ? [] : [`${title} titles`]),
  ]
  page.removeAllListeners()
  // Simulates another device, so that the next visit finds no data from this one.
  await page.evaluate(() => sessionStorage.clear())
  return problems
}

async function englishLeft(page: Page): Promise<string[]> {
  const words = (await wordsOf(page)).replace(foreign, '')
  const english = words.match(/[A-Za-z]{2,}[ ’'-][A-Za-z ’'-]{2,}/g) ?? []
  const missing = /undefined|\[object|NaN/.test(words) ? ['some text is missing'] : []
  return [...english.map((each) => `English: ${each}`), ...missing]
}

test('lets the person retake a misread picture, and stores pictures only with consent', async () => {
  const page = await context.newPage()
  const press = async (screen: string, name: string) => {
    await openScreen(page, server, frameScreens().find((each) => each.name === screen) as FrameScreen)
    server.calls.length = 0
    await page.getByRole('button', { name }).click()
    await expect.poll(() => server.calls.filter(({ path }) => path.startsWith('/document'))).toHaveLength(1)
    const { path, body } = server.calls.find((call) => call.path.startsWith('/document')) ?? {}
    await page.evaluate(() => sessionStorage.clear())
    return [path, body]
  }
  const retake = 'Something is wrong: take another photo'
  expect(await press('document-confirm', retake)).toEqual(['/document/retake', expect.any(String)])
  const confirmed = ['/document/confirm', '{"corrections":{}}']
  expect(await press('document-confirm', 'Everything is correct')).toEqual(confirmed)
  const [agree, decline] = ['{"agreed":true}', '{"agreed":false}']
  expect(await press('document-review', 'Agree and take photos')).toEqual(['/document/review', agree])
  expect(await press('document-review', 'Don’t keep photos')).toEqual(['/document/review', decline])
  expect(await press('review-full', 'Continue without a review')).toEqual(['/document/review', decline])
  expect(await press('document-kept', 'Don’t keep my photos')).toEqual(['/document/review', decline])
  await page.close()
})

test('shows photosensitive people a contact, or captures without colours after they consent', async () => {
  const page = await context.newPage()
  const open = async (name: string) => {
    await openScreen(page, server, frameScreens().find((each) => each.name === name) as FrameScreen)
    server.calls.length = 0
  }
  const chosen = () => server.calls.filter(({ path }) => path === '/liveness/colours').map(({ body }) => body)
  const press = (name: string) => page.getByRole('button', { name }).click()

  await open('liveness-no-flashes')
  expect(await wordsOf(page)).toContain('Contact Northwind Exchange on its site')
  await press('Back')
  await page.getByRole('button', { name: 'Start the camera' }).waitFor()
  await page.evaluate(() => sessionStorage.clear())
  await open('liveness-supported-no-flashes')
  const contact = page.getByRole('link', { name: 'help@northwind.example' })
  expect(await contact.getAttribute('href')).toBe('mailto:help@northwind.example')
  expect(chosen()).toEqual([])
  await page.evaluate(() => sessionStorage.clear())

  await open('review-full-network')
  await press('Continue without a review: use coloured light')
  await expect.poll(chosen).toEqual(['{"colours":true}'])
  await page.evaluate(() => sessionStorage.clear())

  await open('liveness-offered-no-flashes')
  await press('Agree and continue without colours')
  await expect.poll(chosen).toEqual(['{"colours":false}'])
  await page.evaluate(() => sessionStorage.clear())
  await open('liveness-colour-free')
  const words = await wordsOf(page)
  for (const said of ['five small movements', 'will not flash', 'within 7 days at most'])
    expect(words).toContain(said)
  await press('Use colours instead')
  await expect.poll(chosen).toEqual(['{"colours":true}'])
  await page.close()
})

test('loads less than 100 kB before the first screen', () => {
  type Chunk = {
    file: string
    css?: string[]
    imports?: string[]
    isEntry?: boolean
    dynamicImports?: string[]
  }
  const manifest = JSON.parse(readFileSync(join(siteFolder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const [entry] = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
  const files = new Set(['index.html'])
  const take = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const other of chunk.imports ?? []) take(other)
  }
  take(entry ?? '')
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(siteFolder, file))).length)
  expect(files.size).toBeGreaterThan(2)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(100_000)
  // Captures, proofs, codes and the other language are loaded later.
  const later = [
    'capture/index.ts',
    'holder/index.ts',
    'parts/qr-code.tsx',
    'texts/zh-hk.ts',
    'screens/later.ts',
  ]
  for (const name of later) {
    const chunk = Object.entries(manifest).find(([path]) => path.endsWith(name))?.[1]
    expect(chunk, name).toBeDefined()
    expect(files.has(chunk?.file ?? ''), name).toBe(false)
  }
  const html = readFileSync(join(siteFolder, 'index.html'), 'utf8')
  expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|style=/)
  expect(html.match(/rel="preload"[^>]*/g)).toEqual([expect.stringContaining('inter-latin-wght')])
})
