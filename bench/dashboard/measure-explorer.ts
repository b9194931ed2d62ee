import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExplorerAddress, ExplorerCounterparties, ExplorerFlow } from '@touchstone/contract'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../../test/support/chromium.ts'
import { median } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import type { Bench } from './sizes.ts'

const site = fileURLToPath(new URL('../../../../apps/dashboard/dist/site/', import.meta.url))
const origin = 'http://dashboard.test'
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
}
const columns = 8

/**
 * Draws a graph with very many links in the built dashboard in Chromium, without a graphics processor, and
 * measures how long it takes to draw and how smoothly it moves. The calls are answered here, so that only the
 * page's own time counts.
 */
export async function measureExplorer({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const rows: { links: number; firstMs: number; moveMs: number; worstMs: number; selectMs: number }[] = []
  for (const links of [100, sizes.links]) {
    progress(`drawing ${shown.count(links)} links in Chromium`)
    const browser = await cleanup.own(
      chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] }),
      (launched) => launched.close(),
    )
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await answer(page, links)
    const began = performance.now()
    await page.goto(`${origin}/dashboard/explorer#network=ETH&address=${addressOf(0)}`)
    await page.waitForFunction(
      (count) => document.querySelector('canvas')?.dataset.links === String(count),
      links,
      { timeout: 120_000 },
    )
    await frames(page, 2, () => Promise.resolve())
    const firstMs = performance.now() - began
    const box = await page.getByRole('application').boundingBox()
    if (box === null) throw new Error('the graph is not shown')
    const [x, y] = [box.x + box.width / 2, box.y + 20]
    await page.mouse.move(x, y)
    await page.mouse.down()
    const moved = await frames(page, 60, (step) => page.mouse.move(x + 3 * step, y + (step % 7)))
    await page.mouse.up()
    // The frames after the movement, in which the graph is drawn again.
    const settled = await frames(page, 20, () => Promise.resolve())
    await page.getByRole('application').focus()
    const before = performance.now()
    await page.keyboard.press('ArrowRight')
    await frames(page, 2, () => Promise.resolve())
    const selectMs = performance.now() - before
    rows.push({ links, firstMs, moveMs: median(moved), worstMs: Math.max(...moved, ...settled), selectMs })
    await browser.close()
  }
  const many = rows.at(-1)
  const milliseconds = (value: number) => `${shown.count(Math.round(value))} ms`
  return {
    tables: [
      {
        title: 'Explorer in Chromium without a graphics processor, 1920 × 1080 (ms)',
        head: ['links', 'opened and drawn', 'frame while moving, p50', 'longest frame', 'select with a key'],
        rows: rows.map(({ links, firstMs, moveMs, worstMs, selectMs }) => [
          shown.count(links),
          ...[firstMs, moveMs, worstMs, selectMs].map((value) => shown.count(Math.round(value))),
        ]),
      },
    ],
    targets: [
      target(
        `frame while moving ${shown.count(sizes.links)} links, p50`,
        many?.moveMs ?? Number.NaN,
        { atMost: 50 },
        milliseconds,
      ),
      target(
        `opening and drawing ${shown.count(sizes.links)} links`,
        many?.firstMs ?? Number.NaN,
        { atMost: 5000 },
        milliseconds,
      ),
    ],
    data: { rows },
  }
}

/** Returns the durations of frames in milliseconds. `act` runs in each of them. */
async function frames(page: Page, count: number, act: (step: number) => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    const note = (time: number) => {
      times.push(time)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
    Object.assign(globalThis, { frameTimes: times })
  })
  for (let step = 0; step < count; step++) await act(step)
  await page.waitForFunction(
    (least) => (globalThis as unknown as { frameTimes: number[] }).frameTimes.length > least,
    count,
  )
  const times = await page.evaluate(() => (globalThis as unknown as { frameTimes: number[] }).frameTimes)
  return times.slice(1).map((time, index) => time - (times[index] ?? time))
}

const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

const address = (number: number): ExplorerAddress => ({
  ...{ network: 'ETH', address: addressOf(number), state: 'complete' },
  known:
    number % 5 === 1
      ? { name: `Entity ${number}`, category: 'exchange', class: number % 10 === 1 ? 'severe' : 'none' }
      : null,
})

/** Answers the page's calls: a graph in columns, in which each link goes from one column to the next. */
async function answer(page: Page, links: number): Promise<void> {
  const perColumn = Math.max(4, Math.ceil(links / 2.5 / columns))
  const flow = (index: number): ExplorerFlow => ({
    ...{ coin: 'ETH', amount: '1.5', usd: `${(index % 1000) * 37}.000000`, count: 1 + (index % 9) },
    ...{ first: 1_700_000_000, last: 1_700_000_000 + index },
  })
  const member = (index: number) => {
    const column = index % (columns - 1)
    const own = column === 0 ? 0 : column * perColumn + (index % perColumn)
    const other = (column + 1) * perColumn + (Math.floor(index * 7.3) % perColumn)
    return { own: address(own), other: address(other), flows: [flow(index)] }
  }
  const pairs = new Map<string, ReturnType<typeof member>>()
  for (let index = 0; pairs.size < links; index++) {
    const one = member(index)
    pairs.set(`${one.own.address} ${one.other.address}`, one)
  }
  const expanded: ExplorerCounterparties = {
    counterparties: [...pairs.values()].map((one) => ({
      ...{ known: null, usd: null, addresses: 1, members: [one], rest: [] },
    })),
    ...{ total: links, whole: true, since: null },
  }
  const none: ExplorerCounterparties = { counterparties: [], total: 0, whole: true, since: null }
  const merchant = { mchNo: `M${'0'.repeat(31)}`, name: 'Bench' }
  const view = {
    ...{ ...address(0), labels: [], canFetch: false, coin: 'ETH', coins: [], elsewhere: [] },
    coverage: { state: 'complete', from: null, to: null, as_of: null, sources: [], note: '', reasons: [] },
  }
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    const api = url.pathname.split('/dashboard/api')[1]
    if (api === '/session') {
      const memberships = [{ merchant, role: 'compliance', permissions: ['risk.read'] }]
      const session = { email: 'a@b.c', csrfToken: '', addressRisk: true, invitations: [], memberships }
      await route.fulfill({ json: session })
    } else if (api?.endsWith('/address')) await route.fulfill({ json: view })
    else if (api?.endsWith('/expand')) {
      const { direction } = route.request().postDataJSON() as { direction: string }
      await route.fulfill({ json: direction === 'out' ? expanded : none })
    } else if (api !== undefined) await route.fulfill({ status: 503, json: {} })
    else {
      const file = join(site, url.pathname.replace('/dashboard/', ''))
      const found = /\.\w+$/.test(file) && existsSync(file) ? file : join(site, 'index.html')
      const type = types[found.split('.').at(-1) ?? ''] ?? 'text/html'
      await route.fulfill({ body: readFileSync(found), contentType: type })
    }
  })
}
