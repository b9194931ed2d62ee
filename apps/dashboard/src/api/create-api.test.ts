import { expect, test } from 'vitest'
import { createApi } from './create-api.ts'

type Sent = { url: string; options: RequestInit }

function makeApi(answer: () => Promise<Response>) {
  const sent: Sent[] = []
  const api = createApi((async (url: string, options: RequestInit) => {
    sent.push({ url, options })
    return await answer()
  }) as typeof fetch)
  return { api, sent }
}

test('sends the CSRF token only with calls that change data', async () => {
  const { api, sent } = makeApi(async () => Response.json({ done: true }))
  api.useToken('secret')
  expect(await api.post('/keys/add', { a: 1 })).toEqual({ done: true })
  await api.get('/session')
  expect(sent[0]).toMatchObject({
    url: '/dashboard/api/keys/add',
    options: { method: 'POST', body: '{"a":1}', headers: { 'x-csrf-token': 'secret' } },
  })
  expect(sent[1]?.options).toMatchObject({ method: 'GET' })
  expect(sent[1]?.options).not.toHaveProperty('headers')
})

test('reports a refusal by its code, any other failure by its status, and a missing response as unreachable', async () => {
  const error = { code: 'sign-in.code-wrong', message: 'm', remedy: 'r', retryable: false }
  const refused = makeApi(async () => Response.json({ error }, { status: 422 }))
  await expect(refused.api.get('/x')).rejects.toMatchObject({ code: 'sign-in.code-wrong', http: 422 })
  const proxy = makeApi(async () => new Response('<html>', { status: 502 }))
  await expect(proxy.api.get('/x')).rejects.toMatchObject({ code: 'system', http: 502 })
  const nobody = makeApi(async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(nobody.api.get('/x')).rejects.toMatchObject({ code: 'unreachable', http: 0 })
})
