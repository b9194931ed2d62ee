import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@touchstone/client'
import { type Database, openEmbedded, openServer } from '@touchstone/storage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmbeddedStore, freshDatabase } from '../support/engines.ts'
import { waitUntil } from '../support/processes.ts'
import { rowsOfPeople } from '../support/rows-of-people.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { run, runCli, spawnCli, temporaryFolder } from '../support/spawn.ts'
import { testAll } from '../support/test-all.ts'
import { demoTimeout, startTimeout } from '../support/timeouts.ts'
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const transferLines = [
  'coin,tx_hash,position,block,timestamp,from,to,amount',
  `ETH,0x${'1'.repeat(64)},0,100,1700000000,,${address('a')},10`,
  `ETH,0x${'2'.repeat(64)},0,101,1700000012,${address('a')},${address('b')},2.5`,
]
const labelLines = [
  'network,address,entity,label,category,incident,source,confidence',
  ...['a', 'c'].map((digit) => `ETH,${address(digit)},Mallory,Wallet,theft,The big one,own,90`),
]

function writeInputs(folder: string) {
  const write = (name: string, lines: string[]) => {
    const path = join(folder, name)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }
  const other = `ETH,0x${'3'.repeat(64)},0,99,1699999988,,${address('e')},1`
  return {
    transfers: write('transfers.csv', transferLines),
    labels: write('labels.csv', labelLines),
    other: write('other.csv', [...transferLines.slice(0, 1), other]),
  }
}

/**
 * If the ledger is on a database server, a node keeps serving requests and watching addresses while the
 * command runs.
 */
describe('reset with a running node', () => {
  let server: TestServer
  let database: Database
  let receiver: Receiver
  let client: ReturnType<typeof createClient>
  let inputs: ReturnType<typeof writeInputs>
  beforeAll(async () => {
    server = await startTestServer({ engine: 'server' })
    database = await openServer({ url: server.databaseUrl ?? '', poolSize: 2 })
    receiver = await startReceiver()
    client = createClient(server.demo)
    inputs = writeInputs(server.dataFolder)
  }, demoTimeout)
  afterAll(async () => {
    await server?.stop()
    await receiver?.close()
    await database?.close()
  })
  const cli = (...args: string[]) =>
    runCli(args, { TOUCHSTONE_DATA: server.dataFolder, DATABASE_URL: server.databaseUrl ?? '' })
  const importAll = async () => {
    expect(await cli('import', 'transfers', inputs.transfers)).toMatchObject({ code: 0 })
    expect(await cli('import', 'labels', inputs.labels)).toMatchObject({ code: 0 })
  }
  const watch = (digit: string) =>
    client.addWatch({ coin: 'ETH', address: address(digit), url: receiver.url })
  const levels = async () => {
    const { watch_list } = await client.listWatches()
    return Object.fromEntries(watch_list.map((one) => [one.address.slice(2, 3), one.risk_level]))
  }
  const transactions = async (digit: string) =>
    (await client.getAddressOverview({ coin: 'ETH', address: address(digit) })).txs_count
  const alerts = async () =>
    (await database.run("select id from event where type = 'kyt.watch.level_changed'")).rows.length

  test('empties the ledger, pauses watches and keeps people, and resumes watches after the import', async () => {
    await importAll()
    await cli('webhook', 'secret', '--merchant', server.demo.mchNo)
    for (const digit of ['a', 'b', 'd']) await watch(digit)
    expect(await levels()).toEqual({ a: 'Severe', b: 'Severe', d: 'Low' })
    const before = { levels: await levels(), people: await rowsOfPeople(database) }
    const [sanctioned] = (
      await database.run(
        `select '0x' || encode(substr(address, 2), 'hex') as address from ledger.label
       where category = 'sanctioned' and get_byte(address, 0) = 10 order by 1 limit 1`,
      )
    ).rows as { address: string }[]

    const unconfirmed = await cli('ledger', 'reset')
    expect(unconfirmed).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("'--yes") })
    expect(await transactions('a')).toBe(2)

    const reset = await cli('ledger', 'reset', '--yes')
    expect(reset).toMatchObject({ code: 0, stderr: '' })
    expect(reset.stdout).toContain('To restore the data, run these imports again with "touchstone import":')
    expect(reset.stdout).toContain('\n  labels: labels.csv\n')
    expect(reset.stdout).toContain('\n  transfers: transfers.csv\n')
    expect(reset.stdout).toContain('All watches (3) are paused, and new ones start paused.')
    expect(reset.stdout).toContain('touchstone watch resume')

    const log = await database.run("select action from audit_log where action like 'ledger%' order by id")
    const imported = { action: 'ledger.imported' }
    expect(log.rows).toEqual([imported, imported, { action: 'ledger.reset' }])

    // Without transfers, nothing is known about any address, so no query is answered.
    expect((await client.getKytStatus()).support_coin).toEqual([])
    const refused = { kind: 'unsupportedCoin', message: expect.stringContaining('no transfers on ETH') }
    await expect(transactions('a')).rejects.toMatchObject(refused)
    await expect(client.getRiskScore({ coin: 'ETH', address: address('a') })).rejects.toMatchObject(refused)
    await expect(watch('c')).rejects.toMatchObject(refused)
    expect(await levels()).toEqual(before.levels)

    expect(await cli('import', 'transfers', inputs.other)).toMatchObject({ code: 0 })
    expect(await transactions('a')).toBe(0)
    expect(await client.getRiskScore({ coin: 'ETH', address: address('a') })).toMatchObject({
      ...{ risk_level: 'Low', coverage: { state: 'none' } },
    })
    expect(
      await client.getRiskScore({ coin: 'ETH', address: sanctioned?.address ?? '' }),
      'an address on the built-in list',
    ).toMatchObject({ risk_level: 'Severe' })
    expect(await watch('c'), 'added before its data is imported').toMatchObject({
      ...{ risk_level: 'Low', coverage: 'none' },
    })
    expect(await levels()).toEqual({ ...before.levels, c: 'Low' })

    await importAll()
    expect(await transactions('a')).toBe(2)
    expect(await levels()).toEqual({ ...before.levels, c: 'Low' })
    expect(await alerts()).toBe(0)
    expect(await rowsOfPeople(database)).toEqual(before.people)

    expect(await cli('watch', 'resume')).toMatchObject({
      code: 0,
      stdout: '4 watches resumed.\n',
    })
    const [first] = await receiver.until(1)
    expect(first?.event.data).toMatchObject({ address: address('c'), to: { risk_level: 'Severe' } })
    await waitUntil(
      async () =>
        (await database.run('select id from kyt_watch where checked_version < 0')).rows.length === 0,
      20_000,
      'every watch to be scored again',
    )
    expect(await levels()).toEqual({ ...before.levels, c: 'Severe' })
    expect(await alerts()).toBe(1)
    expect(receiver.received).toHaveLength(1)
    expect((await cli('watch', 'resume')).stdout).toBe('There are no paused watches.\n')
  })
})

const places = ['on a database server', 'in a data folder'] as const
/**
 * Each command that runs as a separate process opens the embedded store, which takes seconds. This variant
 * therefore runs only with `npm test -- --all`.
 */
describe.each(testAll ? places : places.slice(0, 1))('journal of another ledger %s', (place) => {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())

  test(
    'prevents startup, with a one-sentence message, until a reset with the right secret',
    async () => {
      const postgres = join(folder.path, 'postgres')
      const env: Record<string, string> = { TOUCHSTONE_DATA: folder.path, TOUCHSTONE_DEMO: 'off' }
      if (place === 'on a database server') {
        env.DATABASE_URL = await freshDatabase()
        // Uses the smallest pool, because labels are imported under a lock.
        env.DATABASE_POOL_SIZE = '4'
      } else await createEmbeddedStore(postgres)
      const { DATABASE_URL: url } = env
      const inStore = async <Result>(work: (database: Database) => Promise<Result>) => {
        const database = await (url === undefined ? openEmbedded({ folder: postgres }) : openServer({ url }))
        return await work(database).finally(() => database.close())
      }
      const inputs = writeInputs(folder.path)
      expect(await runCli(['import', 'transfers', inputs.transfers], env)).toMatchObject({ code: 0 })
      expect(await runCli(['merchant', 'create', 'Blue Bank'], env)).toMatchObject({ code: 0 })
      const people = await inStore(async (database) => {
        await database.run("update kyt_ledger set ledger_id = 'c4ca4238a0b943828dcc509a6f75849b'")
        return await rowsOfPeople(database)
      })
      expect(people.merchant).toMatch(/^1 /)

      const refused = await run('apps/server/dist/main.js', [], { ...env, PORT: '0' }).exited
      expect(refused.code).toBe(1)
      const last = refused.stderr.trim().split('\n').at(-1)
      expect(last).toMatch(/^touchstone: The import journal in the database belongs to a different ledger\. /)
      expect(last).toContain('run "touchstone ledger reset --yes"')

      const stranger = { ...env, TOUCHSTONE_SECRET: 'not-the-secret-of-this-store-at-all' }
      const other = await runCli(['ledger', 'reset', '--yes'], stranger)
      expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('another master secret') })
      const accounts = await inStore((database) => database.run('select 1 from ledger.account'))
      expect(accounts.rows.length, 'nothing was cleared').toBeGreaterThan(0)

      const reset = await spawnCli(['ledger', 'reset', '--yes'], env)
      expect(reset).toMatchObject({ code: 0, stderr: '' })
      expect(reset.stdout).toContain('"touchstone import":\n  transfers: transfers.csv\n')
      const again = await runCli(['--json', 'import', 'transfers', inputs.transfers], env)
      expect(JSON.parse(again.stdout)).toEqual({ rows: 2, fresh: 2, rejected: 0 })
      expect(await inStore(rowsOfPeople)).toEqual(people)
    },
    startTimeout,
  )
})
