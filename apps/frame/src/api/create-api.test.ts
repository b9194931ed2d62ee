import { expect, test } from 'vitest'
import { createApi } from './create-api.ts'

type Sent = { url: string; options: RequestInit }

/** Simulates a server that returns these responses in turn. An error simulates a lost connection. */
function makeApi(answers: (Error | { status: number; content: unknown })[]) {
  const sent: Sent[] = []
  const log: string[] = []
  const fetch = async (url: string | URL | Request, options: RequestInit = {}) => {
    sent.push({ url: String(url), options })
    const next = answers.shift()
    if (next === undefined || next instanceof Error) throw next ?? new TypeError('no more answers')
    const text = typeof next.content === 'string' ? next.content : JSON.stringify(next.content)
    return new Response(text, { status: next.status })
  }
  const api = createApi({
    bearer: () => 'secret',
    connection: {
      lost: async (attempt) => void log.push(`lost ${attempt}`),
      back: () => void log.push('back'),
    },
    fetch: fetch as typeof globalThis.fetch,
  })
  return { api, sent, log }
}

const view = { view: { version: '1' } }
const refusal = (code: string) => ({ error: { code, message: 'm', remedy: 'r', retryable: false } })

test('sends the bearer and the body, and returns the response', async () => {
  const { api, sent, log } = makeApi([{ status: 200, content: { ...view, id: '7' } }])
  expect(await api.post<{ id: string }>('/login/wallet', { account: 'a' })).toEqual({ ...view, id: '7' })
  expect(sent[0]?.url).toBe('/frame/api/login/wallet')
  expect(sent[0]?.options).toMatchObject({
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    body: '{"account":"a"}',
  })
  expect(log).toEqual([])
})

test('repeats a call after a lost connection, after a gateway error, and while the server is starting', async () => {
  const { api, sent, log } = makeApi([
    new TypeError('Failed to fetch'),
    { status: 502, content: '<html>Bad gateway</html>' },
    { status: 503, content: refusal('not-ready') },
    { status: 200, content: view },
  ])
  const form = new FormData()
  form.set('challengeId', '1')
  expect(await api.post('/liveness/frames', form)).toEqual(view)
  expect(log).toEqual(['lost 0', 'lost 1', 'lost 2', 'back'])
  expect(sent.map(({ options }) => options.body === form)).toEqual([true, true, true, true])
  expect(sent[0]?.options.headers).not.toHaveProperty('content-type')
})

test('throws refusals with their code and, if the response includes one, the view', async () => {
  const { api, log } = makeApi([
    { status: 409, content: { ...refusal('step.other'), ...view } },
    { status: 503, content: refusal('work.busy') },
    { status: 500, content: 'broken' },
  ])
  await expect(api.post('/document', {})).rejects.toMatchObject({
    code: 'step.other',
    view: { version: '1' },
  })
  await expect(api.get('/view')).rejects.toMatchObject({ code: 'work.busy', view: undefined })
  await expect(api.get('/view')).rejects.toMatchObject({ code: 'system' })
  expect(log).toEqual([])
})
