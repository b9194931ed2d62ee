import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createClient } from '@touchstone/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, demoTimeout)
afterAll(() => server.stop())

const readOnly = [
  'batch',
  'batch_result',
  'check_transfer',
  'counterparties',
  'explain',
  'investigate',
  'labels',
  'overview',
  'score',
]
const notable = (what: RegExp) => {
  const found = server.demo.addresses.find((address) => what.test(address.what))
  if (found === undefined) throw new Error(`no demo address is ${what}`)
  return { coin: found.coin, address: found.address }
}
const headers = () => ({ mch_no: server.demo.mchNo, api_key: server.demo.apiKey })
const overHttp = () =>
  new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit: { headers: headers() } })
const overStdio = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: ['apps/cli/bin/touchstone.mjs', 'mcp', '--data', server.dataFolder],
    stderr: 'pipe',
  })
const setWatch = (state: string) =>
  runCli(['merchant', 'agents', server.demo.mchNo, '--watch', state], server.stores)

describe.each([
  ['HTTP', overHttp],
  ['standard input and output', overStdio],
])('official client over %s', (_name, open) => {
  let client: Client
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1' })
    await client.connect(open())
  })
  afterAll(() => client.close())
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const [first] = content as { type: string; text: string }[]
    return { isError: isError === true, text: first?.text ?? '' }
  }
  const answerOf = async (name: string, input: Record<string, unknown>) => {
    const { isError, text } = await call(name, input)
    expect(isError, text).toBe(false)
    return JSON.parse(text) as Record<string, unknown>
  }

  test('lists read-only tools, with the inputs of the API and without credentials', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(readOnly)
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
      expect(JSON.stringify(inputSchema)).not.toMatch(/apiKey|mchNo/)
    }
  })

  test('returns the answers of the API, with the policy, sources and coverage', async () => {
    const api = createClient(server.demo)
    const thief = notable(/^Thief/)
    const { score, risk_level, coverage } = await api.getRiskScore(thief)
    expect(await answerOf('score', thief)).toMatchObject({
      ...{ score, risk_level, policy_version: '1' },
      coverage: { state: coverage.state, note: coverage.note },
      untrusted: { incident: 'Halcyon Bridge exploit' },
    })
    expect(await answerOf('explain', thief)).toMatchObject({ score, policy_version: '1' })
    expect(await answerOf('labels', thief)).toMatchObject({
      untrusted: {
        labels: [expect.objectContaining({ source: expect.any(String), version: expect.any(String) })],
      },
    })
    expect(await answerOf('overview', thief)).toMatchObject(await api.getAddressOverview(thief))
    expect(await answerOf('counterparties', thief)).toMatchObject({ coverage: { state: coverage.state } })
    expect(await answerOf('investigate', thief)).toMatchObject({ page: 1 })
    expect(await answerOf('batch', { items: [thief, { coin: 'ETH', address: 'x' }] })).toMatchObject({
      state: 'done',
      results: [
        { index: 0, score, risk_level },
        { index: 1, error: 'invalid address' },
      ],
    })
    const { from, to } = { from: notable(/Hot wallet/).address, to: thief.address }
    expect(await answerOf('check_transfer', { coin: thief.coin, from, to, amount: '1' })).toMatchObject({
      decision: 'block',
      policy_version: '1',
    })
  })

  test('says that missing data does not mean that an address is clean', async () => {
    const unseen = { coin: 'ETH', address: `0x${'9'.repeat(40)}` }
    const answer = await answerOf('score', unseen)
    expect(answer).toMatchObject({ score: 3, coverage: { state: 'none' } })
    expect(answer.warning).toMatch(/does not mean that the address is clean/)
    expect(
      await answerOf('check_transfer', {
        coin: 'ETH',
        from: unseen.address,
        to: unseen.address,
        amount: '1',
      }),
    ).toMatchObject({
      decision: 'review',
    })
  })

  test('reports refusals of the API as errors of the tool', async () => {
    expect(await call('score', { coin: 'ETH', address: 'nonsense' })).toEqual({
      isError: true,
      text: 'invalid address (400)',
    })
    expect(
      (await call('watch', notable(/^Thief/)).catch((error: Error) => ({ text: error.message }))).text,
    ).toMatch(/watch/)
  })
})

test('offers the watch tool only to merchants that enabled it', async () => {
  expect(await setWatch('on')).toMatchObject({ code: 0 })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(overHttp())
  const { tools } = await client.listTools()
  expect(tools.find(({ name }) => name === 'watch')?.annotations).toMatchObject({ readOnlyHint: false })
  await client.callTool({ name: 'watch', arguments: notable(/^Thief/) })
  expect(await createClient(server.demo).listWatches({})).toMatchObject({
    watch_list: expect.arrayContaining([expect.objectContaining({ address: notable(/^Thief/).address })]),
  })
  await client.close()
  expect(await setWatch('off')).toMatchObject({ code: 0 })
})

test('refuses other pages, wrong keys and credentials in the URL', async () => {
  const list = { body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } }
  const accept = { accept: 'application/json, text/event-stream' }
  const post = (path: string, more: Record<string, string>) =>
    ask(`${server.url}${path}`, { ...list, headers: { ...accept, ...more } })
  expect(await post('/mcp', headers())).toMatchObject({ http: 200 })
  expect(await post('/mcp', { ...headers(), origin: 'https://evil.example' })).toMatchObject({ http: 403 })
  expect(await post('/mcp', { ...headers(), origin: 'null' })).toMatchObject({ http: 403 })
  expect(await post('/mcp', { ...headers(), api_key: 'wrong' })).toMatchObject({ http: 401 })
  const { mchNo, apiKey } = server.demo
  expect(await post(`/mcp?mch_no=${mchNo}&api_key=${apiKey}`, {})).toMatchObject({ http: 400 })
  expect(server.logs.join('')).not.toContain(apiKey)
})
