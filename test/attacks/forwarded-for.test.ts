import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { buildBareServer } from '../support/bare-server.ts'

// A client can send any X-Forwarded-For header. The client must not be able to choose the network against
// which its requests are counted.

let app: FastifyInstance
afterEach(() => app?.close())

/**
 * Sends 30 real requests over a socket and returns how many of them are answered before the limit applies.
 */
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
  'ignores the header if the connection does not come from a trusted proxy: %s',
  async (trust) => {
    expect(await answered(trust, forged)).toBe(20)
  },
)

// The proxy appends the address that it saw, as nginx does with $proxy_add_x_forwarded_for.
test.each(['1', '127.0.0.1', '127.0.0.0/8, ::1'])(
  'ignores entries before the address that the proxy appended: %s',
  async (trust) => {
    expect(await answered(trust, (index) => `${forged(index)}, 203.0.113.7`)).toBe(20)
    await app.close()
    expect(await answered(trust, (index) => `${forged(index)}, 127.0.0.1, 203.0.113.7`)).toBe(20)
  },
)

test.each(['2', '127.0.0.1,10.0.0.1'])('supports two proxies: %s', async (trust) => {
  expect(await answered(trust, (index) => `${forged(index)}, 203.0.113.7, 10.0.0.1`)).toBe(20)
})

test.each(['1', '127.0.0.1'])("trusts the proxy's entry and counts by network: %s", async (trust) => {
  expect(await answered(trust, forged)).toBe(30)
  await app.close()
  expect(await answered(trust, (index) => `2001:db8:1:2::${index}`)).toBe(20)
  await app.close()
  // Some proxies append the client's port, which differs for each connection.
  expect(await answered(trust, (index) => `203.0.113.7:${40_000 + index}`)).toBe(20)
  await app.close()
  expect(await answered(trust, (index) => `no address ${index}`)).toBe(20)
})

test.each(['on', '0.0.0.0/0', '::/0', '10.0.0.0/8, ::/0'])(
  'fails to start with a setting that trusts every client: %s',
  async (trust) => {
    await expect(buildBareServer({ TOUCHSTONE_TRUST_PROXY: trust })).rejects.toMatchObject({
      code: 'settings.bad-value',
      remedy: expect.stringContaining('number of proxies'),
    })
  },
)
