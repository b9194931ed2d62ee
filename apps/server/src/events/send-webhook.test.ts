import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../../../../test/support/certificate.ts'
import { useReceivers } from '../../../../test/support/webhook-receiver.ts'
import { createWebhookSender, type SendOptions } from './send-webhook.ts'

const receive = useReceivers()
const send = (url: string, options: Partial<SendOptions> = {}, signal = new AbortController().signal) =>
  createWebhookSender({ loopback: true, ...options })({
    url,
    headers: { 'content-type': 'application/json', 'webhook-id': 'an-id' },
    body: '{"text":"ä"}',
    signal,
  })
const leadTo = (...addresses: string[]) => ({
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
})

describe('acceptance', () => {
  test("sends the body unchanged with the service's headers", async () => {
    const receiver = await receive()
    expect(await send(receiver.url)).toEqual({ accepted: true })
    expect(receiver.received).toMatchObject([
      {
        body: '{"text":"ä"}',
        headers: {
          'content-type': 'application/json',
          'content-length': '13',
          'webhook-id': 'an-id',
          'user-agent': expect.stringMatching(/^Touchstone\/\d/),
        },
      },
    ])
  })

  test.each([200, 201, 204, 299])('%i is', async (status) => {
    const receiver = await receive({ answer: () => ({ status }) })
    expect(await send(receiver.url)).toEqual({ accepted: true })
  })

  test.each([300, 304, 400, 404, 410, 429, 500, 503])('%i is not', async (status) => {
    const receiver = await receive({ answer: () => ({ status }) })
    expect(await send(receiver.url)).toEqual({ accepted: false, problem: `answered ${status}` })
  })

  test('does not follow redirects', async () => {
    const elsewhere = await receive()
    const receiver = await receive({ answer: () => ({ status: 307, headers: { location: elsewhere.url } }) })
    expect(await send(receiver.url)).toEqual({ accepted: false, problem: 'answered 307' })
    expect(elsewhere.received).toEqual([])
  })

  test('does not wait for the end of an endless response body', async () => {
    const receiver = await receive({ answer: () => ({ status: 200, endless: true }) })
    expect(await send(receiver.url)).toEqual({ accepted: true })
  })

  test('reports a missing response and a refused connection', async () => {
    const silent = await receive({ answer: () => undefined })
    expect(await send(silent.url, { timeoutMs: 50 })).toEqual({
      accepted: false,
      problem: 'no answer in time',
    })
    await silent.close()
    expect(await send(silent.url)).toEqual({ accepted: false, problem: 'ECONNREFUSED' })
  })

  test('gives up within the time limit if a name lookup does not finish, and reports an unknown name', async () => {
    const never = { resolve: () => new Promise<never>(() => {}), timeoutMs: 50 }
    expect(await send('https://hooks.example.com/', never)).toEqual({
      accepted: false,
      problem: 'no answer in time',
    })
    const unknown = await send('https://hooks.invalid/', leadTo())
    expect(unknown).toEqual({ accepted: false, problem: 'ENOTFOUND' })
  })

  test('stops waiting for receivers when the service stops', async () => {
    const silent = await receive({ answer: () => undefined })
    const stop = new AbortController()
    const sending = send(silent.url, {}, stop.signal)
    await silent.until(1)
    stop.abort()
    expect(await sending).toMatchObject({ accepted: false })
  })
})

describe('allowed targets', () => {
  test('connects to the checked address and resolves the name once', async () => {
    const receiver = await receive({ host: '127.0.0.2' })
    let lookups = 0
    const resolve = async () => {
      lookups += 1
      // A second lookup would return an internal address.
      return [{ address: lookups === 1 ? '127.0.0.2' : '10.0.0.1', family: 4 }]
    }
    expect(await send(`http://localhost:${receiver.port}/`, { resolve })).toEqual({ accepted: true })
    expect(lookups).toBe(1)
    expect(receiver.received[0]?.headers.host).toBe(`localhost:${receiver.port}`)
  })

  test.each([
    ['10.0.0.1'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['fd00:ec2::254'],
    ['::ffff:169.254.169.254'],
    ['0.0.0.0'],
    ['93.184.215.14', '10.0.0.1'],
    ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::1', '127.0.0.1', 'fe80::1'],
  ])('rejects a name that resolves to %s', async (...addresses) => {
    const refused = { accepted: false, problem: 'address not allowed' }
    expect(await send('https://hooks.example.com/', leadTo(...addresses))).toEqual(refused)
  })

  test('rejects every name that refers to this machine in production', async () => {
    const receiver = await receive()
    const production = { loopback: false }
    for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
      expect(await send(url, production)).toEqual({ accepted: false, problem: 'url not allowed' })
    }
    const https = `https://hooks.example.com:${receiver.port}/`
    for (const address of ['127.0.0.1', '127.0.0.2', '::1']) {
      const refused = { accepted: false, problem: 'address not allowed' }
      expect(await send(https, { ...production, ...leadTo(address) })).toEqual(refused)
    }
    expect(receiver.received).toEqual([])
  })
})

describe('over TLS', () => {
  const tls = makeCertificate('hooks.example.com')

  test('checks the certificate against the host name, not against the address that it connects to', async () => {
    const receiver = await receive({ tls })
    const here = { ...leadTo('127.0.0.1'), ca: tls.cert }
    expect(await send(`https://hooks.example.com:${receiver.port}/`, here)).toEqual({ accepted: true })
    expect(await send(`https://other.example.com:${receiver.port}/`, here)).toEqual({
      accepted: false,
      problem: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
    expect(receiver.received).toHaveLength(1)
  })

  test('rejects an untrusted certificate', async () => {
    const receiver = await receive({ tls })
    expect(await send(`https://hooks.example.com:${receiver.port}/`, leadTo('127.0.0.1'))).toMatchObject({
      accepted: false,
      problem: expect.stringMatching(/SELF_SIGNED/),
    })
    expect(receiver.received).toEqual([])
  })
})
