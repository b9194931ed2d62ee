import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openServer } from '@touchstone/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPlainMetrics, plainLogLine } from '../../apps/cli/src/commands/support-bundle.ts'
import { ask } from '../support/ask.ts'
import { readArchive } from '../support/read-archive.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli, temporaryFolder } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

const folder = temporaryFolder()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ engine: 'server' })
}, demoTimeout)
afterAll(async () => {
  await server.stop()
  folder.remove()
})

const person = 'Zelda Quillfeather zelda.private@example.com'

/** Writes personal data into every column of a text, JSON or binary type. Returns how many columns took it. */
async function fillColumns(url: string): Promise<{ filled: number; columns: number }> {
  const database = await openServer({ url, poolSize: 1 })
  await database.run('set session_replication_role = replica')
  const { rows } = await database.run(`
    select format('%I.%I', table_schema, table_name) as name, format('%I', column_name) as col, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and data_type in ('text', 'jsonb', 'bytea', 'ARRAY') and table_name !~ 'migration'`)
  const values: Record<string, string> = {
    text: `'${person}'`,
    jsonb: `'{"name": "${person}"}'`,
    bytea: `convert_to('${person}', 'utf8')`,
    ARRAY: `array['${person}']`,
  }
  let filled = 0
  for (const { name, col, type } of rows as { name: string; col: string; type: string }[]) {
    // A column that is unique takes the value in one row, and one with a fixed list of values in none.
    for (const where of ['true', `ctid = (select ctid from ${name} limit 1)`]) {
      const done = await database.run(`update ${name} set ${col} = ${values[type]} where ${where}`).then(
        () => true,
        () => false,
      )
      if (!done) continue
      filled += 1
      break
    }
  }
  await database.close()
  return { filled, columns: rows.length }
}

test('contains no personal data and no secrets, whatever is in the database, the settings and the log', async () => {
  const { mchNo, apiKey, programNo } = server.demo
  await ask(`${server.url}/zkseradmin/openapi/kyc/getUsersList`, {
    body: { mchNo, apiKey, programNo, page: 1 },
  })
  const { filled, columns } = await fillColumns(server.databaseUrl ?? '')
  expect(filled).toBeGreaterThan(0.8 * columns)
  const log = join(folder.path, 'touchstone.log')
  const odd = [
    { level: 'error', msg: 'job failed', err: { type: 'Error', reason: person, stack: [`at ${person}`] } },
    { level: 'info', msg: person, id: person, note: person },
    person,
  ]
  const lines = [
    ...server.logs.map((line) => line.trim()),
    ...odd.map((line) => JSON.stringify(line)),
    person,
  ]
  writeFileSync(log, lines.join('\n'))
  const [output, bundle] = [join(folder.path, 'bundle.zip'), ['support-bundle', '--output']]
  const env = {
    ...server.stores,
    PORT: new URL(server.url).port,
    METRICS_PORT: new URL(server.metricsUrl).port,
    MAIL_FROM: `${person.replace(' zelda', ' <zelda')}>`,
    SMTP_URL: 'smtp://zelda:hunter2-hunter2@mail.zelda.example.com',
    TOUCHSTONE_SECRET: 'a master secret of Zelda with more than 32 characters',
    FACE_WORKERS: '3',
  }
  const { code, stdout } = await runCli([...bundle, output, '--log', log], env)
  expect([code, stdout]).toEqual([0, expect.stringContaining('no personal data')])
  const files = Object.fromEntries(
    readArchive(readFileSync(output)).map(({ name, content }) => [name, content.toString()]),
  )
  expect(Object.keys(files)).toEqual([
    ...[
      'README.txt',
      'about.json',
      'settings.json',
      'doctor.json',
      'store.json',
      'health.json',
      'metrics.txt',
    ],
    'log.jsonl',
  ])
  const all = Object.values(files).join('\n')
  const key = apiKey.split('.').at(-1) ?? apiKey
  for (const secret of [/zelda/i, /quillfeather/i, /hunter2/, new RegExp(key), /touchstone-(test|e2e)-/])
    expect(all).not.toMatch(secret)

  // It is still useful.
  expect(JSON.parse(files['settings.json'] ?? '')).toMatchObject({
    FACE_WORKERS: '3',
    MAIL_FROM: expect.stringMatching(/^set \(\d+ characters\)$/),
  })
  expect(JSON.parse(files['store.json'] ?? '').tables.length).toBeGreaterThan(50)
  expect(JSON.parse(files['store.json'] ?? '').migrations).toContain('0001-kyc')
  expect(files['metrics.txt']).toContain('touchstone_requests_total{operation="getUsersList"')
  expect(files['log.jsonl']).toMatch(/"operation":"getUsersList"/)
  expect(JSON.parse(files['doctor.json'] ?? '').length).toBeGreaterThan(5)
  expect((await runCli([...bundle, output], env)).code).toBe(1)
})

test('keeps only plain fields of log lines and plain labels of metrics', () => {
  expect(plainLogLine('not JSON')).toBeUndefined()
  expect(plainLogLine('{"id":"a-1","ms":2,"path":"/x","msg":"job failed","code":"E 1"}')).toEqual({
    ...{ id: 'a-1', ms: 2, msg: 'job failed', code: 'E 1' },
  })
  const stack = ['    at run (/home/zelda/touchstone/packages/kyc/dist/x.js:10:3)', '    at zelda']
  expect(plainLogLine(JSON.stringify({ msg: 'x', err: { type: 'Error', stack, reason: 'zelda' } }))).toEqual({
    ...{ msg: 'x', err: { type: 'Error', stack: ['packages/kyc/dist/x.js:10'] } },
  })
  expect(keepPlainMetrics('# help\na{b="c"} 1\na{b="c d"} 2\na{source="c"} 3\nd 4')).toBe(
    '# help\na{b="c"} 1\nd 4',
  )
})
