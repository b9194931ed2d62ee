import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Deployment, svcSbtAbi } from '@touchstone/chain'
import { silentLogger } from '@touchstone/common'
import { developmentKeys, openProver } from '@touchstone/credential'
import { createSsiWallet } from '@touchstone/credential/holder'
import { readSettings, runCommand } from '@touchstone/runtime'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { copyDemoToServer } from '../support/demo-database.ts'
import { freshDatabase } from '../support/engines.ts'
import { createFrameCaller } from '../support/journeys/frame-caller.ts'
import {
  authorizeByCalls,
  openByCalls,
  proveByCalls,
  statementOf,
} from '../support/journeys/walk-by-calls.ts'
import { freePort, waitUntil } from '../support/processes.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { run, runCli, type SpawnedServer, spawnServer, temporaryFolder } from '../support/spawn.ts'

// A service under load is backed up and killed, and the backup is restored on an empty machine. The chain, the
// contracts and the secret are what the machine had besides its database.

const [before, after, backups] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
const prover = openProver({ keys: developmentKeys })
let smtp: TestSmtp
let server: SpawnedServer
let port: string
let database: string

const start = async (dataFolder: string, databaseUrl: string) => {
  const env = { SMTP_URL: smtp.url, PORT: port, DATABASE_URL: databaseUrl }
  server = await spawnServer({ dataFolder, env })
}
const storeOf = (dataFolder: string, databaseUrl: string) => ({
  TOUCHSTONE_DATA: dataFolder,
  DATABASE_URL: databaseUrl,
})

beforeAll(async () => {
  smtp = await startSmtp()
  port = String(await freePort())
  database = await copyDemoToServer(before.path)
  await start(before.path, database)
}, 600_000)
afterAll(async () => {
  await prover.close()
  await server?.stop()
  await smtp?.stop()
  for (const folder of [before, after, backups]) folder.remove()
})

async function mintedTo(dataFolder: string, to: `0x${string}`): Promise<number> {
  const read = <Content>(...path: string[]) =>
    JSON.parse(readFileSync(join(dataFolder, ...path), 'utf8')) as Content
  const logs = await createPublicClient({
    transport: http(read<{ url: string }>('chain', '137', 'node.json').url),
  }).getContractEvents({
    abi: svcSbtAbi,
    address: read<Deployment>('deployments', '137.json').contracts.SvcSBT.address,
    eventName: 'Transfer',
    args: { to },
    fromBlock: 0n,
  })
  return logs.length
}

test('loses nothing up to the backup, and mints no token twice', async () => {
  const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const email = 'grace@example.com'
  const caller = createFrameCaller(() => server.url)
  const wallet = await createSsiWallet()
  const { url, demo } = server
  await openByCalls(caller, { url, demo, programNo: demo.poaiProgramNo })
  await authorizeByCalls(caller, wallet, account)
  await caller.post('/login/email', { email })
  await caller.post('/login/code', { code: await smtp.code(email) })
  const begun = await caller.post('/investor', { providerId: 'demo' })
  await caller.post('/investor/statement', {
    statement: await statementOf(url, String(begun.url), 'founder'),
  })
  await caller.until('prove')

  // The load: merchants, each with a key and an entry in the audit log, and calls of their keys.
  const settings = readSettings({ folder: before.path, env: storeOf(before.path, database) })
  const created: { mchNo: string; apiKey: string; at: number }[] = []
  let isOver = false
  const load = (async () => {
    for (let count = 0; !isOver; count++) {
      const input = { name: `Merchant ${count}` }
      const { mchNo, apiKey } = await runCommand({
        name: 'merchant create',
        input,
        settings,
        logger: silentLogger,
      })
      created.push({ mchNo, apiKey, at: Date.now() })
      await pause(100)
    }
  })()
  await waitUntil(() => created.length > 3, 60_000, 'some load')

  const source = join(backups.path, 'backup')
  // A backup is killed and resumed.
  const first = run('apps/cli/bin/touchstone.mjs', ['backup', source], storeOf(before.path, database))
  await waitUntil(
    () => first.output.stderr.includes('backing up') || first.child.exitCode !== null,
    60_000,
    'the backup',
  )
  first.child.kill('SIGKILL')
  await first.exited
  const { code, stdout } = await runCli(['backup', source, '--json'], storeOf(before.path, database))
  expect(code).toBe(0)
  const { at } = JSON.parse(stdout) as { at: string }
  const kept = created.filter((each) => each.at < Date.parse(at))
  expect(kept.length).toBeGreaterThan(3)

  // After the backup, the person gets a token, which the restored database does not know.
  await caller.post('/proof', { proof: await proveByCalls(caller, prover, wallet) })
  await caller.until('consent')
  expect(await mintedTo(before.path, wallet.address)).toBe(1)
  server.process.kill('SIGKILL')
  await server.exited
  isOver = true
  await load

  // An empty machine: a new database, and a data folder with what is not part of a backup.
  // The development chain writes its last state after the server has died.
  await pause(5000)
  for (const name of ['secret', 'demo.json', 'deployments', 'chain', 'faceprint-keys'])
    if (existsSync(join(before.path, name)))
      cpSync(join(before.path, name), join(after.path, name), { recursive: true })
  const restored = await freshDatabase()
  const env = storeOf(after.path, restored)
  const killed = run('apps/cli/bin/touchstone.mjs', ['restore', source], env)
  await waitUntil(
    () => killed.output.stderr.includes('restoring') || killed.child.exitCode !== null,
    60_000,
    'the restore',
  )
  killed.child.kill('SIGKILL')
  await killed.exited
  expect(await runCli(['restore', source], env)).toMatchObject({ code: 0 })
  expect(await runCli(['audit', 'verify'], env)).toMatchObject({ code: 0 })

  await start(after.path, restored)
  const { stdout: listed } = await runCli(['merchant', 'list', '--json'], env)
  const merchants = new Set((JSON.parse(listed) as { mchNo: string }[]).map(({ mchNo }) => mchNo))
  for (const { mchNo } of kept) expect(merchants).toContain(mchNo)
  for (const { mchNo, apiKey } of kept.slice(-3)) {
    const headers = { mch_no: mchNo, api_key: apiKey }
    expect((await ask(`${server.url}/kyc/v1/status`, { headers })).http).not.toBe(401)
  }

  // The person is where the backup found them, and continues. Their token exists already.
  await caller.look()
  await caller.post('/proof', { proof: await proveByCalls(caller, prover, wallet) })
  await caller.until('consent')
  await caller.post('/consent', { granted: true, account })
  expect(caller.step()).toMatchObject({ name: 'done' })
  expect(await mintedTo(after.path, wallet.address)).toBe(1)
  const { stdout: status } = await runCli(['chain', 'status', '--json'], env)
  expect(status).not.toMatch(/"(failed|stuck|lost)": [1-9]/)
  expect(await runCli(['backup', 'verify', source], env)).toMatchObject({ code: 0 })
}, 900_000)
