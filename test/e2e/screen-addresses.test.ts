import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@touchstone/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, demoTimeout)
afterAll(() => server.stop())

const path = (name: string) => join(server.dataFolder, name)
const screen = (input: string, output: string) =>
  runCli(['screen-addresses', path(input), path(output), '--json'], { TOUCHSTONE_DATA: server.dataFolder })

test('writes one result per address, in order, with the scores of single requests', async () => {
  const thief = server.demo.addresses.find(({ what }) => what.startsWith('Thief'))
  if (thief === undefined) throw new Error('the demo has no thief')
  const many = Array.from(
    { length: 1100 },
    (_, index) => `ETH,0x${(index + 1).toString(16).padStart(40, '0')}`,
  )
  const lines = ['Coin,Address', `${thief.coin},"${thief.address}"`, '=1+1,x', 'ETH,', ...many]
  writeFileSync(path('in.csv'), lines.join('\r\n'))
  const done = await screen('in.csv', 'out.csv')
  expect(done, done.stderr).toMatchObject({ code: 0 })
  expect(JSON.parse(done.stdout)).toMatchObject({ rows: 1103, scored: 1101, failed: 2 })
  const rows = readFileSync(path('out.csv'), 'utf8').split('\r\n')
  const { score, risk_level } = await createClient(server.demo).getRiskScore(thief)
  expect(rows[0]).toBe('coin,address,score,risk_level,coverage,incident,details,error')
  expect(rows[1]).toContain(`${thief.coin},${thief.address},${score},${risk_level},`)
  expect(rows[2]).toBe(`"'=1+1",x,,,,,,unsupported coin`)
  expect(rows[3]).toBe('ETH,,,,,,,parameter error: coin and address are required')
  expect(rows).toHaveLength(1105)
  expect(existsSync(path('out.csv.part')) || existsSync(path('out.csv.run'))).toBe(false)
})

test('leaves the output alone and reports the problem if the list is unusable', async () => {
  writeFileSync(path('out2.csv'), 'previous')
  writeFileSync(path('bad.csv'), 'name\n"x')
  expect(await screen('bad.csv', 'out2.csv')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the quote that starts on line 2 is not closed'),
  })
  expect(await screen('missing.csv', 'out2.csv')).toMatchObject({ code: 1 })
  expect(readFileSync(path('out2.csv'), 'utf8')).toBe('previous')
})
