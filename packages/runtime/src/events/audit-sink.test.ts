import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  byCommandLine,
  checkSink,
  recordChange,
  type SentEntry,
  sendAudit,
  sendAuditAgain,
  unsentAudit,
} from '@touchstone/kyc'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onBothEngines, onOneEngine } from '../../../../test/support/engines.ts'
import { createKycWorld, type KycWorld } from '../../../../test/support/kyc-world.ts'
import { hashOfEntry } from '../../../kyc/src/audit/audit-hash.ts'
import { openAuditSink } from './audit-sink.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Records changes in the operator's log. */
const record = async (world: KycWorld, count: number) => {
  for (let each = 0; each < count; each++) {
    world.clock.advance(1000)
    const change = { mchNo: undefined, action: 'key.added', target: `key-${each}`, detail: { each, b: 'x' } }
    await recordChange(world, change, byCommandLine)
  }
}
const parse = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SentEntry)
const check = async (world: KycWorld, entries: readonly SentEntry[]) => {
  const { complete, logs } = await checkSink(
    world,
    (async function* () {
      yield* entries
    })(),
  )
  const found = logs.find(({ log }) => log === 'operator')
  return {
    complete,
    found: found?.problems.map(({ kind, position, count }) => `${kind} ${position} ${count}`),
  }
}

onBothEngines('a copy of the audit log', (suite) => {
  let world: KycWorld
  let received: SentEntry[]
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
    await suite.database.run(`drop trigger audit_log_is_append_only on audit_log`)
  })
  beforeEach(() => {
    received = []
  })
  const sink = {
    send: async (entries: readonly SentEntry[]) => {
      received.push(...(JSON.parse(JSON.stringify(entries)) as SentEntry[]))
    },
  }
  const everything = async () => {
    await sendAuditAgain(world)
    await sendAudit(world, sink)
    return received
  }

  test('receives each entry at least once, in order, also after an interruption', async () => {
    await record(world, 250)
    let calls = 0
    const failing = {
      async send(entries: readonly SentEntry[]) {
        await sink.send(entries)
        // The sink accepted the entries, but the service never learns of it.
        if (++calls === 2) throw new Error('connection lost')
      },
    }
    await expect(sendAudit(world, failing)).rejects.toThrow('connection lost')
    expect(await check(world, received.slice(0, 150))).toMatchObject({ complete: false })
    expect((await unsentAudit(world)).entries).toBeGreaterThan(0)
    world.clock.advance(11 * 60_000)
    expect((await unsentAudit(world)).isLate).toBe(true)
    await sendAudit(world, sink)
    expect(await unsentAudit(world)).toEqual({ entries: 0, since: null, isLate: false })
    expect(await sendAudit(world, sink)).toBe(0)
    const positions = received.flatMap(({ log, position }) => (log === 'operator' ? [position] : []))
    expect(positions.length, 'some entries were sent twice').toBeGreaterThan(new Set(positions).size)
    expect(await check(world, received)).toEqual({ complete: true, found: [] })
    expect(await check(world, received.toReversed()), 'in any order').toEqual({ complete: true, found: [] })
  })

  test('shows gaps, and entries that were changed after they were received', async () => {
    const all = await everything()
    const own = all.filter(({ log }) => log === 'operator')
    const [first] = own
    const at = (position: number) => own.findIndex((entry) => entry.position === position)
    expect(
      await check(
        world,
        all.filter((entry) => !(entry.log === 'operator' && [4, 5, 9].includes(entry.position ?? 0))),
      ),
    ).toEqual({
      complete: false,
      found: ['missing 4 2', 'missing 9 1'],
    })
    expect(await check(world, own.slice(0, -3))).toMatchObject({ complete: false })
    const edited = all.map((entry) => (entry === own[at(7)] ? { ...entry, target: 'another' } : entry))
    expect(await check(world, edited)).toEqual({ complete: false, found: ['changed 7 1'] })
    expect(first?.position).toBe(1)
    // The hash needs no secret, so it can be replaced together with the content, and the lines can be reordered.
    const { position, previousHash } = own[at(7)] as SentEntry
    const link = { position: position ?? 0, previousHash: Buffer.from(previousHash ?? '', 'hex') }
    const forged = { ...(own[at(7)] as SentEntry), target: 'another' }
    const hash = hashOfEntry({ ...forged, at: new Date(forged.at) }, link).toString('hex')
    const replaced = all.map((entry) => (entry === own[at(7)] ? { ...forged, hash } : entry)).toReversed()
    expect(await check(world, replaced)).toEqual({ complete: false, found: ['differs 7 1'] })
    expect((await check(world, [...all, { ...(first as SentEntry), log: 'M-unknown' }])).complete).toBe(false)
  })

  test('shows that the newest entries were removed from the database', async () => {
    const all = await everything()
    await suite.database.run(`
      drop trigger audit_log_is_kept on audit_log;
      update audit_chain set position = position - 2, hash = (
        select hash from audit_log where merchant_id is null and audit_log.position = audit_chain.position - 2
      ) where chain = 0;
      delete from audit_log where merchant_id is null and position > (select position from audit_chain where chain = 0)`)
    const { complete, found } = await check(world, all)
    expect(complete).toBe(false)
    expect(found).toEqual([expect.stringMatching(/^unknown \d+ 2$/)])
  })
})

onOneEngine('embedded', 'the systems that receive a copy of the audit log', (suite) => {
  let world: KycWorld
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-sink-'))
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
    await record(world, 3)
  })
  beforeEach(() => sendAuditAgain(world))
  afterAll(() => rmSync(folder, { recursive: true }))
  const open = (url: string) => openAuditSink({ url, secret, clock: world.clock })

  test('are a file to which lines are appended', async () => {
    const path = join(folder, 'audit.jsonl')
    writeFileSync(path, '')
    await sendAudit(world, open(pathToFileURL(path).href))
    await record(world, 2)
    await sendAudit(world, open(pathToFileURL(path).href))
    expect(await check(world, parse(readFileSync(path, 'utf8')))).toEqual({ complete: true, found: [] })
    await expect(
      sendAuditAgain(world).then(() => sendAudit(world, open('file:///no/such/folder/x'))),
    ).rejects.toThrow('could not be sent to file://: ENOENT')
  })

  test('are a web server that receives signed requests', async () => {
    const bodies: string[] = []
    const statuses: number[] = []
    const server = createHttpServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const now = Date.now
      // The library compares the timestamp with the machine's clock.
      Date.now = () => world.clock.now()
      try {
        new Webhook(secret.slice(6)).verify(body, request.headers as Record<string, string>)
      } catch (error) {
        // The body is not JSON but lines of JSON; any other error is a wrong signature.
        if (!(error instanceof SyntaxError)) statuses.push(401)
      } finally {
        Date.now = now
      }
      const status = statuses.shift() ?? 202
      if (status === 202) bodies.push(body)
      response.writeHead(status).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/collect`
    try {
      statuses.push(503)
      await expect(sendAudit(world, open(url))).rejects.toThrow('it answered 503')
      await sendAudit(world, open(url))
      expect(await check(world, parse(bodies.join('')))).toEqual({ complete: true, found: [] })
      await sendAuditAgain(world)
      const forger = openAuditSink({ url, secret: secret.replace('B', 'C'), clock: world.clock })
      await expect(sendAudit(world, forger)).rejects.toThrow('it answered 401')
    } finally {
      server.close()
    }
  })

  test('are a syslog server', async () => {
    let text = ''
    const server = createTcpServer((socket) => {
      socket.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      socket.on('end', () => socket.end())
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    await sendAudit(world, open(`syslog://127.0.0.1:${(server.address() as AddressInfo).port}`))
    server.close()
    const entries: SentEntry[] = []
    while (text !== '') {
      const [, length = '', rest = ''] = /^(\d+) (.*)$/s.exec(text) ?? []
      const message = Buffer.from(rest).subarray(0, Number(length)).toString()
      expect(message).toMatch(/^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ touchstone \d+ audit - \{/)
      entries.push(JSON.parse(message.slice(message.indexOf('{'))) as SentEntry)
      text = Buffer.from(rest).subarray(Number(length)).toString()
    }
    expect(await check(world, entries)).toEqual({ complete: true, found: [] })
    await sendAuditAgain(world)
    const closed = openAuditSink({ url: 'syslog://127.0.0.1:1', secret: undefined, clock: world.clock })
    await expect(sendAudit(world, closed)).rejects.toThrow('ECONNREFUSED')
  })
})
