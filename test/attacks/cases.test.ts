import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, type DashboardBrowser, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { demoTimeout } from '../support/timeouts.ts'

// A member must not be able to give colleagues a file that runs, to read or change another merchant's cases, or to
// close a case alone where two members have to.

let dashboard: TestDashboard
let ann: DashboardBrowser
let annAgain: DashboardBrowser
let bob: DashboardBrowser
let stranger: DashboardBrowser
beforeAll(async () => {
  dashboard = await startDashboard({ callsPerSecond: 100 })
  const { browser, email } = await dashboard.member('compliance')
  ann = browser
  annAgain = dashboard.createBrowser()
  await annAgain.signIn(email)
  bob = (await dashboard.member('owner')).browser
  stranger = (await dashboard.member('owner', dashboard.foreign)).browser
}, demoTimeout)
afterAll(() => dashboard?.stop())

const own = (path: string) => `/merchants/${dashboard.own}${path}`
const foreign = (path: string) => `/merchants/${dashboard.foreign}${path}`

async function openCase(): Promise<number> {
  const opened = await ann.post(own('/cases/open'), { title: 'A deposit' })
  expect(opened).toMatchObject({ http: 200 })
  return Number(opened.body.number)
}
const addFile = (number: number, name: string, content: Buffer | string) =>
  ann.post(own('/cases/files/add'), { number, name, base64: Buffer.from(content).toString('base64') })

const chunk = (name: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
}
const picture = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', Buffer.alloc(13)),
  chunk('IDAT', deflateSync(Buffer.alloc(100))),
  chunk('IEND', Buffer.alloc(0)),
])
const photo = Buffer.from('ffd8ffe000044a46ffda0004000012ff00345678ffd9', 'hex')
const document = '%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n%%EOF\n'
const archive = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)])
const page = '<!doctype html><script>alert(document.cookie)</script>'

test('rejects files that are or contain something else than they seem', async () => {
  const number = await openCase()
  const bad: Record<string, Buffer | string> = {
    'program.pdf': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)]),
    'script.txt': '#!/bin/sh\nrm -rf /',
    'page.txt': page,
    'page-later.csv': `a,b\nc,"${page}"`,
    'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'archive.csv': archive,
    'picture-with-archive.png': Buffer.concat([picture, archive]),
    'photo-with-page.jpg': Buffer.concat([photo, Buffer.from(page)]),
    'broken.png': picture.subarray(0, 40),
    'document-with-archive.pdf': Buffer.concat([Buffer.from(document), archive]),
    'document-with-script.pdf': document.replace('/Catalog', '/Catalog /OpenAction << /S /J#61vaScript >>'),
    'document-with-files.pdf': document.replace('/Catalog', '/Catalog /Names << /EmbeddedFiles 2 0 R >>'),
    'wide.txt': Buffer.from(page, 'utf16le'),
    'empty.txt': '',
  }
  for (const [name, content] of Object.entries(bad)) {
    const answer = await addFile(number, name, content)
    expect([answer.http, codeOf(answer)], name).toEqual(
      content === '' ? [400, expect.anything()] : [422, 'case.file-type'],
    )
  }
  const { body } = await ann.post(own('/cases/show'), { number })
  expect(body.files).toEqual([])
})

test('serves files only as attachments, under harmless names', async () => {
  const number = await openCase()
  const good: [string, Buffer | string, string][] = [
    ['..\\..\\evil\r\nset-cookie: a=b.html', 'a note', 'evil__set-cookie_ a_b.html.txt'],
    ['../../../etc/cron.d/x.png', picture, 'x.png'],
    ['photo.png', photo, 'photo.png.jpg'],
    ['.htaccess', document, 'htaccess.pdf'],
    ['list.csv', 'a,b\n=cmd(),2\n', 'list.csv'],
  ]
  for (const [name, content] of good)
    expect(await addFile(number, name, content), name).toMatchObject({ http: 200 })
  const { files } = (await ann.post(own('/cases/show'), { number })).body as {
    files: { number: number; name: string }[]
  }
  expect(files.map(({ name }) => name)).toEqual(good.map(([, , name]) => name))
  for (const { number: file, name } of files) {
    const { headers } = await ann.post(own('/cases/files/read'), { number, file })
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).not.toContain('html')
  }
})

test('limits the size of a file', async () => {
  const number = await openCase()
  const answer = await addFile(number, 'big.txt', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))
  expect([answer.http, codeOf(answer)]).toEqual([413, 'case.file-too-large'])
  const huge = await addFile(number, 'huge.txt', Buffer.alloc(8 * 1024 * 1024, 'a'))
  expect([huge.http, codeOf(huge)]).toEqual([413, 'upload.too-large'])
})

test('keeps another merchant from reading, changing or referring to a case', async () => {
  const number = await openCase()
  const file = { number, file: 1 }
  await addFile(number, 'a.txt', 'secret')
  for (const [path, body] of [
    ['/cases/show', { number }],
    ['/cases/comment', { number, text: 'x' }],
    ['/cases/change', { number, title: 'x' }],
    ['/cases/files/read', file],
    ['/cases/files/remove', file],
    ['/cases/close', { number, outcome: 'no-concern', reason: 'x', seen: 1 }],
    ['/cases/export', { number }],
  ] as const) {
    const there = await stranger.post(foreign(path), body)
    expect([there.http, codeOf(there)], path).toEqual([404, 'case.unknown'])
    const here = await stranger.post(own(path), body)
    expect([here.http, codeOf(here)], path).toEqual([404, 'member.not-found'])
  }
  const svcId = await dashboard.personId()
  const people = { title: 'x', items: [{ kind: 'person', ref: svcId }] }
  expect(codeOf(await stranger.post(foreign('/cases/open'), people))).toBe('case.unknown-reference')
  expect(await ann.post(own('/cases/open'), people)).toMatchObject({ http: 200 })
})

test('does not let one member close a case with two sessions', async () => {
  expect(await bob.post(own('/cases/rule'), { byTwo: true })).toMatchObject({ http: 200 })
  expect(await bob.post(own('/cases/rule'), { byTwo: false })).toMatchObject({ http: 400 })
  const number = await openCase()
  const closing = { number, outcome: 'no-concern', reason: 'Nothing.' }
  const asked = await Promise.all([
    ann.post(own('/cases/close'), { ...closing, seen: 1 }),
    annAgain.post(own('/cases/close'), { ...closing, seen: 1 }),
  ])
  expect(asked.map(({ http }) => http).sort()).toEqual([200, 409])
  const answer = { number, agree: true, text: 'Agreed.', seen: 2 }
  expect(codeOf(await annAgain.post(own('/cases/answer-closing'), answer))).toBe('case.own-request')
  expect(await bob.post(own('/cases/answer-closing'), answer)).toMatchObject({ body: { status: 'closed' } })
})
