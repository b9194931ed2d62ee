import type { AuditLog, ServiceHealth } from '@touchstone/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBitcoinChain, startBitcoinNode } from '../support/bitcoin-node.ts'
import { startDashboard, type TestDashboard } from '../support/dashboard.ts'
import { openDashboardPage, signInByMail } from '../support/dashboard-page.ts'
import { run } from '../support/run.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { demoTimeout } from '../support/timeouts.ts'
import { violationsOf } from '../support/violations-of.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard({ ledger: true })
}, demoTimeout)
afterAll(() => dashboard?.stop())

test('reports how far the ledger lags behind the chain of a followed network', async () => {
  const chain = createBitcoinChain()
  for (let block = 0; block < 12; block++) chain.mine([])
  const node = await startBitcoinNode(chain.answers)
  const { dataFolder, stores } = dashboard.server
  const follower = run(
    'apps/cli/bin/touchstone.mjs',
    ['import', 'follow', 'BTC', '--rpc', node.url, '--from', '0'],
    { TOUCHSTONE_DATA: dataFolder, ...stores },
  )
  onTestFinished(async () => {
    follower.child.kill()
    await follower.exited
    await node.stop()
  })
  const { email, browser } = await dashboard.member('operator')
  const bitcoin = async () => {
    const { ledger } = (await browser.get('/operator/health')).body as ServiceHealth
    return ledger.networks.find(({ network }) => network === 'BTC')
  }
  await expect.poll(bitcoin, { timeout: 60_000 }).toMatchObject({
    followed: {
      // The latest block is years old, which the page reports as a problem.
      ...{ state: 'attention', lastBlock: 5, lastBlockAt: '2023-11-14T23:03:20.000Z' },
      head: { block: 11, behind: 6, askedAt: expect.any(String) },
    },
  })
  expect((await browser.get('/operator/health')).body).toMatchObject({ ledger: { state: 'attention' } })
  const { entries } = (await browser.get('/operator/audit')).body as AuditLog
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'ledger.followed', actor: 'command-line', target: 'BTC' }),
  )

  const { page, problems, close } = await openDashboardPage(await sharedBrowser(), dashboard)
  await signInByMail(page, dashboard, email)
  await page.goto(`${dashboard.server.url}/dashboard/service/health`)
  await page
    .getByText(/BTC: block .*Followed to block 5 of 1[45] Nov 2023.*, 6 blocks behind its chain/)
    .waitFor()
  await page.getByText('The ledger is falling behind, or no follower is running').waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(problems).toEqual([])
  await close()
})
