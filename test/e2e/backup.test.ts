import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createManualClock, silentLogger } from '@touchstone/common'
import { verifyAudit } from '@touchstone/kyc'
import { openRuntime, readSettings, runCommand, serveOperator } from '@touchstone/runtime'
import { openServer } from '@touchstone/storage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmbeddedStore, freshDatabase } from '../support/engines.ts'
import {
  fillStore,
  openReleased,
  readStore,
  releasedSecret,
  type StoreKeys,
} from '../support/released-store.ts'
import { runCli, temporaryFolder } from '../support/spawn.ts'
import { testAll } from '../support/test-all.ts'
import { startTimeout } from '../support/timeouts.ts'

const secret = { TOUCHSTONE_SECRET: releasedSecret }
const folders: ReturnType<typeof temporaryFolder>[] = []
const folder = () => {
  const made = temporaryFolder()
  folders.push(made)
  return made.path
}
afterAll(() => {
  for (const each of folders) each.remove()
})

/** Restores into a new store, and returns what its services read. */
const readRestored = async (source: string, env: Record<string, string>, keys: StoreKeys) => {
  const restored = await runCli(['restore', source, '--json'], env)
  expect(restored).toMatchObject({ code: 0 })
  const { runtime, close } = await openReleased(storeOf(env), keys.now)
  try {
    expect((await verifyAudit(runtime.kyc)).intact).toBe(true)
    return { report: JSON.parse(restored.stdout), read: await readStore(runtime, keys) }
  } finally {
    await close()
  }
}
const storeOf = (env: Record<string, string>) =>
  env.DATABASE_URL === undefined
    ? { dataFolder: env.TOUCHSTONE_DATA ?? '' }
    : { databaseUrl: env.DATABASE_URL }
/** A data folder with an empty store, which is created faster from a template. */
const emptyFolder = async () => {
  const TOUCHSTONE_DATA = folder()
  await createEmbeddedStore(join(TOUCHSTONE_DATA, 'postgres'))
  return { ...secret, TOUCHSTONE_DATA }
}
const emptyServer = async () => ({
  ...secret,
  TOUCHSTONE_DATA: folder(),
  DATABASE_URL: await freshDatabase(),
})

describe('a backup', () => {
  let env = {} as Record<string, string>
  let keys = {} as StoreKeys
  let read: unknown
  let made = ''
  beforeAll(async () => {
    env = await emptyServer()
    const store = await openReleased(storeOf(env))
    keys = await fillStore(store.runtime)
    await store.close()
    const later = await openReleased(storeOf(env), keys.now)
    read = await readStore(later.runtime, keys)
    await later.close()
    made = join(folder(), 'backup')
    const { code, stdout } = await runCli(['backup', made, '--json'], env)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ hasLedger: true, partsKept: 0 })
  }, startTimeout)

  test(
    'of a server is restored into a data folder with the same content',
    async () => {
      const embedded = await emptyFolder()
      const { report, read: inFolder } = await readRestored(made, embedded, keys)
      expect(report).toMatchObject({ hasLedger: true, migrated: [], unknownTables: [] })
      expect(inFolder).toEqual(read)
      if (!testAll) return
      const again = join(folder(), 'again')
      expect(await runCli(['backup', again], embedded)).toMatchObject({ code: 0 })
      // The copy of the embedded store is removed.
      expect(existsSync(join(embedded.TOUCHSTONE_DATA, 'backup-copy'))).toBe(false)
      expect((await readRestored(again, await emptyServer(), keys)).read).toEqual(read)
    },
    startTimeout,
  )

  test('is verified by restoring it into a scratch database', async () => {
    const scratch = ['--scratch', env.DATABASE_URL ?? '', '--json']
    const onServer = await runCli(['backup', 'verify', made, ...scratch], env)
    expect(onServer.code).toBe(0)
    const { intact, tables } = JSON.parse(onServer.stdout)
    expect(intact).toBe(true)
    expect(tables.find(({ table }: { table: string }) => table === 'ledger.transaction')).toMatchObject({
      rows: 3,
    })
    const admin = await openServer({ url: env.DATABASE_URL ?? '', poolSize: 1 })
    const { rows } = await admin.run(
      "select datname from pg_database where datname like 'touchstone_verify_%'",
    )
    expect(rows).toEqual([])
    await admin.close()
  })

  test('contains no readable data and no secret, and names what else has to be kept', async () => {
    const files = readdirSync(made, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    const content = files.map((each) => readFileSync(join(each.parentPath, each.name), 'latin1')).join('\n')
    for (const word of ['Released merchant', 'Marguerite', 'Mallory', releasedSecret])
      expect(content).not.toContain(word)
    const { stdout } = await runCli(['backup', join(folder(), 'text')], env)
    expect(stdout).toMatch(/^master secret +TOUCHSTONE_SECRET$/m)
    expect(stdout).toMatch(/^faceprint keys +\//m)
  })

  test('is refused with another secret, without a secret, and into a store that is not empty', async () => {
    const other = {
      ...(await emptyServer()),
      TOUCHSTONE_SECRET: 'another secret, also of 32 characters and more',
    }
    expect((await runCli(['restore', made], other)).stderr).toContain('backup.other-secret')
    const { TOUCHSTONE_SECRET: _, ...none } = { ...secret, TOUCHSTONE_DATA: folder() }
    expect((await runCli(['restore', made], none)).stderr).toContain('backup.no-secret')
    expect(existsSync(join(none.TOUCHSTONE_DATA, 'secret'))).toBe(false)
    expect((await runCli(['restore', made], env)).stderr).toContain('restore.not-empty')
    expect((await runCli(['backup', made], env)).stderr).toContain('backup.exists')
    expect((await runCli(['backup', join(made, 'data')], env)).stderr).toContain('backup.not-empty')
    expect(
      (
        await runCli(['backup', join(folder(), 'b')], {
          ...env,
          ...other,
          DATABASE_URL: env.DATABASE_URL ?? '',
        })
      ).stderr,
    ).toContain('backup.wrong-secret')
  })

  test('is refused if it is newer, incomplete or changed, before anything is restored', async () => {
    const target = await emptyServer()
    const restore = async (change: (copy: string) => void) => {
      const copy = join(folder(), 'copy')
      cpSync(made, copy, { recursive: true })
      change(copy)
      const { code, stderr } = await runCli(['restore', copy], target)
      expect(code).toBe(1)
      return stderr
    }
    const edit = (copy: string, name: string, change: (text: string) => string) =>
      writeFileSync(join(copy, name), change(readFileSync(join(copy, name), 'utf8')))
    expect(
      await restore((copy) =>
        edit(copy, 'manifest.json', (text) => text.replace('"format": 1', '"format": 2')),
      ),
    ).toContain('backup.format')
    // Somebody who can write to the folder, but does not know the secret, can't change the manifest.
    expect(
      await restore((copy) =>
        edit(copy, 'manifest.json', (text) => text.replace('"version": "', '"version": "9')),
      ),
    ).toContain('backup.damaged')
    expect(await restore((copy) => rmSync(join(copy, 'manifest.json')))).toContain('backup.incomplete')
    expect(await restore((copy) => rmSync(copy, { recursive: true }))).toContain('backup.none')
    const part = 'data/public.person/000000'
    const swapped = await restore((copy) =>
      cpSync(join(copy, 'data/public.journey/000000'), join(copy, part)),
    )
    expect(swapped).toContain('backup.damaged')
    // The parts before the damaged one are loaded, so the store must not be opened.
    expect((await runCli(['merchant', 'list'], target)).stderr).toContain('store.restoring')
    // Restoring the undamaged backup resumes.
    const { report, read: restored } = await readRestored(made, target, keys)
    expect(report.partsKept).toBeGreaterThan(0)
    expect(restored).toEqual(read)
  })

  test('that was interrupted is resumed, and keeps the parts that have not changed', async () => {
    const cut = join(folder(), 'cut')
    cpSync(made, cut, { recursive: true })
    rmSync(join(cut, 'manifest.json'))
    rmSync(join(cut, 'data/public.journey'), { recursive: true })
    // A part of another table, as after a change of the row.
    cpSync(join(cut, 'data/public.merchant/000000'), join(cut, 'data/public.person/000000'))
    const { stdout, code } = await runCli(['backup', cut, '--json'], env)
    expect(code).toBe(0)
    const { partsKept, tables } = JSON.parse(stdout)
    expect(partsKept).toBeGreaterThan(10)
    expect(partsKept).toBeLessThan(tables)
    expect((await readRestored(cut, await emptyServer(), keys)).read).toEqual(read)
  })

  test('without the ledger is restored next to an empty ledger', async () => {
    const without = join(folder(), 'without')
    expect((await runCli(['backup', without, '--without-ledger'], env)).stdout).toContain(
      'contains no ledger',
    )
    const target = await emptyServer()
    const { stdout } = await runCli(['restore', without], target)
    expect(stdout).toContain('touchstone ledger reset --yes')
    expect(await runCli(['ledger', 'reset', '--yes'], target)).toMatchObject({ code: 0 })
    expect((await runCli(['merchant', 'list'], target)).stdout).toContain('Released merchant')
  })

  test('of a ledger in another database is restored into one database', async () => {
    const apart = { ...(await emptyServer()), LEDGER_URL: await freshDatabase() }
    expect(await runCli(['restore', made, '--json'], apart)).toMatchObject({ code: 0 })
    const ledger = await openServer({ url: apart.LEDGER_URL, poolSize: 1 })
    expect((await ledger.run('select count(*)::int as count from ledger.transaction')).rows).toEqual([
      { count: 3 },
    ])
    await ledger.close()
    const joined = join(folder(), 'joined')
    expect(await runCli(['backup', joined], apart)).toMatchObject({ code: 0 })
    expect((await readRestored(joined, await emptyServer(), keys)).read).toEqual(read)
  })
})

test(
  'a backup of an embedded store is consistent while the service changes it',
  async () => {
    const { TOUCHSTONE_DATA } = await emptyFolder()
    const settings = readSettings({ folder: TOUCHSTONE_DATA, env: { ...secret, TOUCHSTONE_DATA } })
    const runtime = await openRuntime({
      settings,
      clock: createManualClock(Date.now()),
      logger: silentLogger,
    })
    serveOperator(runtime)
    const create = (name: string) =>
      runCommand({ name: 'merchant create', input: { name }, settings, logger: silentLogger })
    const before = await create('before')
    let isDone = false
    const load = (async () => {
      for (let count = 0; !isDone; count++) await create(`during ${count}`)
    })()
    const made = join(folder(), 'backup')
    const { code, stderr } = await runCli(['backup', made], { ...secret, TOUCHSTONE_DATA })
    isDone = true
    await load
    await runtime.close()
    expect([code, stderr]).toEqual([0, expect.stringContaining('copying the store')])
    expect(existsSync(join(TOUCHSTONE_DATA, 'backup-copy'))).toBe(false)
    const target = await emptyServer()
    expect(await runCli(['restore', made], target)).toMatchObject({ code: 0 })
    const { stdout } = await runCli(['merchant', 'list', '--json'], target)
    const merchants = JSON.parse(stdout) as { mchNo: string; keys: number }[]
    expect(merchants.map(({ mchNo }) => mchNo)).toContain(before.mchNo)
    // Each merchant, its key and its entry in the log are written in one transaction.
    expect(await runCli(['audit', 'verify'], target)).toMatchObject({ code: 0 })
  },
  startTimeout,
)

test('a backup of the first release is migrated when it is restored', async () => {
  const stores = fileURLToPath(new URL('../stores/', import.meta.url))
  const { keys, read } = JSON.parse(readFileSync(join(stores, '0.2.0.json'), 'utf8')) as {
    keys: StoreKeys
    read: object
  }
  const env = await emptyServer()
  const database = await openServer({ url: env.DATABASE_URL, poolSize: 1 })
  await database.run(readFileSync(join(stores, '0.2.0.sql'), 'utf8'))
  await database.close()
  const made = join(folder(), 'backup')
  expect(await runCli(['backup', made], env)).toMatchObject({ code: 0 })
  const { report, read: restored } = await readRestored(made, await emptyServer(), keys)
  expect(report.migrated).toContain('0022-signed-rows')
  expect(restored).toMatchObject(read)
})
