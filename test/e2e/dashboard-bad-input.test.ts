import { caseLimits, maxBatchBytes } from '@touchstone/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  codeOf,
  type DashboardAnswer,
  retryLimited,
  startDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'
import { dashboardRoutes, type ServedRoute } from '../support/dashboard-routes.ts'
import { demoTimeout } from '../support/timeouts.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard()
}, demoTimeout)
afterAll(() => dashboard?.stop())

/** Exceeds the body limit of every route, including those that accept files. */
const tooLargeFor = (path: string) => ({
  secret: 'x'.repeat(path.endsWith('/files/add') ? caseLimits.fileBytes * 2 : maxBatchBytes),
})
/** Invalid for every field, because it is too long for a string. */
const wrongText = 'x'.repeat(3000)

const propertiesOf = (schema: ServedRoute['body']) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

test('rejects invalid input on every route with the field name, without repeating the input', async () => {
  const routes = await dashboardRoutes()
  const withInput = routes.filter(({ body, query }) => body ?? query)
  expect(withInput.length).toBeGreaterThan(30)
  // Alternates between several operators, because each of them has a rate limit per second.
  const operators = await Promise.all([1, 2, 3, 4].map(() => dashboard.member('operator')))
  let turn = 0
  const inTurn = async (
    call: (browser: (typeof operators)[number]['browser']) => Promise<DashboardAnswer>,
  ) => {
    const { browser } = operators[turn++ % operators.length] ?? {}
    if (!browser) throw new Error('nobody asks')
    return await retryLimited(() => call(browser))
  }
  for (const { method, path, body, query } of withInput) {
    const at = path.replace(':mchNo', dashboard.own)
    const check = (answer: DashboardAnswer, what: string) => {
      const name = `${method} ${path}: ${what}: ${answer.text}`
      expect(answer.http, name).toBe(400)
      expect(codeOf(answer), name).toMatch(/^parameter\./)
      expect(answer.text, name).not.toContain('xxx')
    }
    // Skips sign-in: its rate limit by network would reject these calls before their input is checked.
    if (path.startsWith('/sign-in')) continue
    for (const name of propertiesOf(query)) {
      check(await inTurn((browser) => browser.get(`${at}?${name}=${wrongText}`)), name)
    }
    for (const name of propertiesOf(body)) {
      check(await inTurn((browser) => browser.post(at, { [name]: { secret: 'xxx' } })), name)
    }
    if (body) {
      const large = await inTurn((browser) => browser.post(at, tooLargeFor(path)))
      expect([large.http, codeOf(large)], path).toEqual([413, expect.any(String)])
    }
  }
})
