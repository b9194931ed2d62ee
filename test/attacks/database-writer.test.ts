import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createKeyRing, createManualClock, createSeededRandom, createVault } from '@touchstone/common'
import {
  addApiKey,
  addMember,
  answerInvitation,
  areRightsSigned,
  askForMemberCode,
  beginSignInByPasskey,
  byCommandLine,
  changeApiKey,
  createAccessService,
  findForgedRows,
  findSignedIn,
  listMembers,
  newFlow,
  requirePermission,
  revokeApiKey,
  rotateApiKey,
  type SignedIn,
  showAudit,
  signedRowsMigration,
  signIn,
  signInByPasskey,
} from '@touchstone/kyc'
import { allMigrations, migrateStore, requireSignedRights } from '@touchstone/runtime'
import { migrate } from '@touchstone/storage'
import { beforeAll, expect, test } from 'vitest'
import { onBothEngines, onOneEngine } from '../support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
  startOfTest,
} from '../support/kyc-world.ts'

// The attacker can write to the database but does not have the master secret. Rows that grant rights are signed
// with a key derived from this secret, so the attacker can remove rights, but cannot grant any.

const party = { id: 'localhost', origin: 'http://localhost:8080' }
const visit = { ip: '10.9.9.9', browser: 'a browser' }

onBothEngines('a writer of the database', (suite) => {
  let world: KycWorld
  const refused: string[] = []
  beforeAll(async () => {
    const made = await createKycWorld(suite.database)
    world = { ...made, onForgedRow: ({ table }) => void refused.push(table) }
  })

  const codes = new Map<string, string>()
  const signInByCode = async (email: string) => {
    const flow = newFlow()
    await askForMemberCode(
      world,
      { email, flow, ip: visit.ip },
      async ({ code }) => void codes.set(email, code),
    )
    return (await signIn(world, { code: codes.get(email) ?? '000000', flow, ...visit })).token
  }
  const found = async (token: string): Promise<SignedIn> => {
    const signedIn = await findSignedIn(world, token)
    if (!signedIn) throw new Error('nobody is signed in')
    return signedIn
  }
  /** Invites a member, who accepts. Returns the member and the token of the session. */
  const join = async (input: { mchNo?: string; email: string; role?: string }) => {
    await addMember(world, input, byCommandLine)
    const token = await signInByCode(input.email)
    const { memberId, invitations } = await found(token)
    const by = { actor: 'member' as const, memberId, network: visit.ip }
    for (const { id } of invitations)
      await answerInvitation(world, await found(token), { id, accept: true }, by)
    return { memberId, token, by }
  }
  const run = async (sql: string) => (await suite.database.run(sql)).rows as Record<string, unknown>[]
  const mayReadAll = async (token: string) => {
    const signedIn = await findSignedIn(world, token)
    if (!signedIn) return false
    try {
      return requirePermission(signedIn, 'merchants.read') !== undefined
    } catch {
      return false
    }
  }
  const reads = (mchNo: string, apiKey: string) =>
    createAccessService(world)
      .identify(mchNo, apiKey)
      .then(
        () => true,
        () => false,
      )

  test('cannot become an operator', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    const viewer = await join({ mchNo, email: 'viewer@example.com', role: 'viewer' })
    const operator = await join({ email: 'operator@example.com' })
    expect(await mayReadAll(operator.token)).toBe(true)

    await run(
      `update membership set role = 'operator', merchant_id = null where member_id = ${viewer.memberId}`,
    )
    expect(await mayReadAll(viewer.token), 'changed role').toBe(false)
    expect(refused).toContain('membership')
    expect((await listMembers(world, {})).map(({ email }) => email)).toEqual(['operator@example.com'])
    // The refused row does not block a new invitation.
    await addMember(world, { mchNo, email: 'viewer@example.com', role: 'viewer' }, byCommandLine)

    await run(`update membership as mine set merchant_id = null, role = 'operator', created_at = theirs.created_at,
        accepted_at = theirs.accepted_at, invited_by = theirs.invited_by, reviews_from = theirs.reviews_from,
        removed_at = null ${await hasMac('membership')}
      from membership as theirs
      where mine.member_id = ${viewer.memberId} and theirs.member_id = ${operator.memberId} and mine.role = 'operator'`)
    expect(await mayReadAll(viewer.token), 'copied row').toBe(false)
  })

  /** Copies the signature, too, once there is one. */
  const hasMac = async (table: string) =>
    (
      await run(
        `select 1 from information_schema.columns where table_name = '${table}' and column_name = 'mac'`,
      )
    ).length > 0
      ? ', mac = theirs.mac'
      : ''

  test('cannot take over an operator’s sessions, address or membership', async () => {
    const { mchNo } = await createMerchantWithProgram(world)
    const thief = await join({ mchNo, email: 'thief@example.com', role: 'viewer' })
    const operator = await join({ email: 'second-operator@example.com' })

    await run(
      `update member_session set member_id = ${operator.memberId} where member_id = ${thief.memberId}`,
    )
    expect(await mayReadAll(thief.token), 'session').toBe(false)

    await run(`update membership set member_id = ${thief.memberId} where member_id = ${operator.memberId}`)
    expect(await mayReadAll(await signInByCode('thief@example.com').catch(() => '')), 'membership').toBe(
      false,
    )
    await run(`update membership set member_id = ${operator.memberId}
      where member_id = ${thief.memberId} and role = 'operator'`)

    await run(`update member set email_hash = '\\x00' where id = ${operator.memberId}`)
    const [mine] = await run(
      `select encode(email_hash, 'hex') as hash from member where id = ${thief.memberId}`,
    )
    await run(`update member set email_hash = '\\x01' where id = ${thief.memberId}`)
    await run(`update member set email_hash = '\\x${mine?.hash}' where id = ${operator.memberId}`)
    const token = await signInByCode('thief@example.com').catch(() => '')
    expect(await mayReadAll(token), 'address').toBe(false)
  })

  test('cannot raise a role at a merchant, restore a removed member or skip a waiting time', async () => {
    const [own, other] = [await createMerchantWithProgram(world), await createMerchantWithProgram(world)]
    const owner = await join({ mchNo: own.mchNo, email: 'first@example.com', role: 'owner' })
    await addMember(world, { mchNo: own.mchNo, email: 'new@example.com', role: 'compliance' }, owner.by)
    const member = await found(await signInByCode('new@example.com'))
    const allowed = async (change: string, mchNo: string) => {
      const before = await run(
        `select * from membership where member_id = ${member.memberId} order by id desc limit 1`,
      )
      await run(`update membership set ${change} where id = ${before[0]?.id}`)
      const token = await signInByCode('new@example.com').catch(() => '')
      const memberships = (await findSignedIn(world, token))?.memberships ?? []
      return memberships.filter((each) => each.mchNo === mchNo)
    }
    const accept = 'accepted_at = created_at'
    expect(await allowed(accept, own.mchNo), 'accepted for the person').toEqual([])
    await run('update membership set accepted_at = null where id = (select max(id) from membership)')
    const token = await signInByCode('new@example.com')
    const { invitations, memberId } = await found(token)
    const by = { actor: 'member' as const, memberId, network: visit.ip }
    for (const { id } of invitations)
      await answerInvitation(world, await found(token), { id, accept: true }, by)
    expect((await found(token)).memberships).toHaveLength(1)
    expect(await allowed('reviews_from = null', own.mchNo), 'no waiting time').toEqual([])
    expect(await allowed(`role = 'owner'`, own.mchNo), 'another role').toEqual([])
    expect(await allowed(`merchant_id = ${other.merchantId}`, other.mchNo), 'another merchant').toEqual([])
  })

  test('cannot swap merchant numbers or delegate reviews', async () => {
    const [own, other] = [await createMerchantWithProgram(world), await createMerchantWithProgram(world)]
    const { token } = await join({ mchNo: own.mchNo, email: 'swap@example.com', role: 'owner' })
    await run(`update merchant set reviews_delegated = true where id = ${own.merchantId}`)
    expect((await findSignedIn(world, token))?.memberships ?? []).toEqual([])
    await run(`update merchant set reviews_delegated = false where id = ${own.merchantId}`)
    expect((await found(token)).memberships).toHaveLength(1)

    const free = `M${'9'.repeat(31)}`
    await run(`update merchant set mch_no = '${free}' where id = ${other.merchantId}`)
    await run(`update merchant set mch_no = '${other.mchNo}' where id = ${own.merchantId}`)
    expect((await findSignedIn(world, token))?.memberships ?? []).toEqual([])
    expect(await reads(other.mchNo, own.apiKey)).toBe(false)
    await run(`update merchant set mch_no = '${own.mchNo}' where id = ${own.merchantId}`)
    await run(`update merchant set mch_no = '${other.mchNo}' where id = ${other.merchantId}`)
    expect(await reads(own.mchNo, own.apiKey)).toBe(true)
  })

  test('cannot move an API key to another merchant, renew it or restore it', async () => {
    const [own, other] = [await createMerchantWithProgram(world), await createMerchantWithProgram(world)]
    expect(await reads(own.mchNo, own.apiKey)).toBe(true)
    await run(`update api_key set merchant_id = ${other.merchantId} where key_id = '${own.keyId}'`)
    expect(await reads(other.mchNo, own.apiKey), 'moved').toBe(false)
    await expect(rotateApiKey(world, { keyId: own.keyId, graceSeconds: 0 }, byCommandLine)).rejects.toThrow()
    await run(`update api_key set merchant_id = ${own.merchantId} where key_id = '${own.keyId}'`)
    expect(await reads(own.mchNo, own.apiKey), 'unchanged').toBe(true)

    const { apiKey, keyId } = await rotateApiKey(
      world,
      { keyId: other.keyId, graceSeconds: 0 },
      byCommandLine,
    )
    world.clock.advance(1000)
    expect(await reads(other.mchNo, other.apiKey), 'expired').toBe(false)
    await run(`update api_key set expires_at = null where key_id = '${other.keyId}'`)
    expect(await reads(other.mchNo, other.apiKey), 'renewed').toBe(false)
    await revokeApiKey(world, { keyId }, byCommandLine)
    await run(`update api_key set revoked_at = null where key_id = '${keyId}'`)
    expect(await reads(other.mchNo, apiKey), 'restored').toBe(false)
    expect(refused).toContain('api_key')
  })

  test('cannot widen the scopes, the networks or the expiry of an API key', async () => {
    const { mchNo, apiKey: unlimited } = await createMerchantWithProgram(world)
    const [office, elsewhere] = ['203.0.113.5', '192.0.2.1']
    const limits = { scopes: ['kyt:read'], networks: ['203.0.113.0/24'], expiresInSeconds: 60 }
    const { keyId, apiKey } = await addApiKey(world, { mchNo, ...limits }, byCommandLine)
    const other = await addApiKey(world, { mchNo, networks: ['192.0.2.0/24'] }, byCommandLine)
    const reached = async (key: string, ip: string) =>
      await createAccessService(world)
        .identify(mchNo, key, ip)
        .catch(() => undefined)
    await run(
      `create table saved_key as select scopes, networks, expires_at, mac from api_key where key_id = '${keyId}'`,
    )
    const restore = async () =>
      await run(`update api_key set (scopes, networks, expires_at, mac) = (select * from saved_key)
        where key_id = '${keyId}'`)
    const changes = [
      ...['scopes = null', "scopes = array['kyt:read', 'kyc:read']", "scopes = array['kyc:read']"],
      ...['networks = null', "networks = array['192.0.2.0/24']", "networks = '{}'", "scopes = '{}'"],
      // Without limits, the MAC covers fewer columns.
      ...['scopes = null, networks = null', 'scopes = null, networks = null, expires_at = null'],
      ...['expires_at = null', "expires_at = expires_at + interval '1 day'"],
      // The limits of one column in the other one, and the row of another key.
      ...["scopes = array['203.0.113.0/24'], networks = array['kyt:read']"],
      `networks = null, scopes = null, mac = (select mac from api_key where key_id = '${other.keyId}')`,
    ]
    for (const change of changes) {
      await run(`update api_key set ${change} where key_id = '${keyId}'`)
      for (const ip of [office, elsewhere]) expect(await reached(apiKey, ip), change).toBeUndefined()
      await expect(changeApiKey(world, { keyId, name: 'mine' }, byCommandLine), change).rejects.toThrow()
      const rotation = rotateApiKey(world, { keyId, graceSeconds: 0 }, byCommandLine)
      await expect(rotation, change).rejects.toThrow()
      await restore()
      expect((await reached(apiKey, office))?.scopes, change).toEqual(['kyt:read'])
    }
    const [unlimitedId] = unlimited.split('.')
    await run(`update api_key set scopes = array['kyt:read'] where key_id = '${unlimitedId}'`)
    expect(await reached(unlimited, office), 'a limit that was added').toBeUndefined()
    await run(`update api_key set scopes = null where key_id = '${unlimitedId}'`)
    expect(await reached(unlimited, office)).toMatchObject({ scopes: null })
  })

  test('cannot add or move a passkey to somebody’s account', async () => {
    const operator = await join({ email: 'third-operator@example.com' })
    const mine = createPasskey()
    await run(`insert into member_passkey (member_id, credential_id, public_key, counter, name, created_at)
      values (${operator.memberId}, '${mine.id}', '\\x${mine.publicKey.toString('hex')}', 0, 'key', now())`)
    const flow = newFlow()
    const options = (await beginSignInByPasskey(world, { flow, party })) as { challenge: string }
    const response = mine.answer(options.challenge)
    const token = await signInByPasskey(world, { response, flow, party, ...visit }).then(
      (session) => session.token,
      () => '',
    )
    expect(await mayReadAll(token)).toBe(false)
  })
})

onOneEngine('server', 'a writer of the database who waits for the next start', (suite) => {
  const ring = createKeyRing(['a master secret for tests, 32 characters and more'])
  const [clock, vault] = [createManualClock(startOfTest), createVault(ring)]
  const random = createSeededRandom('upgraded store')
  const open = () => {
    const { database } = suite
    return { database, vault, ring, kyc: { database, clock, vault, random } }
  }
  const operatorsOf = async ({ kyc }: ReturnType<typeof open>) =>
    (await listMembers(kyc, {})).map(({ email }) => email)
  const forgeOperator = async (email: string) => {
    const { kyc } = open()
    await addMember(kyc, { email }, byCommandLine)
    await suite.database.run(`update membership set accepted_at = now(), mac = null
      where id = (select max(id) from membership)`)
  }

  test('cannot have unsigned rows signed after the upgrade', async () => {
    const { database, kyc } = open()
    const earlier = Object.entries(allMigrations).filter(([name]) => name < signedRowsMigration)
    await migrate({ database, migrations: Object.fromEntries(earlier) })
    // A store as the previous version wrote it.
    const sealed = vault.seal('first@example.com', { table: 'member', column: 'email_sealed', row: ['U1'] })
    await database.run(`with added as (insert into member (member_no, email_hash, email_sealed, created_at)
        values ('U1', '\\x01', '\\x${sealed.toString('hex')}', now()) returning id)
      insert into membership (member_id, role, created_at, accepted_at) select id, 'operator', now(), now() from added;
      insert into member_session (member_id, token_hash, created_at, seen_at, ends_at, network, browser)
      select id, '\\x02', now(), now(), now() + interval '1 hour', 'x', 'x' from member`)

    expect(await migrateStore(open())).toContain(signedRowsMigration)
    expect(await findForgedRows(kyc)).toEqual([])
    expect(await operatorsOf(open())).toEqual(['first@example.com'])
    expect((await showAudit(kyc, { mchNo: undefined })).entries).toMatchObject([
      { action: 'rights.signed', actor: 'server', detail: { rows: 2 } },
    ])

    await forgeOperator('thief@example.com')
    expect(await migrateStore(open())).toEqual([])
    expect((await findForgedRows(kyc)).map(({ table }) => table)).toEqual(['membership'])

    const unsigned = { isUpgraded: false, attempts: 0 }
    await database.run('create table saved as select rights_signed_at, mac from secret_check')
    for (const change of ['rights_signed_at = null', 'rights_signed_at = now()', 'mac = null']) {
      await requireSignedRights(kyc, unsigned)
      await database.run(`update secret_check set ${change}`)
      await expect(requireSignedRights(kyc, unsigned), change).rejects.toMatchObject({
        code: 'store.unsigned',
      })
      await database.run('update secret_check set (rights_signed_at, mac) = (select * from saved)')
    }
    await database.run('delete from secret_check')
    await expect(requireSignedRights(kyc, unsigned)).rejects.toMatchObject({ code: 'store.unsigned' })
  })

  test('is detected when the operator re-signs the rows', async () => {
    const { database, kyc } = open()
    await database.run(`update membership set removed_at = now() where removed_at is null and mac is null`)
    expect(await migrateStore(open(), { signRights: true })).toEqual([])
    expect(await areRightsSigned(kyc)).toBe(true)
    expect(await findForgedRows(kyc)).toEqual([])
    await forgeOperator('other-thief@example.com')
    expect(await operatorsOf(open())).toEqual(['first@example.com'])
  })
})

/** A passkey in the attacker's hands. */
function createPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16).toString('base64url')
  return {
    id,
    publicKey: coseOf(publicKey),
    answer(challenge: string) {
      const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: party.origin }))
      // The flags state that the user was present and verified. The counter is 1.
      const data = Buffer.concat([sha256(party.id), Buffer.of(0b101, 0, 0, 0, 1)])
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const [authenticatorData, clientDataJSON] = [data.toString('base64url'), client.toString('base64url')]
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { authenticatorData, clientDataJSON, signature: signature.toString('base64url') },
      }
    },
  }
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** The key in the format in which authenticators report it: ES256 on P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (label: number, text: string) =>
    Buffer.concat([Buffer.of(label, 0x58, 0x20), Buffer.from(text, 'base64url')])
  return Buffer.concat([Buffer.of(0xa5, 1, 2, 3, 0x26, 0x20, 1), coordinate(0x21, x), coordinate(0x22, y)])
}
