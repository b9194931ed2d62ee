import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient } from '@touchstone/client'
import type { RiskReport } from '@touchstone/contract'
import type { Transfer } from '@touchstone/kyt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DashboardBrowser, startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { accountApi, type EvmChain } from '../support/explorers/account-api.ts'
import { evmTransactionsOf } from '../support/explorers/evm-history.ts'
import { type Explorer, startExplorer } from '../support/explorers/start-explorer.ts'
import { waitUntil } from '../support/processes.ts'
import { addressOf, oneEther } from '../support/risk-ledger.ts'
import { demoTimeout } from '../support/timeouts.ts'

// A service with an empty ledger and one configured source. Every surface must give the same score with the same
// coverage, and none may report an address as harmless whose history could not be read.

const [thief, carrier, deposit, customer, stranger] = [11, 12, 13, 14, 15].map(addressOf) as [
  string,
  string,
  string,
  string,
  string,
]
/** The thief's ether reaches the deposit through a carrier. */
const transfers: Transfer[] = [
  oneEther(100, addressOf(21), thief),
  oneEther(110, thief, carrier),
  oneEther(120, carrier, deposit),
  oneEther(130, addressOf(22), customer),
]

let dashboard: TestDashboard
let explorer: Explorer
let chain: EvmChain
let client: ReturnType<typeof createClient>
let browser: DashboardBrowser

beforeAll(async () => {
  dashboard = await startDashboard({ engine: 'server', ledger: true })
  const { server, cli } = dashboard
  client = createClient(server.demo)
  browser = (await dashboard.member('owner')).browser
  const file = (name: string, lines: readonly string[]) => {
    writeFileSync(join(server.dataFolder, name), `${lines.join('\n')}\n`)
    return join(server.dataFolder, name)
  }
  const labels = file('labels.csv', [
    'network,address,entity,label,category,incident,source,confidence',
    `ETH,${thief},Mallory,Wallet,theft,The big one,own,90`,
  ])
  chain = {
    head: { number: 5000, time: Math.floor(Date.now() / 1000) },
    transactions: evmTransactionsOf(transfers, () => undefined),
  }
  explorer = await startExplorer(accountApi({ chain, kind: 'etherscan', key: 'some-key' }))
  for (const args of [
    ['ledger', 'reset', '--yes'],
    ['import', 'labels', labels],
  ]) {
    const done = await cli(...args)
    expect(done, done.stderr).toMatchObject({ code: 0 })
  }
  await expect(client.getRiskScore({ coin: 'ETH', address: deposit })).rejects.toThrow(/unsupported coin/)
  const key = file('source.key', ['some-key'])
  const added = await cli(
    'source',
    'add',
    'etherscan',
    '--network',
    'ETH',
    '--url',
    explorer.url,
    '--key-file',
    key,
    '--rate',
    '100',
  )
  expect(added, added.stderr).toMatchObject({ code: 0 })
  const isSupported = async () => (await client.getKytStatus()).support_coin.includes('ETH')
  await waitUntil(isSupported, 10_000, 'the server to notice the source')
}, demoTimeout)
afterAll(async () => {
  await explorer?.stop()
  await dashboard?.stop()
})

/** Returns the score and the coverage that each surface reports. */
async function askEverywhere(address: string) {
  const { server, own, cli } = dashboard
  const query = { coin: 'ETH', address }
  const { score, risk_level, coverage } = await client.getRiskScore(query)
  const report = (await browser.post(`/merchants/${own}/risk`, query)).body as RiskReport
  const agent = new Client({ name: 'test', version: '1' })
  const headers = { mch_no: server.demo.mchNo, api_key: server.demo.apiKey }
  await agent.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit: { headers } }),
  )
  const { content } = await agent.callTool({ name: 'score', arguments: query })
  await agent.close()
  const agentAnswer = JSON.parse((content as { text: string }[])[0]?.text ?? '') as Record<string, unknown>
  const [input, output] = ['in.csv', 'out.csv'].map((name) => join(server.dataFolder, name)) as [
    string,
    string,
  ]
  writeFileSync(input, `coin,address\nETH,${address}\n`)
  const screened = await cli('screen-addresses', input, output, '--json')
  expect(screened, screened.stderr).toMatchObject({ code: 0 })
  const row = readFileSync(output, 'utf8').split('\r\n')[1] ?? ''
  return {
    api: { score, risk_level, coverage },
    dashboard: {
      score: report.explanation.score,
      risk_level: report.explanation.risk_level,
      coverage: report.explanation.coverage,
    },
    agent: { score: agentAnswer.score, risk_level: agentAnswer.risk_level, coverage: agentAnswer.coverage },
    row,
  }
}

const sameEverywhere = (
  { api, dashboard, agent, row }: Awaited<ReturnType<typeof askEverywhere>>,
  address: string,
) => {
  expect(dashboard).toEqual(api)
  const { state, note } = api.coverage
  expect(agent).toMatchObject({ ...api, coverage: { state, note } })
  expect(row).toContain(`ETH,${address},${api.score},${api.risk_level},${state},`)
}

test('supports the coins of the source’s network only', async () => {
  const { support_coin } = await client.getKytStatus()
  expect(support_coin).toContain('ETH')
  expect(support_coin).not.toContain('BTC')
})

test('finds stolen funds in an empty ledger, with the same answer everywhere', async () => {
  const found = await askEverywhere(deposit)
  expect(found.api.coverage).toMatchObject({ state: 'complete', sources: ['etherscan'] })
  expect(['High', 'Severe']).toContain(found.api.risk_level)
  sameEverywhere(found, deposit)
})

test('calls a customer harmless only once the history has been read', async () => {
  const found = await askEverywhere(customer)
  expect(found.api).toMatchObject({ risk_level: 'Low', coverage: { state: 'complete' } })
  sameEverywhere(found, customer)
})

test('reports that an address could not be read', async () => {
  explorer.faults.push(...Array.from({ length: 200 }, () => 'unavailable' as const))
  const found = await askEverywhere(stranger)
  explorer.faults.length = 0
  expect(found.api.coverage).toMatchObject({ state: 'none', from: null, to: null })
  sameEverywhere(found, stranger)
})
