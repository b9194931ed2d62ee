import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openServer } from '@touchstone/storage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { createEmbeddedStore, freshDatabase } from '../support/engines.ts'
import { waitUntil } from '../support/processes.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli, spawnCli, temporaryFolder } from '../support/spawn.ts'
import { testAll } from '../support/test-all.ts'
import { demoTimeout, startTimeout } from '../support/timeouts.ts'

/** Without a running server, the command opens the store itself or connects to a database server. */
describe.each(['without a server', 'on a database server'] as const)('command line %s', (place) => {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())

  test(
    'creates the database, changes it and reads the result',
    async () => {
      const env: Record<string, string> = { TOUCHSTONE_DATA: folder.path }
      if (place === 'on a database server') env.DATABASE_URL = await freshDatabase()
      else await createEmbeddedStore(join(folder.path, 'postgres'))
      expect((await runCli(['migrate'], env)).stdout).toMatch(
        /^Ran 0001-kyc, .*, 0001-ledger, 0002-ledger-coverage, 0003-ledger-histories, 0004-ledger-names, 0005-ledger-name-words\.$/m,
      )
      // Each command that runs as a separate process opens the embedded store, which takes seconds.
      if (testAll || place === 'on a database server') {
        expect((await runCli(['migrate'], env)).stdout).toBe('The database is up to date.\n')
        expect((await runCli(['recount'], env)).stdout).toBe('Rebuilt from the journal.\n')
      }
      const { stdout } = await runCli(['merchant', 'create', 'Blue Bank', '--json'], env)
      const { mchNo } = JSON.parse(stdout) as { mchNo: string }
      // A command that runs as a separate process must also end on its own when the stores are closed.
      const listed = await spawnCli(['merchant', 'list'], env)
      expect(listed).toMatchObject({ code: 0, stderr: '' })
      expect(listed.stdout.split('\n')[0]).toMatch(/^Merchant +Name +Plan +Keys +Programs +Since$/)
      expect(listed.stdout).toContain(`${mchNo}  Blue Bank  standard`)
    },
    startTimeout,
  )
})

test(
  'rejects a mint mode that a kind does not support; doctor reports existing programs with such a mode',
  async () => {
    const folder = temporaryFolder()
    const DATABASE_URL = await freshDatabase()
    const env = { DATABASE_URL, LEDGER_URL: 'off', TOUCHSTONE_DATA: folder.path, PORT: '0' }
    await runCli(['migrate'], env)
    const made = await runCli(['merchant', 'create', 'Blue Bank', '--json'], env)
    const { mchNo } = JSON.parse(made.stdout) as { mchNo: string }
    const create = ['program', 'create', 'One vote', '--merchant', mchNo, '--kind', 'MeID', '--json']
    const refused = await runCli([...create, '--mint-mode', 'on-chain-mint'], env)
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain(
      'of a MeID program must be cross-chain: the status list of a MeID has no status',
    )
    const { programNo } = JSON.parse((await runCli(create, env)).stdout) as { programNo: string }
    const https = { ...env, PUBLIC_URL: 'https://touchstone.example.com' }
    const checked = (await runCli(['doctor'], https)).stdout
    expect(checked).not.toContain(programNo)
    expect(checked).toMatch(
      /host names +the dashboard and the verification page share an origin +Set TOUCHSTONE_DASHBOARD_HOST and TOUCHSTONE_FRAME_HOST/,
    )

    // Simulates a program that was created before this check existed.
    const database = await openServer({ url: DATABASE_URL })
    await database.run("update program set mint_mode = 'on-chain-mint'")
    await database.close()
    const hosts = { TOUCHSTONE_DASHBOARD_HOST: 'admin.example.com', TOUCHSTONE_FRAME_HOST: 'kyc.example.com' }
    const { stdout } = await runCli(['doctor'], { ...https, ...hosts })
    expect(stdout).toMatch(/host names +the dashboard and the verification page have separate origins/)
    expect(stdout).toMatch(new RegExp(`program ${programNo} +"One vote" of ${mchNo}, off, is a MeID program`))
    expect(stdout).toContain(`touchstone program activate ${programNo} --off`)
    folder.remove()
  },
  startTimeout,
)

test(
  'runs migrations once if two processes start on an empty database',
  async () => {
    const folders = [temporaryFolder(), temporaryFolder()]
    const stores = { DATABASE_URL: await freshDatabase(), LEDGER_URL: 'off' }
    const both = await Promise.all(
      folders.map(({ path }) => runCli(['migrate'], { ...stores, TOUCHSTONE_DATA: path })),
    )
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(both.filter(({ stdout }) => /^Ran 0001-kyc, .*\.$/m.test(stdout))).toHaveLength(1)
    expect(both.filter(({ stdout }) => stdout === 'The database is up to date.\n')).toHaveLength(1)
    const database = await openServer({ url: stores.DATABASE_URL })
    const log = await database.run('select action, actor from audit_log')
    await database.close()
    expect(log.rows).toEqual([{ action: 'store.migrated', actor: 'command-line' }])
    for (const folder of folders) folder.remove()
  },
  startTimeout,
)

test(
  'verifies the audit log and noted heads',
  async () => {
    const folder = temporaryFolder()
    const DATABASE_URL = await freshDatabase()
    const env = { DATABASE_URL, LEDGER_URL: 'off', TOUCHSTONE_DATA: folder.path }
    const made = await runCli(['merchant', 'create', 'Blue Bank', '--json'], env)
    const { mchNo, keyId } = JSON.parse(made.stdout) as { mchNo: string; keyId: string }
    await runCli(['key', 'rotate', keyId], env)
    const verified = await runCli(['audit', 'verify'], env)
    expect(verified).toMatchObject({ code: 0, stderr: 'touchstone: entries …\n' })
    expect(verified.stdout).toContain('The audit log is intact (2 logs).')
    const heads = await runCli(['audit', 'heads'], env)
    expect(verified.stdout).toContain(heads.stdout.trim())
    const [, head = ''] = heads.stdout.split('\n')
    expect(head).toMatch(new RegExp(`^${mchNo}:2:[0-9a-f]{64}$`))
    const file = join(folder.path, 'heads.txt')
    writeFileSync(file, `# noted today\n${heads.stdout}`)
    expect((await runCli(['audit', 'verify', '--expect', file], env)).code).toBe(0)
    const wrong = head.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const differs = await runCli(['audit', 'verify', '--merchant', mchNo, '--expect', wrong], env)
    expect(differs).toMatchObject({ code: 1, stdout: expect.stringContaining('the log was rewritten') })
    const noFile = await runCli(['audit', 'verify', '--expect', 'no-such-file'], env)
    expect(noFile).toMatchObject({ code: 1, stderr: expect.stringContaining('audit.no-heads') })
    const copy = join(folder.path, 'audit.jsonl')
    expect((await runCli(['audit', 'send'], env)).stderr).toContain('AUDIT_SINK')
    const sent = await runCli(['audit', 'send'], { ...env, AUDIT_SINK: `file://${copy}` })
    expect(sent.stdout).toContain('Sent 2 entries.')
    expect((await runCli(['audit', 'compare', copy], env)).stdout).toContain('complete and unchanged')

    const database = await openServer({ url: DATABASE_URL })
    await database.run('alter table audit_log disable trigger all')
    await database.run("delete from audit_log where action = 'key.rotated'")
    await database.close()
    const cut = await runCli(['audit', 'verify'], env)
    expect(cut.code).toBe(1)
    expect(cut.stdout).toMatch(new RegExp(`^${mchNo} +2 .*the newest entries were removed`, 'm'))
    const doctor = await runCli(['doctor'], env)
    expect(doctor.stdout).toContain(`the log of ${mchNo} does not end with the newest entry on record`)
    const restarted = await runCli(['audit', 'restart', '--merchant', mchNo], env)
    expect(restarted.stdout).toContain('1 entries were recorded before the chain')
    expect((await runCli(['audit', 'verify'], env)).code).toBe(0)
    folder.remove()
  },
  startTimeout,
)

describe('with a running server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine: 'embedded' })
  }, demoTimeout)
  afterAll(() => server.stop())
  const env = () => ({ TOUCHSTONE_DATA: server.dataFolder })
  const cli = (...args: string[]) => runCli(args, env())
  const json = async <Result>(...args: string[]): Promise<Result> => {
    const { code, stdout, stderr } = await cli(...args, '--json')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    return JSON.parse(stdout) as Result
  }
  type Made = { mchNo: string; apiKey: string; keyId: string }

  test('creates, lists and changes merchants, keys and programs', async () => {
    const made = await json<Made>('merchant', 'create', 'Blue Bank', '--plan', 'pro')
    expect(made).toMatchObject({ name: 'Blue Bank', plan: 'pro', mchNo: expect.stringMatching(/^M\d{31}$/) })
    const updated = await json('merchant', 'update', made.mchNo, '--calls-per-second', '7')
    const { mchNo } = made
    expect(updated).toEqual({ mchNo, name: 'Blue Bank', plan: 'pro', callsPerSecond: 7, support: null })
    const contact = async (support: string) =>
      await json('merchant', 'update', made.mchNo, '--support', support)
    expect(await contact('help@blue.example')).toMatchObject({ plan: 'pro', support: 'help@blue.example' })
    expect(await contact('https://blue.example/help')).toMatchObject({ support: 'https://blue.example/help' })
    expect(await contact('none')).toMatchObject({ support: null })
    for (const other of [
      'javascript:alert(1)',
      'http://blue.example',
      'blue',
      'a@b.c?bcc=d@e.f',
      'a%0ab@c.de',
    ])
      expect(await cli('merchant', 'update', made.mchNo, '--support', other)).toMatchObject({ code: 1 })

    type Rotated = { apiKey: string; keyId: string; oldKeyId: string }
    const rotated = await json<Rotated>('key', 'rotate', made.keyId, '--grace', '2h')
    expect(rotated.oldKeyId).toBe(made.keyId)
    const limits = ['--name', 'Reports', '--scopes', 'kyt,kyc:read', '--networks', '192.0.2.0/24']
    const limited = await json<Rotated>('key', 'add', made.mchNo, ...limits, '--expires', '90d')
    expect(await json('key', 'update', limited.keyId, '--networks', 'none', '--expires', 'none')).toEqual({
      ...{ keyId: limited.keyId, name: 'Reports', networks: null, expiresAt: null },
      scopes: ['kyt:read', 'kyt:write', 'kyc:read'],
    })
    await json('key', 'revoke', limited.keyId)
    await json('key', 'revoke', made.keyId)
    const keys = await json<{ keyId: string; revokedAt: string | null }[]>('key', 'list', made.mchNo)
    expect(keys.map(({ keyId, revokedAt }) => [keyId, revokedAt !== null])).toEqual(
      expect.arrayContaining([
        [made.keyId, true],
        [limited.keyId, true],
        [rotated.keyId, false],
      ]),
    )

    const options =
      '--kind KYC --checks age,sanction --minimum-age 21 --bar PRK,IRN --mint-mode on-chain-mint --chain 8453 ' +
      '--domains https://app.example.com'
    const created = await json<{ programNo: string }>(
      ...['program', 'create', 'Onboarding', '--merchant', made.mchNo, ...options.split(' ')],
    )
    expect(created).toMatchObject({
      kind: 'KYC',
      checks: ['sanction', 'age'],
      rules: { minimumAge: 21, barredCountries: ['PRK', 'IRN'] },
      mintMode: 'on-chain-mint',
      chainId: '8453',
      allowedDomains: ['https://app.example.com'],
      active: false,
    })
    expect(await json('program', 'activate', created.programNo)).toMatchObject({ active: true })
    expect(await json('program', 'activate', created.programNo, '--off')).toMatchObject({ active: false })
    const colourFree = (programNo: string, allowed: string) => [
      'program',
      'update',
      programNo,
      '--colour-free',
      allowed,
    ]
    expect(created).toMatchObject({ colourFree: false })
    expect(await cli(...colourFree(created.programNo, 'yes'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the program's contract requires colours"),
    })
    const offChain = await json<{ programNo: string }>(
      ...['program', 'create', 'Visitors', '--merchant', made.mchNo, '--kind', 'KYC'],
    )
    expect(await json(...colourFree(offChain.programNo, 'yes'))).toMatchObject({ colourFree: true })
    expect(await json(...colourFree(offChain.programNo, 'no'))).toMatchObject({ colourFree: false })
    const poa = ['program', 'create', 'Letters', '--merchant', made.mchNo, '--kind', 'PoA', '--colour-free']
    expect(await cli(...poa)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not record the face'),
    })
    expect(await json('program', 'list', made.mchNo)).toHaveLength(2)
    expect(await json<{ mchNo: string }[]>('merchant', 'list')).toEqual(
      expect.arrayContaining([expect.objectContaining({ mchNo: made.mchNo, liveKeys: 1, programs: 2 })]),
    )
  })

  test('treats "none" as no rule in a new program, and as removal of the rule from an existing program', async () => {
    type Ruled = { programNo: string; rules: object }
    const { mchNo } = await json<{ mchNo: string }>('merchant', 'create', 'Red Bank')
    const options = '--kind KYC --minimum-age 21 --bar PRK --allow none'
    const create = ['program', 'create', 'Onboarding', '--merchant', mchNo, ...options.split(' ')]
    const { programNo, rules } = await json<Ruled>(...create)
    expect(rules).toEqual({ minimumAge: 21, barredCountries: ['PRK'] })
    const changed = await json<Ruled>('program', 'update', programNo, '--bar', 'none')
    expect(changed.rules).toEqual({ minimumAge: 21 })
  })

  test('shows a user with the journal and, by default, a masked login', async () => {
    const { users } = await json<{ users: { svcId: string; svcAccount: string }[] }>(
      ...['call', 'getUsersList', `programNo=${server.demo.programNo}`, 'page=1'],
    )
    const { svcId = '', svcAccount = '' } = users[0] ?? {}
    type Shown = { journeys: { journal: { to: string }[] }[]; svcId: string; login: string }
    const [shown] = await json<Shown[]>('user', 'show', svcAccount)
    expect(shown).toMatchObject({ svcId, login: expect.stringMatching(/^.…@example\.com$/) })
    expect(shown?.journeys[0]?.journal[0]?.to).toBe('Verification Started')
    const { stdout } = await cli('user', 'show', svcId, '--reveal')
    expect(stdout).toContain(svcAccount)
    expect(stdout).toMatch(/# +Attempt +When +From +To +By +Reason +Evidence/)
  })

  test.each<[string, string[], number, string]>([
    [
      'an unknown key',
      ['key', 'revoke', 'ffffffff'],
      1,
      'touchstone: key id is not known. Correct the input',
    ],
    [
      'a bad plan',
      ['merchant', 'create', 'X', '--plan', 'gold'],
      1,
      'plan must be one of standard, pro, enterprise',
    ],
    [
      'a bad time',
      ['key', 'rotate', 'ffffffff', '--grace', 'soon'],
      2,
      'Expected a duration like 45s, 30m, 24h or 7d.',
    ],
    ['no argument', ['key', 'revoke'], 2, "missing required argument 'keyId'"],
    ['no such command', ['frobnicate'], 2, 'unknown command'],
    ['an unknown user', ['user', 'show', "'; drop table person; --"], 1, 'user is not known'],
  ])('%s: returns the exit code and one clear line', async (_name, args, code, message) => {
    const finished = await cli(...args)
    expect(finished.stderr).toContain(message)
    expect(finished.stderr).not.toContain('    at ')
    expect(finished.code).toBe(code)
  })

  test('has the same output and exit code when run as a separate process', async () => {
    const [listed, failed, unknown] = await Promise.all(
      [['merchant', 'list'], ['key', 'revoke', 'ffffffff'], ['frobnicate']].map((args) =>
        spawnCli(args, env()),
      ),
    )
    expect(listed).toEqual(await cli('merchant', 'list'))
    expect(listed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(server.demo.mchNo) })
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('key id is not known'),
    })
    expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('unknown command') })
  })

  test('activates a new key immediately and disables it within a second of its revocation', async () => {
    const { stdout } = await runCli(['merchant', 'create', 'Quick', '--json'], env())
    const { mchNo, apiKey, keyId } = JSON.parse(stdout) as { mchNo: string; apiKey: string; keyId: string }
    const status = async () =>
      (await ask(`${server.url}/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`)).http
    expect(await status()).toBe(200)
    await runCli(['key', 'revoke', keyId], env())
    const revokedAt = Date.now()
    await waitUntil(() => Date.now() - revokedAt >= 1000, 2000, 'a second to pass')
    expect(await status()).toBe(401)
  })

  test('calls operations by name with the demo credentials', async () => {
    const { stdout } = await cli('call', 'getUsersList', `programNo=${server.demo.programNo}`, 'page=2')
    expect(JSON.parse(stdout)).toMatchObject({ total: 56, totalPage: 2 })
    const wrong = await cli('call', 'getUsersList', 'programNo=1', 'page=1')
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toContain('program not found for this merchant')
  })

  test("shows, sets, rejects and removes a merchant's risk policy; changes apply to the next response", async () => {
    const { mchNo } = server.demo
    const address = server.demo.addresses.find(({ what }) => /two hops/.test(what))
    const explained = async () => {
      const { stdout } = await cli(
        'call',
        'explainRiskScore',
        `coin=${address?.coin}`,
        `address=${address?.address}`,
      )
      return JSON.parse(stdout) as { score: number; model: { policy_version: string } }
    }
    const before = await explained()
    const { policy } = await json<{ policy: { version: string; dust_usd: number } }>('policy', 'show')
    expect(before.model.policy_version).toBe(policy.version)

    const file = join(server.dataFolder, 'policy.json')
    writeFileSync(file, '{"version":"strict-1","received":{"decay":0.5}}')
    expect((await cli('policy', 'set', '--merchant', mchNo, '--file', file)).stdout).toBe(
      `Merchant ${mchNo} now uses policy strict-1.\n`,
    )
    const after = await explained()
    expect(after.model.policy_version).toBe('strict-1')
    expect(after.score).toBeLessThan(before.score)
    const own = await json<{ policy: unknown }>('policy', 'show', '--merchant', mchNo)
    expect(own.policy).toMatchObject({
      version: 'strict-1',
      received: { decay: 0.5 },
      dust_usd: policy.dust_usd,
    })

    writeFileSync(file, '{"version":"bad","received":{"decay":7}}')
    const refused = await cli('policy', 'set', '--merchant', mchNo, '--file', file)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('policy is invalid: received.decay must be <= 1')
    writeFileSync(file, '{"version":')
    expect((await cli('policy', 'set', '--merchant', mchNo, '--file', file)).stderr).toContain('invalid JSON')
    expect((await explained()).model.policy_version).toBe('strict-1')

    expect(await json('policy', 'remove', '--merchant', mchNo)).toEqual({ mchNo, removed: true })
    expect(await explained()).toEqual(before)
  })

  test('doctor checks the server and detects a port used by another program', async () => {
    const { port } = new URL(server.url)
    const seen = await runCli(['doctor'], { ...env(), PORT: port })
    expect(seen.stdout).toContain('the demo merchant has 72 participants')
    const other = temporaryFolder()
    const { code, stdout } = await runCli(['doctor'], { TOUCHSTONE_DATA: other.path, PORT: port })
    other.remove()
    expect(code).toBe(1)
    const redis = await runCli(['doctor'], { ...env(), PORT: port, REDIS_URL: 'redis://127.0.0.1:1' })
    expect(redis.stdout).toMatch(/WRONG +Redis +no response from 127\.0\.0\.1:1 /)
    expect(stdout).toMatch(new RegExp(`WRONG +port +${port} is used by another program +Stop that`))
  })
})
