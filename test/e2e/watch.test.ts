import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, verifyWebhook } from '@touchstone/client'
import { silentLogger } from '@touchstone/common'
import { retryWaits } from '@touchstone/kyc'
import { commands, type DeadEventView, openRuntime, readSettings } from '@touchstone/runtime'
import { openServer } from '@touchstone/storage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { freshDatabase } from '../support/engines.ts'
import { waitUntil } from '../support/processes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli, type SpawnedServer, spawnCli, spawnServer, temporaryFolder } from '../support/spawn.ts'
import { testAll } from '../support/test-all.ts'
import { demoTimeout, startTimeout } from '../support/timeouts.ts'
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts'

const labelHeader = 'network,address,entity,label,category,incident,source,confidence'
const address = (digit: string) => `0x${digit.repeat(40)}`

describe('watched address, from the call to the webhook', () => {
  const folder = temporaryFolder()
  const env = { TOUCHSTONE_DATA: folder.path }
  let server: SpawnedServer | TestServer
  let client: ReturnType<typeof createClient>
  let receiver: Receiver
  let secret = ''
  let restarted: TestServer
  let logOfFirst = ''
  let isUp = true
  beforeAll(async () => {
    receiver = await startReceiver({ answer: () => ({ status: isUp ? 200 : 503 }) })
    server = await spawnServer({ dataFolder: folder.path })
    client = createClient(server.demo)
  }, demoTimeout)
  afterAll(async () => {
    await server.stop()
    await receiver.close()
    folder.remove()
  })

  const cli = (...args: string[]) => runCli(args, env)
  const webhook = (...args: string[]) => cli('webhook', ...args, '--json')
  const importLabel = async (digit: string, category: string, source = `about ${digit}`) => {
    const path = join(folder.path, 'labels.csv')
    const row = `ETH,${address(digit)},Mallory,Wallet,${category},The big one,${source},90`
    writeFileSync(path, `${labelHeader}\n${row}\n`)
    expect(await cli('import', 'labels', path)).toMatchObject({ code: 0 })
  }
  const post = (path: string, body: object) =>
    ask(`${server.url}/zkseradmin/openapi/kyt/v1/watch/${path}`, {
      body: { mchNo: server.demo.mchNo, apiKey: server.demo.apiKey, ...body },
    })

  test('rejects a webhook URL without a secret and suggests a remedy', async () => {
    expect(await post('add', { coin: 'ETH', address: address('a'), url: receiver.url })).toMatchObject({
      http: 400,
      body: { code: 400, message: 'no webhook secret', data: null },
    })
    const { mchNo } = server.demo
    expect(await webhook('url', '--merchant', mchNo, '--url', receiver.url)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`touchstone webhook secret --merchant ${mchNo}`),
    })
  })

  test('creates a secret and sets the default webhook URL from the command line', async () => {
    const { mchNo } = server.demo
    const made = await webhook('secret', '--merchant', mchNo)
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const view = JSON.parse(made.stdout) as { secret: string; oldSecretUntil: null }
    expect(view).toEqual({
      mchNo,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      oldSecretUntil: null,
    })
    secret = view.secret
    const set = await webhook('url', '--merchant', mchNo, '--url', receiver.url)
    expect(JSON.parse(set.stdout)).toEqual({ mchNo, url: receiver.url })
    expect(JSON.parse((await webhook('url', '--merchant', mchNo)).stdout)).toEqual({
      mchNo,
      url: receiver.url,
    })
  })

  test('rates the address as malicious after an import from the command line, and sends the signed webhook', async () => {
    const watched = { coin: 'ETH', address: address('a') }
    const added = await client.addWatch(watched)
    expect(added).toMatchObject({ ...watched, url: '', score: 3, risk_level: 'Low' })
    await importLabel('a', 'theft')
    const [received] = await receiver.until(1)
    const { body = '', headers = {} } = received ?? {}
    const event = verifyWebhook({ body, headers, secret })
    expect(event).toEqual({
      id: received?.id,
      type: 'kyt.watch.level_changed',
      created: expect.any(Number),
      test: false,
      data: {
        ...watched,
        from: { score: 3, risk_level: 'Low' },
        to: { score: 100, risk_level: 'Severe' },
        hacking_event: 'The big one',
        detail_list: expect.arrayContaining(['Malicious Address']),
      },
    })
    expect(verifyWebhook({ body: body.replace('Severe', 'Low'), headers, secret })).toBeUndefined()
    const { watch_list, ...page } = await client.listWatches()
    expect(page).toEqual({ page: 1, total: 1, total_pages: 1 })
    expect(watch_list).toMatchObject([{ ...added, score: 100, risk_level: 'Severe' }].map(withoutTimes))
    expect(watch_list[0]?.changed).toBe(event?.created)
  })

  test(
    'delivers an event after a restart if the server was killed while the receiver was unavailable',
    async () => {
      isUp = false
      await client.addWatch({ coin: 'ETH', address: address('b') })
      const before = receiver.received.length
      await importLabel('b', 'ransom')
      const [tried] = (await receiver.until(before + 1)).slice(before)
      if (!('process' in server)) throw new Error('no separate process')
      server.process.kill('SIGKILL')
      const { stdout, stderr } = await server.exited
      // Skips the banner that precedes the log, because it contains the demo's key and addresses.
      logOfFirst = stdout.slice(stdout.indexOf('{"level"')) + stderr
      isUp = true
      restarted = await startTestServer({ dataFolder: folder.path })
      server = restarted
      client = createClient(server.demo)
      const [, again] = (await receiver.until(before + 2)).slice(before)
      expect(again?.id).toBe(tried?.id)
      expect(again?.body).toBe(tried?.body)
      const { body = '', headers = {} } = again ?? {}
      expect(verifyWebhook({ body, headers, secret })).toMatchObject({ id: tried?.id })
    },
    startTimeout,
  )

  test('logs no URL, secret or address, and updates the metrics', async () => {
    const delivered = () => restarted.logs.filter((line) => line.includes('event delivered'))
    await waitUntil(() => delivered().length > 0, 20_000, 'the delivery to be logged')
    expect(JSON.parse(delivered()[0] ?? '')).toMatchObject({
      merchant: server.demo.mchNo,
      host: `127.0.0.1:${receiver.port}`,
      event: receiver.received.at(-1)?.id,
    })
    const log = restarted.logs.join('') + logOfFirst
    for (const hidden of ['a-secret-of-the-receiver', secret, secret.slice(6), address('b')]) {
      expect(log).not.toContain(hidden)
    }
    const { text } = await ask(`${restarted.metricsUrl}/metrics`)
    expect(text).toContain('touchstone_webhooks_total{result="delivered"} 1')
    expect(text).toContain('touchstone_webhooks_total{result="dead"} 0')
  })

  test('rejects an invalid command with an explanation', async () => {
    expect(await webhook('retry', '--id', 'nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('id matches no event that can be sent again'),
    })
    expect(await webhook('retry')).toMatchObject({ code: 2, stderr: expect.stringContaining('--all') })
    expect(await webhook('secret', '--merchant', 'M1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('merchant is not known'),
    })
  })

  test('external input', async () => {
    const query = { coin: 'ETH', address: address('d') }
    const refused = async (change: object) => (await post('add', { ...query, ...change })).body.message
    expect(await refused({ url: 'http://example.com' })).toBe(
      'parameter error: url must be an absolute https address',
    )
    expect(await refused({ url: 'https://a:b@example.com' })).toBe(
      'parameter error: url must not contain a user name or password',
    )
    expect(await refused({ url: 'https://10.1.2.3/' })).toBe(
      'parameter error: url must point to a public address',
    )
    expect(await refused({ url: 5 })).toBe('parameter error: url must be a string')
    expect(await refused({ address: '0x1' })).toBe('invalid address')
    expect(await refused({ coin: 'GOLD' })).toBe('unsupported coin')
    expect(await refused({ apiKey: 'x' })).toBe('application id and API key do not match')
    expect((await post('list', { page: 0 })).body.message).toBe('parameter error: page must be at least 1')
    expect(await client.listWatches({ page: 1_000_000 })).toEqual({
      watch_list: [],
      page: 1_000_000,
      total: 2,
      total_pages: 1,
    })
    expect(await client.removeWatch(query)).toEqual({ removed: false })
  })
})

test('rejects local receivers in production, and rotates secrets with a grace period', async () => {
  const folder = temporaryFolder()
  const secret = 'a secret that only this test knows, long enough'
  const env = {
    NODE_ENV: 'production',
    TOUCHSTONE_SECRET: secret,
    TOUCHSTONE_DATA: folder.path,
    DATABASE_URL: await freshDatabase(),
  }
  const settings = readSettings({ env, folder: folder.path })
  const runtime = await openRuntime({ settings, logger: silentLogger, withoutLedger: true })
  const { signal } = new AbortController()
  try {
    const { mchNo } = await commands['merchant create'](runtime, { name: 'Blue Bank' }, () => {}, signal)
    const rotate = (graceSeconds: number) =>
      commands['webhook secret'](runtime, { mchNo, graceSeconds }, () => {}, signal)
    const setUrl = (url: string | null) => commands['webhook url'](runtime, { mchNo, url }, () => {}, signal)
    const [first, second] = [await rotate(3600), await rotate(7200)]
    expect(first.oldSecretUntil).toBeNull()
    expect(Date.parse(second.oldSecretUntil ?? '')).toBeGreaterThan(Date.now() + 3_600_000)
    expect(second.secret).not.toBe(first.secret)
    for (const url of ['http://127.0.0.1:3000/', 'https://localhost/', 'https://169.254.169.254/']) {
      await expect(setUrl(url), url).rejects.toThrow(/^The URL must /)
    }
    expect(await setUrl('https://example.com/hooks')).toEqual({ mchNo, url: 'https://example.com/hooks' })
    expect(await setUrl(null)).toEqual({ mchNo, url: null })
  } finally {
    await runtime.close()
    folder.remove()
  }
})

if (testAll)
  test(
    "database server: notices another process's import, lists a failed event and resends it",
    async () => {
      const server = await startTestServer({ engine: 'server' })
      const { databaseUrl: url = '' } = server
      // No process locks the data folder, so the command opens the store itself while the server runs.
      const env = { TOUCHSTONE_DATA: server.dataFolder, DATABASE_URL: url }
      const database = await openServer({ url, poolSize: 2 })
      let isUp = false
      const receiver = await startReceiver({ answer: () => ({ status: isUp ? 200 : 500 }) })
      const json = async <Result>(...args: string[]) =>
        JSON.parse((await runCli([...args, '--json'], env)).stdout) as Result
      const state = async () => {
        const { rows } = await database.run('select state, tries from event_delivery')
        return (rows as { state: string; tries: number }[])[0]
      }
      try {
        const { mchNo } = server.demo
        await json('webhook', 'secret', '--merchant', mchNo)
        const watched = { coin: 'ETH', address: address('c') }
        await createClient(server.demo).addWatch({ ...watched, url: receiver.url })
        const labels = join(server.dataFolder, 'labels.csv')
        writeFileSync(labels, `${labelHeader}\nETH,${address('c')},Mallory,Wallet,theft,,own,90\n`)
        expect(await spawnCli(['import', 'labels', labels], env)).toMatchObject({ code: 0 })
        await waitUntil(async () => (await state())?.tries === 1, 20_000, 'the first attempt')
        // Simulates the end of the retry period.
        await database.run('update event_delivery set tries = $1, due_at = now()', [retryWaits.length])
        await waitUntil(async () => (await state())?.state === 'dead', 20_000, 'the last attempt')

        const [dead] = await json<DeadEventView[]>('webhook', 'dead', '--merchant', mchNo)
        expect(dead).toMatchObject({ mchNo, type: 'kyt.watch.level_changed', problem: 'answered 500' })
        expect(dead?.id).toBe(receiver.received[0]?.id)
        isUp = true
        expect(await json('webhook', 'retry', '--id', dead?.id ?? '')).toEqual({ retried: 1 })
        const [, , last] = await receiver.until(3)
        expect(last?.id).toBe(dead?.id)
        await waitUntil(
          async () => (await state())?.state === 'delivered',
          20_000,
          'the record of the delivery',
        )
        expect(await json('webhook', 'dead')).toEqual([])
        expect(await json('webhook', 'retry', '--all')).toEqual({ retried: 0 })
      } finally {
        await server.stop()
        await receiver.close()
        await database.close()
      }
    },
    demoTimeout,
  )

function withoutTimes<Record extends { since: number; changed: number; checked: number }>(record: Record) {
  const { since: _, changed: __, checked: ___, ...rest } = record
  return rest
}
