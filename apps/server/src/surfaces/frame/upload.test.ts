import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageFailure } from '../../plugins/page-failure.ts'
import { withUpload } from './upload.ts'
import { createUploadGate } from './upload-gate.ts'
import { addressProofOf, documentOf, framesOf } from './uploads.ts'

let app: FastifyInstance
let url: string
beforeAll(async () => {
  app = Fastify({ bodyLimit: 1024 })
  await app.register(multipart)
  app.setErrorHandler((error, _request, reply) => {
    const { http, body } = pageFailure(error)
    return reply.code(http).send(body)
  })
  const limits = { files: 3, fileBytes: 2000, totalBytes: 5000 }
  const gate = createUploadGate({ bytes: 1_000_000, bytesOfNetwork: 1_000_000 })
  app.post('/', (request) =>
    withUpload({ gate, request, session: 'one' }, limits, async ({ fields, files }) => ({
      fields: Object.fromEntries(fields),
      files: files.map(({ name, filename, bytes }) => [name, filename, bytes.length]),
    })),
  )
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

async function send(parts: [name: string, value: string | number, filename?: string][]) {
  const form = new FormData()
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), filename ?? 'blob')
  }
  const response = await fetch(url, { method: 'POST', body: form })
  return { http: response.status, body: (await response.json()) as { error?: { code: string } } }
}

test('receives files and fields that exceed the body limit of the API', async () => {
  const sent = await send([
    ['kind', 'passport'],
    ['picture', 2000, 'a.jpg'],
    ['picture', 1500, 'b.jpg'],
  ])
  expect(sent.body).toEqual({
    fields: { kind: 'passport' },
    files: [
      ['picture', 'a.jpg', 2000],
      ['picture', 'b.jpg', 1500],
    ],
  })
})

test.each([
  ['a file that is too large', [['picture', 2001]], 413, 'upload.too-large'],
  ['too many bytes in total', [2000, 2000, 2000].map((size) => ['picture', size]), 413, 'upload.too-large'],
  ['too many files', [1, 1, 1, 1].map((size) => ['picture', size]), 400, 'parameter.files'],
] as const)('rejects %s', async (_what, parts, http, code) => {
  expect(await send(parts as unknown as Parameters<typeof send>[0])).toMatchObject({
    http,
    body: { error: { code } },
  })
})

test('rejects a body that is not a form or is incomplete', async () => {
  const json = await fetch(url, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(await json.json()).toMatchObject({ error: { code: 'parameter.body' } })
  const half = await fetch(url, {
    method: 'POST',
    body: '--x\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\nabc',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(await half.json()).toMatchObject({ error: { code: 'upload.broken' } })
})

const file = (name: string, filename = 'x') => ({
  name,
  filename,
  bytes: Buffer.of(1),
  receivedAt: 0,
})
const fields = (values: Record<string, string>) => new Map(Object.entries(values))

test('requires a kind, a country and at least one picture for a document', () => {
  const files = [file('picture'), file('other'), file('picture')]
  const good = documentOf({ fields: fields({ kind: 'id-card', country: 'FRA' }), files })
  expect(good).toMatchObject({ kind: 'id-card', country: 'FRA', pictures: [Buffer.of(1), Buffer.of(1)] })
  const refused =
    (values: Record<string, string>, of = files) =>
    () =>
      documentOf({ fields: fields(values), files: of })
  expect(refused({ kind: 'licence', country: 'FRA' })).toThrow(
    expect.objectContaining({ code: 'parameter.kind' }),
  )
  expect(refused({ kind: 'visa', country: 'France' })).toThrow(
    expect.objectContaining({ code: 'parameter.country' }),
  )
  expect(refused({ kind: 'visa', country: 'FRA' }, [])).toThrow(
    expect.objectContaining({ code: 'parameter.picture' }),
  )
})

test('returns frames with their times in capture order', () => {
  const files = [file('frame', '0'), file('frame', '33.5'), file('frame', '1000')]
  expect(
    framesOf({ fields: fields({ challengeId: 'abc-1' }), files }).frames.map(({ atMs }) => atMs),
  ).toEqual([0, 33.5, 1000])
  for (const filename of ['', '-1', '1e3', 'NaN', '99999999', '../0'])
    expect(() =>
      framesOf({ fields: fields({ challengeId: 'abc-1' }), files: [file('frame', filename)] }),
    ).toThrow(expect.objectContaining({ code: 'parameter.frame' }))
  expect(() => framesOf({ fields: fields({ challengeId: '../x' }), files })).toThrow(
    expect.objectContaining({ code: 'parameter.challengeId' }),
  )
  expect(() => addressProofOf({ fields: fields({}), files })).toThrow(
    expect.objectContaining({ code: 'parameter.file' }),
  )
})
