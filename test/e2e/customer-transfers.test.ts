import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@touchstone/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  server = await startTestServer()
  client = createClient({ ...server.demo, retries: 0 })
}, demoTimeout)
afterAll(() => server.stop())

const cli = (...args: string[]) => runCli(args, { ...server.stores, PORT: '0' })
const addressOf = (what: RegExp) => {
  const found = server.demo.addresses.find((one) => what.test(one.what))
  return { coin: found?.coin ?? '', address: found?.address ?? '' }
}

test('decides on deposits, links the verification, and records the decision of a member', async () => {
  const account = server.wallets.get('KYC Passed') ?? ''
  const blocked = await client.registerTransfer({
    ...addressOf(/^Thief/),
    ...{ reference: 'e2e-1', customer: 'customer-1', direction: 'deposit', amount: '3', account },
  })
  expect(blocked).toMatchObject({ decision: 'block', score: 100, verification: 'passed' })
  expect(blocked.rules[0]).toMatchObject({ name: 'malicious-counterparty', decided: true })
  const held = await client.registerTransfer({
    ...addressOf(/two hops/),
    ...{ reference: 'e2e-2', customer: 'customer-1', direction: 'deposit', amount: '3' },
  })
  expect(held).toMatchObject({ decision: 'hold', verification: 'passed' })
  expect(held.exposure[0]).toMatchObject({ directness: 'indirect', category: 'theft' })

  const queue = await client.listTransfers({ decision: 'hold', order: 'oldest' })
  expect(queue.transfer_list.map(({ reference }) => reference)).toContain('e2e-2')
  const decision = { reference: 'e2e-2', decision: 'allow', note: 'Checked the source of funds' } as const
  expect(await client.decideTransfer(decision)).toMatchObject({ decision: 'allow', decided_by: 'member' })
  const { decisions } = await client.getTransfer({ reference: 'e2e-2' })
  expect(decisions.map(({ by, decision }) => [by, decision])).toEqual([
    ['rules', 'hold'],
    ['member', 'allow'],
  ])
  expect(await client.getCustomer({ customer: 'customer-1' })).toMatchObject({
    ...{ account, verification: 'passed', highest_risk_level: 'Severe' },
    deposits: { count: 2 },
    decisions: { allow: 1, hold: 0, block: 1 },
  })
})

test('shows the rules, tests others and decides from the command line', async () => {
  const { mchNo } = server.demo
  const merchant = ['--merchant', mchNo]
  // The newest two are the transfers of the previous test.
  const newest = ['--last', '2']
  const rules = await cli('rule', 'list', ...merchant, ...newest)
  expect(rules.stdout).toMatch(/^malicious-counterparty +10 +no +1 +1 +Block a transfer if the counterparty/m)
  const file = join(server.dataFolder, 'rules.json')
  const rule = { name: 'all', action: 'hold', priority: 1, when: { all: [{ fact: 'score', min: 3 }] } }
  writeFileSync(file, JSON.stringify([rule]))
  const tested = await cli('rule', 'test', ...merchant, ...newest, '--file', file)
  expect(tested.stdout).toMatch(/^Tested rules +0 +2 +0$/m)
  writeFileSync(file, JSON.stringify([{ ...rule, priority: 0 }]))
  expect((await cli('rule', 'test', ...merchant, '--file', file)).stderr).toContain(
    'rule all.priority must be >= 1',
  )

  expect((await cli('transfer', 'list', ...merchant, '--decision', 'block')).stdout).toContain('e2e-1')
  const decide = ['transfer', 'decide', 'e2e-1', ...merchant, '--decision', 'block', '--note', 'Reported']
  expect((await cli(...decide)).stdout).toBe('The decision on the transfer is now: block.\n')
  const shown = await cli('transfer', 'show', 'e2e-1', ...merchant)
  expect(shown.stdout).toContain('Reported')
  expect(shown.stdout).toContain('The counterparty is labelled theft.')
  expect((await cli('transfer', 'show', 'none', ...merchant)).stderr).toContain(
    'matches no registered transfer',
  )
})

test('writes neither customers nor references to the log', async () => {
  const customer = 'customer-that-nobody-may-log'
  await client.registerTransfer({
    ...addressOf(/^Thief/),
    ...{ reference: 'reference-that-nobody-may-log', customer, direction: 'deposit', amount: '1' },
  })
  await expect(client.getTransfer({ reference: 'another-that-nobody-may-log' })).rejects.toThrow(
    'unknown transfer',
  )
  expect(server.logs.join('\n')).not.toContain('nobody-may-log')
})
