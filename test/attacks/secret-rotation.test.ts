import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyRing, createManualClock, createSeededRandom, createVault } from '@touchstone/common'
import {
  addApiKey,
  addMember,
  areRightsSigned,
  byCommandLine,
  createAccessService,
  createTokenService,
  findForgedRows,
  findJourney,
  isRotating,
  type KycContext,
  listMembers,
  loadStoreKeys,
  recordChange,
  showUser,
  signRights,
  startChains,
  startJourney,
  tablesOf,
  verifyAudit,
} from '@touchstone/kyc'
import {
  allMacColumns,
  allMigrations,
  allSealedColumns,
  masterSecrets,
  rotateSecret,
} from '@touchstone/runtime'
import { migrate } from '@touchstone/storage'
import { createMailbox } from '@touchstone/verification'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { onOneEngine } from '../support/engines.ts'
import { createMerchantWithProgram, startOfTest } from '../support/kyc-world.ts'

// Someone who has obtained the master secret can read the data until everything is re-encrypted with a new
// secret. Rotation must work while the service is in use, and must be able to resume after a crash.

const [first, second, third] = ['1', '2', '3'].map((each) => each.repeat(40)) as [string, string, string]
const quick = { changeOverMs: 0, batch: 2 }
const go = new AbortController().signal
const quiet = () => {}
const folder = mkdtempSync(join(tmpdir(), 'touchstone-secret-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

onOneEngine('embedded', 'master secret rotation', (suite) => {
  const clock = createManualClock(startOfTest)
  let people = 0

  /** Simulates a process that has these secrets, newest first. */
  const open = async (...secrets: string[]) => {
    const ring = createKeyRing(secrets)
    const vault = createVault(ring)
    const { database } = suite
    const kyc: KycContext = { database, clock, vault, random: createSeededRandom(`rotation ${people++}`) }
    const found = await loadStoreKeys({ database, vault, ring })
    const settings: { secret: string | undefined; dataFolder: string } = {
      secret: secrets[0],
      dataFolder: folder,
    }
    return { ...{ database, clock, vault, ring, kyc, found, settings }, address: { url: '' } }
  }
  type Node = Awaited<ReturnType<typeof open>>

  const begin = async ({ kyc }: Node, programNo: string, login: string) =>
    await startJourney(kyc, { programNo, login, ssiWallet: `0x${'5'.repeat(40)}`, actor: 'user' })

  const loginOf = async ({ kyc }: Node, login: string) =>
    (await showUser(kyc, { user: login, reveal: true })).map((user) => user.login)

  beforeEach(async () => {
    await migrate({ database: suite.database, migrations: allMigrations })
    await suite.database.run(
      'delete from secret_check; delete from signing_key; delete from mailbox; delete from audit_chain',
    )
    // Deletes rows of earlier tests, because these rows are sealed with other secrets.
    await suite.database.run('delete from journey_account; update journey set account_id = null')
    await suite.database.run(`update person set login_sealed = '', login_fingerprint = svc_id::bytea`)
  })

  test('covers every encrypted column of the database', async () => {
    const { rows } = await suite.database.run(
      `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed'`,
    )
    const elsewhere = ['faceprint.sealed', 'secret_check.fingerprint_key_sealed']
    const walked = allSealedColumns.map(({ table, column }) => `${table}.${column}`)
    expect((rows as { name: string }[]).map(({ name }) => name).sort()).toEqual(
      [...walked, ...elsewhere].sort(),
    )
  })

  test('covers every signed row of the database', async () => {
    const { rows } = await suite.database.run(
      `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'mac'`,
    )
    expect((rows as { name: string }[]).map(({ name }) => name).sort()).toEqual(
      allMacColumns.map(({ table }) => table).sort(),
    )
  })

  test('re-signs genuine rows but not forged ones, so that the previous secret signs nothing', async () => {
    const old = await open(first)
    await signRights(old.kyc, { hasRows: true })
    const { mchNo, apiKey, merchantId } = await createMerchantWithProgram({ ...old.kyc, clock })
    await addMember(old.kyc, { mchNo, email: 'genuine@example.com', role: 'viewer' }, byCommandLine)
    await addMember(old.kyc, { mchNo, email: 'forged@example.com', role: 'viewer' }, byCommandLine)
    await suite.database.run(
      `update membership set role = 'owner' where id = (select max(id) from membership)`,
    )
    const report = await rotateSecret(await open(second, first), quiet, go, quick)
    expect(report.unreadable.filter(({ column }) => column.endsWith('.mac'))).toEqual([
      { column: 'membership.mac', values: 1 },
    ])

    const { kyc } = await open(second)
    expect(await areRightsSigned(kyc)).toBe(true)
    expect((await listMembers(kyc, { mchNo })).map(({ email }) => email)).toEqual(['genuine@example.com'])
    expect((await createAccessService(kyc).identify(mchNo, apiKey)).merchant.id).toBe(merchantId)
    expect((await findForgedRows(kyc)).filter(({ table }) => table === 'membership')).toHaveLength(1)

    // Somebody who has the previous secret can no longer sign rows.
    const thief = createVault(first)
    const members = allMacColumns.find(({ table }) => table === 'membership')
    const { rows } = await suite.database.run(
      `select ${members?.row.join(', ')} from membership where id = (select max(id) from membership)`,
    )
    const [row = {}] = rows as Record<string, never>[]
    const place = members?.at(...members.row.map((column) => row[column] ?? null))
    if (!place) throw new Error('memberships are not signed')
    const mac = thief.sign(place).toString('hex')
    await suite.database.run(`update membership set mac = '\\x${mac}' where id = ${row.id}`)
    expect(await listMembers(kyc, { mchNo })).toHaveLength(1)
  })

  test('re-signs the audit log, except for entries that the service did not write', async () => {
    const old = await open(first)
    await startChains(old.kyc, { hasEntries: true })
    const { mchNo, merchantId } = await createMerchantWithProgram({ ...old.kyc, clock })
    const [{ head } = { head: null }] = (await verifyAudit(old.kyc, { mchNo })).chains
    const forged = await createMerchantWithProgram({ ...old.kyc, clock })
    await suite.database.run(`insert into audit_log (merchant_id, actor, action, target, detail, at, hash, mac)
      select merchant_id, actor, action, target, detail, at, hash, mac from audit_log
      where merchant_id = ${forged.merchantId} and position = 1`)
    await rotateSecret(await open(second, first), quiet, go, quick)

    const { kyc } = await open(second)
    const report = await verifyAudit(kyc, { mchNo, expected: [head ?? ''] })
    expect(report).toMatchObject({ intact: true, chains: [{ verified: 2, head }] })
    await recordChange(kyc, { mchNo, action: 'key.added', target: 'key', detail: {} }, byCommandLine)
    expect((await verifyAudit(kyc, { mchNo, expected: [head ?? ''] })).intact).toBe(true)
    const found = await verifyAudit(kyc, { mchNo: forged.mchNo })
    expect(found.chains[0]?.breaks.map(({ kind }) => kind)).toEqual(['inserted'])
    await suite.database.run(`alter table audit_log disable trigger all;
      delete from audit_log where merchant_id = ${forged.merchantId}; alter table audit_log enable trigger all`)
    // The trigger permits new signatures only.
    for (const change of [`target = 'x'`, `mac = mac, hash = mac`, 'position = 7'])
      await expect(
        suite.database.run(`update audit_log set ${change} where merchant_id = ${merchantId}`),
      ).rejects.toThrow('append-only')
  })

  test('makes the previous secret useless and loses no data', async () => {
    const old = await open(first)
    const { program, mchNo } = await createMerchantWithProgram({ ...old.kyc, clock })
    const { apiKey } = await addApiKey(old.kyc, { mchNo }, byCommandLine)
    await begin(old, program.programNo, 'ann@example.com')
    await begin(old, program.programNo, 'bob@example.com')
    const token = await createTokenService(old.kyc).issue({ appId: mchNo, mode: 'email' })
    const mail = { to: 'ann@example.com', code: '123456', merchant: 'shop', subject: 'a code' }
    await createMailbox(old).put(mail)
    await suite.database.run(
      `delete from person where login_sealed = '' and id not in (select person_id from journey)`,
    )

    const both = await open(second, first)
    expect(both.ring.current()).toBe(both.ring.all()[1])
    const report = await rotateSecret(both, quiet, go, quick)
    expect(report.resealed).toBeGreaterThanOrEqual(6)
    // A node that has not yet noticed the rotation can still read the values that other nodes write.
    expect((await open(second, first)).found).toBe('valid')

    const alone = await open(second)
    expect(alone.found).toBe('valid')
    expect(await loginOf(alone, 'ann@example.com')).toEqual(['ann@example.com'])
    expect(await createMailbox(alone).list()).toMatchObject([mail])
    expect((await createAccessService(alone.kyc).identify(mchNo, apiKey)).merchant.mchNo).toBe(mchNo)
    expect((await createTokenService(alone.kyc).verify(token)).appId).toBe(mchNo)
    // Logging in again identifies the same person.
    const known = await findJourney(alone.kyc, { programNo: program.programNo, login: 'BOB@example.com' })
    expect(known).toBeDefined()
    expect((await begin(alone, program.programNo, 'bob@example.com')).resumed).toBe(true)

    expect((await open(first)).found).toBe('mismatch')
    const thief = createVault(first)
    for (const { table, column, row } of allSealedColumns) {
      const { rows } = await suite.database.run(
        `select ${column} as sealed, ${row[0]} as part from ${table} where ${column} is not null and length(${column}) > 0`,
      )
      for (const { sealed } of rows as { sealed: Uint8Array }[])
        expect(() => thief.open(sealed, { table, column, row: [] })).toThrow('which is not set')
    }
    await expect(rotateSecret(alone, quiet, go, quick)).rejects.toMatchObject({ code: 'secret.no-new-one' })
  })

  test('resumes after a crash, and encrypts new values with the new secret in the meantime', async () => {
    const old = await open(first)
    const { program } = await createMerchantWithProgram({ ...old.kyc, clock })
    for (const name of ['a', 'b', 'c', 'd', 'e']) await begin(old, program.programNo, `${name}@died.example`)

    const [both, other] = [await open(second, first), await open(second, first)]
    let steps = 0
    const die = () => {
      if (++steps === 2) throw new Error('killed')
    }
    await expect(rotateSecret(both, die, go, { changeOverMs: 0, batch: 1 })).rejects.toThrow('killed')
    expect(await isRotating(tablesOf(both.kyc))).toBe(true)

    // Another node keeps using the previous secret until it reads the store again. That node can read values
    // encrypted with either secret.
    await begin(other, program.programNo, 'late@died.example')
    expect(other.ring.current()).toBe(other.ring.all()[1])
    expect(await loadStoreKeys(other)).toBe('valid')
    expect(other.ring.current()).toBe(other.ring.all()[0])

    // The service starts only if it also has the previous secret, and can then read values encrypted with
    // either secret.
    expect((await open(second)).found).toBe('previous-missing')
    const again = await open(second, first)
    expect(again.found).toBe('valid')
    await begin(again, program.programNo, 'f@died.example')
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      expect(await loginOf(again, `${name}@died.example`)).toEqual([`${name}@died.example`])
    const seen: number[] = []
    const report = await rotateSecret(again, ({ done }) => seen.push(done), go, quick)
    expect(report.unreadable.filter(({ column }) => column !== 'person.login_sealed')).toEqual([])
    expect(seen.length).toBeGreaterThan(1)
    expect(await isRotating(tablesOf(again.kyc))).toBe(false)
    const alone = await open(second)
    for (const name of ['a', 'e', 'f', 'late'])
      expect(await loginOf(alone, `${name}@died.example`)).toHaveLength(1)
  })

  test('supports two rotations in sequence', async () => {
    const old = await open(first)
    const { program } = await createMerchantWithProgram({ ...old.kyc, clock })
    await begin(old, program.programNo, 'twice@example.com')
    await rotateSecret(await open(second, first), quiet, go, quick)
    await rotateSecret(await open(third, second), quiet, go, quick)
    expect(await loginOf(await open(third), 'twice@example.com')).toEqual(['twice@example.com'])
  })

  test('creates a new secret for a data folder and replaces the old one', async () => {
    if (suite.database.engine === 'server') return
    const secrets = () => masterSecrets({ configured: undefined, old: undefined, dataFolder: folder })
    const [before] = secrets()
    const node = await open(...secrets())
    const { program } = await createMerchantWithProgram({ ...node.kyc, clock })
    await begin(node, program.programNo, 'folder@example.com')
    node.settings.secret = undefined
    let steps = 0
    const die = () => {
      if (++steps === 1) throw new Error('killed')
    }
    await expect(rotateSecret(node, die, go, quick)).rejects.toThrow('killed')
    expect(secrets()).toHaveLength(2)
    const again = await open(...secrets())
    again.settings.secret = undefined
    await rotateSecret(again, quiet, go, quick)
    expect(readFileSync(join(folder, 'secret'), 'utf8')).not.toContain(before)
    expect(secrets()).toHaveLength(1)
    expect(await loginOf(await open(...secrets()), 'folder@example.com')).toEqual(['folder@example.com'])
  })
})
