import { operations } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { readable, unbalanced } from '../../../../test/support/markup.ts'
import { assetsPath, loadPageAssets } from './load-page-assets.ts'
import { pageHeaders } from './page-headers.ts'
import { renderMailboxPage } from './render-mailbox-page.ts'
import { renderMessagePage } from './render-message-page.ts'
import { renderStartPage } from './render-start-page.ts'
import type { StartPageDemo, StartPageModel } from './start-page-model.ts'

const assets = loadPageAssets()
const textOf = (name: string) => assets.get(name)?.body.toString('utf8') ?? ''

const demo: StartPageDemo = {
  mchNo: 'M2026111500000000000000000000001',
  apiKey: '1f0c9a2b.5d7e0c4f8a1b3d6e9f2a5c8b1e4d7f0a',
  programs: [
    { kind: 'KYC', name: 'Exchange onboarding', programNo: '202611150001' },
    { kind: 'PoAI', name: 'Accredited investors', programNo: '202611150002' },
  ],
  curl: `curl -s http://localhost:8080/x \\\n  -d '{"a":"b","c":"d"}'`,
  statuses: [
    { status: 'Not Started', account: 'nobody@example.com' },
    { status: 'OCR Passed', account: '0x52908400098527886e0f7030069857d2e4169ee7' },
    { status: 'KYC Passed', account: '0x8617e340b3d01fa5f11f306f4090fd50e238070d' },
    { status: 'Verification Failed', account: '0xde709f2102306220921060314715629080e2fb77' },
  ],
  addresses: [
    {
      coin: 'ETH',
      address: '0x27b1fdb04752bbc536007a920d24acb045561c26',
      what: 'A thief',
      risk: { score: 100, level: 'Severe' },
    },
    {
      coin: 'BTC',
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      what: 'An ordinary person',
      risk: undefined,
    },
  ],
  scoreCurl: `curl -s http://localhost:8080/score -d '{"coin":"ETH"}'`,
}

const model: StartPageModel = {
  version: '0.1.0',
  urls: {
    base: 'http://localhost:8080',
    openapi: 'http://localhost:8080',
    auth: 'http://localhost:8080',
    docs: '/docs',
    openapiDocument: '/openapi.json',
    health: '/health/ready',
  },
  demo,
  operations: Object.values(operations).map(({ group, summary, method, path }) => ({
    group,
    summary,
    method,
    path,
  })),
  store: 'embedded',
  ledger: 'embedded',
}

const message = {
  title: 'Nothing here',
  text: 'There is no page under this address.',
  links: [
    { href: '/', label: 'Start page' },
    { href: '/docs', label: 'Reference' },
  ],
}

const pages = {
  'start page': renderStartPage(model),
  'start page on three hosts': renderStartPage({
    ...model,
    urls: { ...model.urls, openapi: 'https://openapi.example.com', auth: 'https://auth.example.com' },
  }),
  'start page of an empty demo': renderStartPage({
    ...model,
    operations: [],
    demo: { ...demo, programs: [], statuses: [], addresses: [] },
  }),
  'start page in production': renderStartPage({ ...model, demo: undefined }),
  'start page with a mailbox': renderStartPage({ ...model, urls: { ...model.urls, mailbox: '/mailbox' } }),
  'message page': renderMessagePage(message),
  'message page without links': renderMessagePage({ ...message, links: [] }),
  'empty mailbox': renderMailboxPage({ mails: [] }),
  mailbox: renderMailboxPage({
    mails: [
      { id: 2, to: 'b…n@example.com', code: '003120', merchant: 'Bank & <Sons>', at: Date.UTC(2026, 10, 15) },
      { id: 1, to: 'a…@example.com', code: '912345', merchant: 'Halcyon', at: Date.UTC(2026, 10, 14) },
    ],
  }),
}

for (const [name, page] of Object.entries(pages)) {
  test(`${name}: every tag is closed where it was opened, and no id is given twice`, () => {
    expect(page.startsWith('<!doctype html>\n<html lang="en">')).toBe(true)
    expect(unbalanced(page)).toBeUndefined()
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, id] of page.matchAll(/ aria-labelledby="([^"]*)"/g)) expect(ids).toContain(id)
    expect(page.match(/<h1>/g)).toHaveLength(1)
  })

  test(`${name}: obeys its own content security policy`, () => {
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i)
    expect(page).not.toMatch(/<script(?! src="\/assets\/)/)
    expect(pageHeaders['content-security-policy']).not.toContain('unsafe')
  })

  test(`${name}: every file it asks for is served`, () => {
    const asked = [...page.matchAll(/ (?:src|href)="(\/assets\/[^"]*)"/g)].map(([, path]) => path ?? '')
    expect(asked.length).toBeGreaterThan(0)
    for (const path of asked) expect([...assets.keys()]).toContain(path.slice(assetsPath.length))
  })

  test(`${name}: every class it names has a style`, () => {
    const css = ['touchstone.css', 'start-page.css', 'mailbox-page.css'].map(textOf).join('')
    const styled = new Set(css.match(/\.[a-z][a-z-]*/g))
    for (const [, classes] of page.matchAll(/ class="([^"]*)"/g)) {
      for (const each of classes?.split(' ') ?? []) expect(styled).toContain(`.${each}`)
    }
  })
}

test('the pages take every colour and text size from the design', () => {
  const css = `${textOf('start-page.css')}${textOf('mailbox-page.css')}`
  const defined = new Set(textOf('touchstone.css').match(/--[a-z0-9-]+(?=:)/g))
  for (const [, name] of css.matchAll(/var\((--[a-z0-9-]+)\)/g)) expect(defined).toContain(name)
  expect(css).not.toMatch(/#[0-9a-f]{3,8}\b|rgb\(|hsl\(/i)
  for (const [, value] of css.matchAll(/font-size: (.*);/g))
    expect(value).toMatch(/^(var\(--text-\d+\)|inherit)$/)
})

test('a newcomer finds what a first call needs, each with its copy button', () => {
  const page = pages['start page']
  const values = [
    'http://localhost:8080',
    demo.mchNo,
    demo.apiKey,
    '202611150001',
    '202611150002',
    ...demo.statuses.map(({ account }) => account),
    ...demo.addresses.map(({ address }) => address),
  ]
  for (const value of values) expect(page).toContain(` value="${value}"`)
  expect(page).toContain('value="curl -s http://localhost:8080/x \\\n  -d &#39;{&quot;a&quot;:&quot;b&quot;')
  for (const href of ['/docs', '/openapi.json', '/health/ready']) expect(page).toContain(`href="${href}"`)
})

test('the mailbox is linked where there is one, and shows codes with who asked for them', () => {
  expect(pages['start page']).not.toContain('/mailbox')
  expect(pages['start page with a mailbox']).toContain('href="/mailbox"')
  expect(readable(pages['empty mailbox'])).toContain('Nothing yet.')
  const text = readable(pages.mailbox)
  for (const part of ['003120', '912345', 'Bank & <Sons>', 'b…n@example.com', '00:00:00 UTC'])
    expect(text).toContain(part)
})

test('without the script every value can still be read and selected whole', () => {
  const text = readable(pages['start page'])
  for (const value of [demo.mchNo, demo.apiKey, demo.curl, '202611150001', '0.1.0'])
    expect(text).toContain(value)
  for (const { status, account } of demo.statuses) {
    expect(text).toContain(status)
    expect(text).toContain(account)
  }
  for (const { coin, address, what } of demo.addresses) {
    for (const value of [coin, address, what]) expect(text).toContain(value)
  }
  expect(text).toContain(demo.scoreCurl)
})

test('every operation is listed once, under its group', () => {
  const text = readable(pages['start page'])
  for (const { path, summary, group } of model.operations) {
    expect(text).toContain(path)
    expect(text).toContain(summary)
    expect(pages['start page'].split(`scope="rowgroup" colspan="3">${group}<`)).toHaveLength(2)
  }
})

test('one address for all hosts is told once, three are told apart', () => {
  expect(pages['start page']).toContain('Service URL')
  const three = readable(pages['start page on three hosts'])
  expect(three).not.toContain('Service URL')
  for (const url of ['http://localhost:8080', 'https://openapi.example.com', 'https://auth.example.com']) {
    expect(three).toContain(url)
  }
})

test('only an outcome has a colour: a step on the way is grey', () => {
  const page = pages['start page']
  const badge = (status: string) =>
    new RegExp(`<span class="(badge[^"]*)"><svg.*?</svg>${status}<`).exec(page)?.[1]
  expect(badge('KYC Passed')).toBe('badge badge-passed')
  expect(badge('Verification Failed')).toBe('badge badge-failed')
  expect(badge('OCR Passed')).toBe('badge')
  expect(badge('Not Started')).toBe('badge')
})

test('a demo address shows its score in words and leads to its explanation, also while the ledger is away', () => {
  const page = pages['start page']
  expect(page).toContain('<span class="badge badge-severe risk-badge">100 Severe</span>')
  expect(page).toContain('<a class="address-link" href="/demo/risk/1">A thief</a>')
  expect(page).toContain('<a class="address-link" href="/demo/risk/2">An ordinary person</a>')
  expect(page.match(/no answer yet/g)).toHaveLength(1)
})

test('an empty demo says so instead of drawing an empty table', () => {
  const page = pages['start page of an empty demo']
  expect(page).toContain('There are no demo users yet.')
  expect(page).not.toContain('<table')
})

test('in production the page tells that the service runs, where the reference is, and nothing else', () => {
  const page = pages['start page in production']
  expect(page).toContain('Touchstone is running')
  expect(page).toContain('href="/docs"')
  for (const secret of [
    model.version,
    'PostgreSQL',
    '/zkseradmin',
    '/health',
    'localhost',
    'emo ',
    '<script',
  ]) {
    expect(page).not.toContain(secret)
  }
})

test('whatever a value holds, it stays text', () => {
  const nasty = `"><script>alert('1')</script>`
  const page = renderStartPage({
    ...model,
    version: nasty,
    urls: {
      base: nasty,
      openapi: nasty,
      auth: `${nasty}2`,
      docs: nasty,
      openapiDocument: nasty,
      health: nasty,
    },
    operations: [{ group: nasty, summary: nasty, method: nasty, path: `/${nasty}/${nasty}` }],
    demo: {
      mchNo: nasty,
      apiKey: nasty,
      programs: [{ kind: 'KYC', name: nasty, programNo: nasty }],
      curl: nasty,
      statuses: [{ status: nasty, account: nasty }],
      addresses: [{ coin: nasty, address: nasty, what: nasty, risk: undefined }],
      scoreCurl: nasty,
    },
  })
  expect(page).not.toContain('<script>')
  expect(unbalanced(page)).toBeUndefined()
  const other = renderMessagePage({ title: nasty, text: nasty, links: [{ href: nasty, label: nasty }] })
  expect(other).not.toContain('<script>')
  expect(unbalanced(other)).toBeUndefined()
})

test('a message has one thing to take first', () => {
  const page = pages['message page']
  expect(page).toContain('<title>Nothing here · Touchstone</title>')
  expect(page).toContain('<a class="button button-primary" href="/">Start page</a>')
  expect(page).toContain('<a class="button" href="/docs">Reference</a>')
})
