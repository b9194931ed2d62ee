import { type ClientRequest, request as openRequest } from 'node:http'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { pageFailure } from '../../apps/server/src/plugins/page-failure.ts'
import { type Pace, withUpload } from '../../apps/server/src/surfaces/frame/upload.ts'
import { createUploadGate, type GateLimits } from '../../apps/server/src/surfaces/frame/upload-gate.ts'

// A visitor who uploads data slowly, frequently or in large amounts must not block other visitors' uploads.

const limits = { files: 3, fileBytes: 4000, totalBytes: 10_000 }
const patient: Pace = { bytesPerSecond: 0, graceMs: 1000 }

let app: FastifyInstance
const open: ClientRequest[] = []
afterEach(async () => {
  for (const request of open.splice(0)) request.destroy()
  await app.close()
})

async function start(options: {
  gate?: GateLimits
  pace?: Pace
  use?: () => Promise<void>
  held?: Promise<void>
  onReceived?: (receivedAt: number[]) => void
}) {
  const gate = createUploadGate(options.gate ?? { bytes: 1_000_000, bytesOfNetwork: 1_000_000 })
  app = Fastify({ trustProxy: true })
  await app.register(multipart)
  app.setErrorHandler((error, _request, reply) => {
    const { http, body } = pageFailure(error)
    return reply.code(http).send(body)
  })
  app.post<{ Params: { session: string } }>('/:session', async (request) => {
    const { session } = request.params
    return await withUpload(
      { gate, request, session, pace: options.pace ?? patient },
      limits,
      async ({ files }, hold) => {
        await options.use?.()
        options.onReceived?.(files.map(({ receivedAt }) => receivedAt))
        if (options.held) hold(options.held)
        return { bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) }
      },
    )
  })
  return await app.listen({ port: 0, host: '127.0.0.1' })
}

type Told = { bytes?: number; error?: { code: string } }

async function send(url: string, session: string, bytes: number, from = '192.0.2.1'): Promise<Told> {
  const form = new FormData()
  form.append('picture', new Blob([new Uint8Array(bytes)]), 'a.jpg')
  const response = await fetch(`${url}/${session}`, {
    method: 'POST',
    body: form,
    headers: { 'x-forwarded-for': from },
  })
  return (await response.json()) as Told
}

/** Sends the start of a file and keeps the request open. */
function trickle(url: string, session: string, bytes: number, from = '192.0.2.66') {
  const request = openRequest(`${url}/${session}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-forwarded-for': from },
  })
  open.push(request)
  const answer = new Promise<Told>((resolve) => {
    request.on('error', () => resolve({}))
    request.on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(JSON.parse(text) as Told)
    })
  })
  request.write('--x\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n')
  const written = new Promise<void>((resolve) => request.write(Buffer.alloc(bytes), () => resolve()))
  return { answer, written, end: (rest: string) => request.end(rest) }
}

test('limits a session to one concurrent upload, without delaying other sessions', async () => {
  const url = await start({})
  const many = Array.from({ length: 24 }, () => trickle(url, 'mallory', 100))
  await Promise.all(many.map(({ written }) => written))
  expect(await send(url, 'alice', 3000)).toEqual({ bytes: 3000 })
  const ended: Told[] = []
  for (const { answer } of many) void answer.then((response) => ended.push(response))
  while (ended.length < 23) await new Promise((resolve) => setImmediate(resolve))
  expect(ended.every(({ error }) => error?.code === 'upload.replaced')).toBe(true)
})

test('aborts a body that arrives too slowly', async () => {
  const url = await start({ pace: { bytesPerSecond: 1000, graceMs: 100 } })
  expect(await trickle(url, 'mallory', 10).answer).toMatchObject({ error: { code: 'upload.too-slow' } })
})

test('limits the share of memory that each address can use', async () => {
  const url = await start({ gate: { bytes: 10_000, bytesOfNetwork: 5000 } })
  await Promise.all(['m1', 'm2'].map((session) => trickle(url, session, 2000).written))
  const refused = await send(url, 'm3', 3000, '192.0.2.66')
  expect(refused).toMatchObject({ error: { code: 'work.busy' } })
  expect(await send(url, 'alice', 4000)).toEqual({ bytes: 4000 })
  // After the upload ends, its memory is available again.
  expect(await send(url, 'alice', 4000)).toEqual({ bytes: 4000 })
})

test('gives all addresses of an IPv6 network one shared limit', async () => {
  const url = await start({ gate: { bytes: 10_000, bytesOfNetwork: 5000 } })
  await Promise.all(
    ['m1', 'm2'].map((one) => trickle(url, one, 2000, `2001:db8:1:2::${one.slice(1)}`).written),
  )
  const refused = await send(url, 'm3', 3000, '2001:db8:1:2::3')
  expect(refused).toMatchObject({ error: { code: 'work.busy' } })
  expect(await send(url, 'alice', 4000, '2001:db8:1:3::1')).toEqual({ bytes: 4000 })
})

test('queues a second upload while the first is measured, and accepts both', async () => {
  const looking: (() => void)[] = []
  let most = 0
  let now = 0
  const url = await start({
    use: async () => {
      most = Math.max(most, ++now)
      await new Promise<void>((resolve) => looking.push(resolve))
      now--
    },
  })
  const first = send(url, 'alice', 10)
  const untilLooked = async (count: number) => {
    while (looking.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  await untilLooked(1)
  const second = send(url, 'alice', 20)
  const other = send(url, 'bob', 30)
  await untilLooked(2)
  looking[0]?.()
  expect(await first).toEqual({ bytes: 10 })
  await untilLooked(3)
  for (const done of looking) done()
  expect(await Promise.all([second, other])).toEqual([{ bytes: 20 }, { bytes: 30 }])
  expect(most).toBe(2)
})

test('does not block later pictures of a session while others are queued, but counts their memory', async () => {
  let looked = () => {}
  const held = new Promise<void>((resolve) => {
    looked = resolve
  })
  const url = await start({ gate: { bytes: 5000, bytesOfNetwork: 5000 }, held })
  expect(await send(url, 'alice', 2000)).toEqual({ bytes: 2000 })
  expect(await send(url, 'alice', 2000)).toEqual({ bytes: 2000 })
  expect(await send(url, 'alice', 2000)).toMatchObject({ error: { code: 'work.busy' } })
  looked()
  expect(await send(url, 'alice', 2000)).toEqual({ bytes: 2000 })
})

test('timestamps a picture by the arrival of its last byte, regardless of when the request started', async () => {
  let received: number[] = []
  const url = await start({
    onReceived: (times) => {
      received = times
    },
  })
  const { answer, written, end } = trickle(url, 'mallory', 100)
  await written
  const heldBackMs = 400
  await new Promise((resolve) => setTimeout(resolve, heldBackMs))
  const sentAt = Date.now()
  end('\r\n--x--\r\n')
  expect(await answer).toEqual({ bytes: 100 })
  expect(received[0]).toBeGreaterThanOrEqual(sentAt - heldBackMs / 2)
})
