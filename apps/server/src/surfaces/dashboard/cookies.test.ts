import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Services } from '../../plugins/services.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'

const token = 'a'.repeat(43)

async function cookiesWith(settings: { publicUrl?: string; production?: boolean }) {
  const services = { runtime: { settings: { production: false, ...settings } } } as unknown as Services
  const app = fastify()
  await app.register(cookie)
  app.get('/set', async (_request, reply) => setCookie(services, reply, 'session', token))
  app.get('/clear', async (_request, reply) => clearCookie(services, reply, 'session'))
  app.get('/read', async (request) => ({ read: readCookie(services, request, 'session') ?? null }))
  return app
}

test.each([
  [{ publicUrl: 'https://kyc.example' }, true],
  // Without a public URL, the service does not know its proxy, but clients always connect over https in
  // production.
  [{ production: true }, true],
  [{ publicUrl: 'http://localhost:7311' }, false],
  [{}, false],
])(
  'sets a same-site session cookie that scripts cannot read, with the settings %j (secure: %s)',
  async (settings, secure) => {
    const app = await cookiesWith(settings)
    const expected = secure
      ? { name: '__Host-touchstone-session', path: '/' }
      : { name: 'touchstone-session', path: '/dashboard' }
    for (const [path, value] of [
      ['/set', token],
      ['/clear', ''],
    ] as const) {
      const [set] = (await app.inject(path)).cookies
      expect(set, path).toMatchObject({ ...expected, value })
      expect(set, path).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
      expect(set?.secure ?? false, path).toBe(secure)
      expect(set?.maxAge, path).toBe(path === '/set' ? undefined : 0)
      expect(set?.domain, path).toBeUndefined()
    }
    await app.close()
  },
)

test('reads only values in the format of a token', async () => {
  const app = await cookiesWith({})
  const read = async (value: string) =>
    (await app.inject({ url: '/read', cookies: { 'touchstone-session': value } })).json().read
  expect(await read(token)).toBe(token)
  for (const wrong of ['', 'a', `${token}a`, `${token.slice(1)}'`, `${token.slice(1)}é`])
    expect(await read(wrong)).toBeNull()
  await app.close()
})
