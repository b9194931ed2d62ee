import { createConfig, lintFromString, type NormalizedProblem } from '@redocly/openapi-core'
import { type Operation, operations } from '@touchstone/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, demoTimeout)
afterAll(() => server.stop())

test('serves a document that is valid OpenAPI 3.1 according to a public linter', async () => {
  const { text, body } = await ask(`${server.url}/openapi.json`)
  expect(body.openapi).toBe('3.1.0')
  const config = await createConfig({ extends: ['recommended'] })
  const problems: NormalizedProblem[] = await lintFromString({
    source: text,
    config,
    absoluteRef: 'openapi.json',
  })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([])
})

test('lists every served operation of the contract in the document, and no other operations', async () => {
  const { body } = await ask(`${server.url}/openapi.json`)
  const documented = Object.entries(
    body.paths as Record<string, Record<string, { operationId: string }>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  )
  const served = Object.values<Operation>(operations).map(
    ({ method, path, id }) => `${method.toLowerCase()} ${path} ${id}`,
  )
  expect(documented.sort()).toEqual(served.sort())
})
