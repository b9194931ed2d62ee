import { operations } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { readable, unbalanced } from '../../../../test/support/markup.ts'
import { type DocsModel, docsGroups } from './docs/docs-page-model.ts'
import { renderDocsErrors } from './docs/render-docs-errors.ts'
import { renderDocsGroup } from './docs/render-docs-group.ts'
import { renderDocsPage } from './docs/render-docs-page.ts'
import { curlOf, type ExampleCall } from './example-call.ts'
import { assetsPath, loadPageAssets } from './load-page-assets.ts'
import { pageHeaders } from './page-headers.ts'
import { renderMailboxPage } from './render-mailbox-page.ts'
import { renderMessagePage } from './render-message-page.ts'
import { renderStartPage } from './render-start-page.ts'
import type { StartPageDemo, StartPageModel } from './start-page-model.ts'

const assets = loadPageAssets()
const textOf = (name: string) => assets.get(name)?.body.toString('utf8') ?? ''

const call: ExampleCall = {
  method: 'POST',
  url: 'http://localhost:8080/x',
  path: '/x',
  fields: { a: 'b', c: 'd' },
  isComplete: true,
  sendable: true,
}

const demo: StartPageDemo = {
  mchNo: 'M2026111500000000000000000000001',
  apiKey: '1f0c9a2b.5d7e0c4f8a1b3d6e9f2a5c8b1e4d7f0a',
  programs: [
    { kind: 'KYC', name: 'Exchange onboarding', programNo: '202611150001' },
    { kind: 'PoAI', name: 'Accredited investors', programNo: '202611150002' },
  ],
  site: '/demo/site/',
  call,
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
      risk: { score: 100, level: 'Severe', coverage: 'complete' },
    },
    {
      coin: 'BTC',
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      what: 'An ordinary person',
      risk: undefined,
    },
  ],
  firstAddress: 1,
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
    dashboard: '/dashboard',
  },
  demo,
  store: 'embedded',
  ledger: 'embedded',
}

const docs: DocsModel = {
  version: '0.1.0',
  urls: { base: 'http://localhost:8080', openapi: 'http://localhost:8080', auth: 'http://localhost:8080' },
  frameUrl: 'http://localhost:8080',
  operations: Object.entries(operations).map(([name, operation]) => ({ name, operation, call })),
  demo: { mchNo: demo.mchNo, apiKey: demo.apiKey, programNo: '202611150001' },
}

const message = {
  title: 'Nothing here',
  text: 'There is no page at this address.',
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
    demo: { ...demo, programs: [], statuses: [], addresses: [] },
  }),
  'start page without a ledger': renderStartPage({
    ...model,
    ledger: 'absent',
    demo: { ...demo, addresses: [], firstAddress: undefined },
  }),
  'start page from another machine': renderStartPage({ ...model, demo: { ...demo, site: undefined } }),
  'getting started': renderDocsPage(docs),
  'getting started in production': renderDocsPage({ ...docs, demo: undefined }),
  errors: renderDocsErrors(docs),
  ...Object.fromEntries(
    docsGroups(docs).map((group) => [`reference of ${group.name}`, renderDocsGroup(docs, group)]),
  ),
  'start page in production': renderStartPage({ ...model, demo: undefined }),
  'start page with a mailbox': renderStartPage({ ...model, urls: { ...model.urls, mailbox: '/mailbox' } }),
  'message page': renderMessagePage(message),
  'message page without links': renderMessagePage({ ...message, links: [] }),
  'empty mailbox': renderMailboxPage({ mails: [] }),
  mailbox: renderMailboxPage({
    mails: [
      {
        ...{ id: 2, to: 'bertrand.n@example.com', code: '003120', state: 'open' },
        ...{ merchant: 'Bank & <Sons>', at: Date.UTC(2026, 10, 15) },
      },
      {
        ...{ id: 1, to: 'a@example.com', code: '912345', state: 'used' },
        ...{ merchant: 'Halcyon', at: Date.UTC(2026, 10, 14) },
      },
      {
        ...{ id: 0, to: 'a@example.com', code: '912346', state: 'ended' },
        ...{ merchant: 'Halcyon', at: Date.UTC(2026, 10, 13) },
      },
    ],
  }),
}

for (const [name, page] of Object.entries(pages)) {
  test(`${name}: closes every tag in order and uses every id once`, () => {
    expect(page.startsWith('<!doctype html>\n<html lang="en">')).toBe(true)
    expect(unbalanced(page)).toBeUndefined()
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, id] of page.matchAll(/ aria-labelledby="([^"]*)"/g)) expect(ids).toContain(id)
    expect(page.match(/<h1>/g)).toHaveLength(1)
  })

  test(`${name}: complies with its content security policy`, () => {
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i)
    expect(page).not.toMatch(/<script(?! src="\/assets\/)/)
    expect(pageHeaders['content-security-policy']).not.toContain('unsafe')
  })

  test(`${name}: references only files that the server provides`, () => {
    const requested = [...page.matchAll(/ (?:src|href)="(\/assets\/[^"]*)"/g)].map(([, path]) => path ?? '')
    expect(requested.length).toBeGreaterThan(0)
    for (const path of requested) expect([...assets.keys()]).toContain(path.slice(assetsPath.length))
  })

  test(`${name}: uses only classes that have a style`, () => {
    const css = ['touchstone.css', 'start-page.css', 'mailbox-page.css', 'docs-page.css'].map(textOf).join('')
    const styled = new Set(css.match(/\.[a-z][a-z-]*/g))
    for (const [, classes] of page.matchAll(/ class="([^"]*)"/g)) {
      for (const each of classes?.split(' ') ?? []) expect(styled).toContain(`.${each}`)
    }
  })
}

test('takes every colour and text size from the design package', () => {
  const css = `${textOf('start-page.css')}${textOf('mailbox-page.css')}${textOf('docs-page.css')}`
  const defined = new Set(textOf('touchstone.css').match(/--[a-z0-9-]+(?=:)/g))
  for (const [, name] of css.matchAll(/var\((--[a-z0-9-]+)\)/g)) expect(defined).toContain(name)
  expect(css).not.toMatch(/#[0-9a-f]{3,8}\b|rgb\(|hsl\(/i)
  for (const [, value] of css.matchAll(/font-size: (.*);/g))
    expect(value).toMatch(/^(var\(--text-\d+\)|inherit)$/)
})

test('shows every value needed for a first call, each with a copy button', () => {
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
  expect(page).toContain('value="curl -s http://localhost:8080/x -H')
  for (const href of ['/docs', '/openapi.json', '/health/ready']) expect(page).toContain(`href="${href}"`)
})

test('links to the mailbox if there is one, and shows the recipient of each code', () => {
  expect(pages['start page']).not.toContain('/mailbox')
  expect(pages['start page with a mailbox']).toContain('href="/mailbox"')
  expect(readable(pages['empty mailbox'])).toContain('Nothing yet.')
  const text = readable(pages.mailbox)
  for (const part of ['003120', '912345', 'Bank & <Sons>', 'bertrand.n@example.com', '00:00:00 UTC'])
    expect(text).toContain(part)
})

test('renders a code in the mailbox as a copy button until it is used or expires', () => {
  const page = pages.mailbox
  expect(page).toContain('value="003120" data-copies="code for bertrand.n@example.com"')
  for (const code of ['912345', '912346']) expect(page).not.toContain(`value="${code}"`)
  const states = [...page.matchAll(/data-mail="(\d)" data-state="(\w+)"/g)].map(([, id, state]) => [
    id,
    state,
  ])
  expect(states).toEqual([
    ['2', 'open'],
    ['1', 'used'],
    ['0', 'ended'],
  ])
  expect(readable(page)).toMatch(/912345\s+Used\s[\s\S]*912346\s+No longer valid/)
})

test('shows every value in full without JavaScript', () => {
  const text = readable(pages['start page'])
  for (const value of [demo.mchNo, demo.apiKey, curlOf(call), '202611150001', '0.1.0'])
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

test('starts with four things that can be tried with one click', () => {
  const page = pages['start page']
  const main = page.slice(page.indexOf('<main'))
  const titles = [...main.matchAll(/<h[23][^>]*>([^<]*)</g)].map(([, title]) => title)
  expect(titles.slice(0, 5)).toEqual([
    'Try it',
    'Verify a person',
    'Check the risk of an address',
    'Open the dashboard',
    'Make a call',
  ])
  expect(main).toContain('href="/demo/site/">Open the example site')
  expect(main).toContain(
    'href="/dashboard/explorer#demo=analyst&amp;coin=ETH&amp;address=0x27b1fdb04752bbc536007a920d24acb045561c26">Follow the funds',
  )
  expect(main).toContain('href="/dashboard#demo">Open the dashboard')
  expect(main).toContain('data-try="/x" data-method="POST"')
  expect(readable(page)).not.toContain('/zkseradmin')
})

test('offers only operations that are served', () => {
  const withoutLedger = pages['start page without a ledger']
  for (const text of ['risk of an address', '/dashboard/explorer', 'funds come from', 'Check an address'])
    expect(withoutLedger).not.toContain(text)
  expect(withoutLedger).toContain('Verify a person')
  const elsewhere = pages['start page from another machine']
  expect(elsewhere).not.toContain('href="/demo/site/"')
  expect(readable(elsewhere)).toContain('Open this page on localhost')
  const onItsOwnHost = renderStartPage({ ...model, demo: { ...demo, call: { ...call, sendable: false } } })
  expect(onItsOwnHost).not.toContain('data-try=')
  expect(onItsOwnHost).toContain('value="curl -s')
})

test('lists every operation once with all its fields, and links home from every page', () => {
  const all = docsGroups(docs)
  for (const group of all) {
    const page = renderDocsGroup(docs, group)
    const text = readable(page)
    for (const { name, operation } of group.operations) {
      expect(page.split(`<h2 id="${name}">`)).toHaveLength(2)
      expect(text).toContain(operation.summary)
      expect(text).toContain(operation.path)
      for (const field of Object.keys((operation.request as { properties: object }).properties))
        expect(text).toContain(field)
    }
    expect(page).toContain(`href="${group.path}" aria-current="page"`)
    expect(page).toContain('<a class="masthead-link" href="/">Start page</a>')
  }
  expect(all.flatMap((group) => group.operations)).toHaveLength(docs.operations.length)
  expect(readable(pages.errors)).toContain('81000014')
})

test('shows placeholders and no key in production', () => {
  const page = pages['getting started in production']
  for (const value of [demo.apiKey, demo.mchNo, '<form']) expect(page).not.toContain(value)
  expect(page).toContain('from the operator')
})

test('shows one address if all hosts share it, and three otherwise', () => {
  expect(pages['start page']).toContain('Service URL')
  const three = readable(pages['start page on three hosts'])
  expect(three).not.toContain('Service URL')
  for (const url of ['http://localhost:8080', 'https://openapi.example.com', 'https://auth.example.com']) {
    expect(three).toContain(url)
  }
})

test('colours only outcomes and keeps intermediate steps grey', () => {
  const page = pages['start page']
  const badge = (status: string) =>
    new RegExp(`<span class="(badge[^"]*)"><svg.*?</svg>${status}<`).exec(page)?.[1]
  expect(badge('KYC Passed')).toBe('badge badge-passed')
  expect(badge('Verification Failed')).toBe('badge badge-failed')
  expect(badge('OCR Passed')).toBe('badge')
  expect(badge('Not Started')).toBe('badge')
})

test('shows a demo address’s score in words and links to the explorer, even if the ledger is unavailable', () => {
  const page = pages['start page']
  expect(page).toContain('<span class="badge badge-severe risk-badge">100 Severe</span>')
  expect(page).toContain(
    '<a class="address-link" href="/dashboard/explorer#demo=analyst&amp;coin=ETH&amp;address=0x27b1fdb04752bbc536007a920d24acb045561c26">A thief</a>',
  )
  expect(page).toContain(
    '<a class="address-link" href="/dashboard/explorer#demo=analyst&amp;coin=BTC&amp;address=1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa">An ordinary person</a>',
  )
  expect(page.match(/not available yet/g)).toHaveLength(1)
})

test('shows a message instead of an empty table when the demo has no data', () => {
  const page = pages['start page of an empty demo']
  expect(page).toContain('There are no demo users yet.')
  expect(page).not.toContain('<table')
})

test('shows only the service state and a link to the reference in production', () => {
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

test('renders every value as text', () => {
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
      dashboard: nasty,
    },
    demo: {
      mchNo: nasty,
      apiKey: nasty,
      programs: [{ kind: 'KYC', name: nasty, programNo: nasty }],
      site: nasty,
      call: { ...call, url: nasty, path: nasty, fields: { [nasty]: nasty } },
      firstAddress: 1,
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

test('renders exactly one primary link on a message page', () => {
  const page = pages['message page']
  expect(page).toContain('<title>Nothing here · Touchstone</title>')
  expect(page).toContain('<a class="button button-primary" href="/">Start page</a>')
  expect(page).toContain('<a class="button" href="/docs">Reference</a>')
})
