import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { buildBareServer } from '../support/bare-server.ts'

// A client writes X-Forwarded-For as it likes. What it writes must not choose the network that it is counted as.

let app: FastifyInstance
afterEach(() => app?.close())

/** Real requests over a socket; how many of 30 are answered within one moment. */
async function answered(trust: string | undefined, forwardedFor: (index: number) => string): Promise<number> {
  const server = await buildBareServer(trust === undefined ? {} : { TOUCHSTONE_TRUST_PROXY: trust })
  app = server.app
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/grant/check_v2`
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      ask(url, {
        body: { appId: 'M1', userAccount: 'x' },
        headers: { 'x-forwarded-for': forwardedFor(index) },
      }),
    ),
  )
  return answers.filter(({ http }) => http === 200).length
}

const forged = (index: number) => `198.51.100.${index}`

test.each([undefined, 'off', '10.0.0.0/8', '192.0.2.1, 2001:db8::/32'])(
  'where the peer is no trusted proxy, the header is ignored: %s',
  async (trust) => {
    expect(await answered(trust, forged)).toBe(20)
  },
)

// The proxy in front has added the address that it saw, as nginx does with $proxy_add_x_forwarded_for.
test.each(['1', '127.0.0.1', '127.0.0.0/8, ::1'])(
  'what stands before the address that the proxy added is ignored: %s',
  async (trust) => {
    expect(await answered(trust, (index) => `${forged(index)}, 203.0.113.7`)).toBe(20)
    await app.close()
    expect(await answered(trust, (index) => `${forged(index)}, 127.0.0.1, 203.0.113.7`)).toBe(20)
  },
)

test.each(['2', '127.0.0.1,10.0.0.1'])('two proxies: %s', async (trust) => {
  expect(await answered(trust, (index) => `${forged(index)}, 203.0.113.7, 10.0.0.1`)).toBe(20)
})

test.each(['1', '127.0.0.1'])('what the proxy adds is believed, and read as a network: %s', async (trust) => {
  expect(await answered(trust, forged)).toBe(30)
  await app.close()
  expect(await answered(trust, (index) => `2001:db8:1:2::${index}`)).toBe(20)
  await app.close()
  // Some proxies add the port, which is another one for each connection.
  expect(await answered(trust, (index) => `203.0.113.7:${40_000 + index}`)).toBe(20)
  await app.close()
  expect(await answered(trust, (index) => `no address ${index}`)).toBe(20)
})

test.each(['on', '0.0.0.0/0', '::/0', '10.0.0.0/8, ::/0'])(
  'a setting that believes everybody is refused at the start: %s',
  async (trust) => {
    await expect(buildBareServer({ TOUCHSTONE_TRUST_PROXY: trust })).rejects.toMatchObject({
      code: 'settings.bad-value',
      remedy: expect.stringContaining('number of proxies'),
    })
  },
)
