import { createManualClock } from '@touchstone/common'
import { expect, test } from 'vitest'
import { createTestHttp, freely } from '../../../../../test/support/explorers/read-history.ts'
import type { Asking } from './history-source.ts'
import type { SourceHttp, SourceHttpOptions, SourceRequestReport } from './source-http.ts'

const url = new URL('https://user-host.example/path/SECRET?apikey=SECRET')
const ask = (http: SourceHttp, asking: Asking = freely) =>
  http.json({ url, asking, read: (answer) => answer })

/** A client that returns the given responses in order. */
function clientOf(
  responses: (() => Response | Promise<Response>)[],
  options: Partial<SourceHttpOptions> = {},
) {
  const left = [...responses]
  let asked = 0
  const made = createTestHttp({
    fetch: async () => {
      asked += 1
      return (await left.shift()?.()) ?? Response.json({ last: true })
    },
    ...options,
  })
  return { ...made, asked: () => asked }
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('', { status: code, headers })

test('waits for the number of seconds, or until the date, that the source states', async () => {
  const date = 'Wed, 21 Oct 2015 07:28:00 GMT'
  const { http, pauses } = clientOf([
    status(429, { 'retry-after': '3' }),
    status(503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:07 GMT', date }),
    status(429, { 'retry-after': 'soon' }),
  ])
  expect(await ask(http)).toEqual({ last: true })
  expect(pauses.slice(0, 2)).toEqual([3_000, 7_000])
  expect(pauses[2]).toBeLessThanOrEqual(2_000)
})

test('doubles the pause after each attempt, up to a limit', async () => {
  const { http, pauses } = clientOf(
    Array.from({ length: 9 }, () => status(500)),
    { firstDelayMs: 100, longestDelayMs: 1_000 },
  )
  await ask(http)
  const full = [100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000, 1_000]
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual((full[index] ?? 0) / 2)
    expect(pause).toBeLessThanOrEqual(full[index] ?? 0)
  }
  expect(pauses).toHaveLength(9)
})

test('counts every attempt against the budget and the pace, and reports its outcome', async () => {
  const reports: SourceRequestReport[] = []
  let paced = 0
  const { http, asked } = clientOf([status(500), status(429)], {
    onRequest: (report) => void reports.push(report),
    pace: async () => {
      paced += 1
    },
  })
  let allowed = 2
  const asking = {
    async beforeRequest() {
      if (allowed-- === 0) throw new Error('the budget is used up')
    },
  }
  await expect(ask(http, asking)).rejects.toThrow('the budget is used up')
  expect([asked(), paced]).toEqual([2, 2])
  expect(reports.map(({ host, outcome }) => [host, outcome])).toEqual([
    ['user-host.example', 'unavailable'],
    ['user-host.example', 'limited'],
  ])
})

test('does not repeat a request that the source rejects', async () => {
  for (const code of [400, 401, 403, 404]) {
    const { http, asked } = clientOf([status(code)])
    await expect(ask(http)).rejects.toMatchObject({ kind: 'refused', retryable: false })
    expect(asked()).toBe(1)
  }
})

test('messages contain the host, but no path, query or credentials', async () => {
  const failures = [
    status(500),
    status(302, { location: 'https://elsewhere.example/SECRET' }),
    () => new Response('SECRET'),
    () => Promise.reject(new TypeError('fetch failed for SECRET', { cause: { code: 'ECONNRESET' } })),
  ]
  for (const failure of failures) {
    const { http } = clientOf([failure], { attempts: 1 })
    const error = await ask(http).catch((thrown: Error) => thrown)
    expect((error as Error).message).toContain('user-host.example')
    expect(`${(error as Error).message} ${String((error as Error).cause)}`).not.toContain('SECRET')
  }
})

test('ends when the caller gives up, without a further attempt', async () => {
  const stop = new AbortController()
  const { http, asked } = clientOf([
    () => {
      stop.abort(new Error('given up'))
      return new Response('', { status: 500 })
    },
  ])
  await expect(ask(http, { ...freely, signal: stop.signal })).rejects.toThrow('given up')
  expect(asked()).toBe(1)
})

test('measures the duration of an attempt with the clock', async () => {
  const clock = createManualClock(0)
  const reports: SourceRequestReport[] = []
  const { http } = clientOf(
    [
      () => {
        clock.advance(120)
        return Response.json({})
      },
    ],
    { clock, onRequest: (report) => void reports.push(report) },
  )
  await ask(http)
  expect(reports).toEqual([{ host: 'user-host.example', outcome: 'ok', milliseconds: 120 }])
})
