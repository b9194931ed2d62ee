import { expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
} from '../../../../test/support/kyc-world.ts'
import { byCommandLine as by, type ChangedBy, selectAudit } from '../audit/audit-store.ts'
import { tablesOf } from '../context.ts'
import { selectApiKeysOf } from '../merchants/api-key-store.ts'
import { addApiKey, changeApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../merchants/api-keys.ts'
import { createMerchant } from '../merchants/create-merchant.ts'
import { createProgram } from '../programs/create-program.ts'
import { createAccessService, permits } from './access-service.ts'

onOneEngine('server', 'credentials', (suite) => {
  const begin = async () => {
    const world = await createKycWorld(suite.database)
    return { world, service: createAccessService(world), ...(await createMerchantWithProgram(world)) }
  }

  test('issues keys in the documented format and stores only their hash', async () => {
    const { world, apiKey, mchNo, keyId } = await begin()
    expect(apiKey).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{32}$/)
    expect(mchNo).toMatch(/^M[0-9]{31}$/)
    const { rows } = await world.database.run(
      `select api_key::text as row from api_key where key_id = '${keyId}'`,
    )
    const secret = apiKey.split('.')[1] ?? 'none'
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(apiKey).toString('hex'))
  })

  test('rejects every wrong combination of application id and key with the same error', async () => {
    const { world, service, mchNo, apiKey } = await begin()
    const other = await createMerchant(world, { name: 'Other' })
    await service.identify(mchNo, apiKey)
    const wrong: [string, string][] = [
      [mchNo, other.apiKey],
      [other.merchant.mchNo, apiKey],
      ['M0', apiKey],
      [`${mchNo} `, apiKey],
      [mchNo, `${apiKey} `],
      [mchNo, apiKey.toUpperCase()],
      [mchNo, ''],
      ['', ''],
      [mchNo, '\0'],
      ['\0', apiKey],
      [mchNo, "' or 1=1 --"],
      ['\ud800', '\udfff'],
      ['x'.repeat(100_000), 'y'.repeat(100_000)],
    ]
    for (const [merchant, key] of wrong) {
      await expect(service.identify(merchant, key)).rejects.toMatchObject({
        kind: 'credentials',
        message: 'application id and API key do not match',
      })
    }
  })

  test('rejects a revoked key on every node within a second, despite the cache', async () => {
    const { world, service, mchNo, apiKey, keyId } = await begin()
    const otherNode = createAccessService(world)
    await service.identify(mchNo, apiKey)
    await otherNode.identify(mchNo, apiKey)
    await revokeApiKey(world, { keyId }, by)
    world.clock.advance(999)
    await expect(service.identify(mchNo, apiKey)).rejects.toMatchObject({ kind: 'credentials' })
    await expect(otherNode.identify(mchNo, apiKey)).rejects.toMatchObject({ kind: 'credentials' })
    expect(await revokeApiKey(world, { keyId }, by)).toEqual(await revokeApiKey(world, { keyId }, by))
  })

  /** Returns a service, and a function that returns the number of queries since its last call. */
  const countQueries = (world: KycWorld) => {
    let queries = 0
    const database = new Proxy(world.database, {
      get: (target, name, receiver) => {
        if (name !== 'tables') return Reflect.get(target, name, receiver)
        return () =>
          target.tables().withPlugin({
            transformQuery: ({ node }) => {
              queries++
              return node
            },
            transformResult: async ({ result }) => result,
          })
      },
    })
    const taken = () => {
      const count = queries
      queries = 0
      return count
    }
    return { service: createAccessService({ ...world, database }), taken }
  }

  test('does not query the store as long as nothing has changed', async () => {
    const { world, mchNo, apiKey } = await begin()
    const { service, taken } = countQueries(world)
    await service.identify(mchNo, apiKey)
    taken()
    for (let call = 0; call < 100; call++) await service.identify(mchNo, apiKey)
    expect(taken()).toBe(0)
    world.clock.advance(600)
    await Promise.all(Array.from({ length: 50 }, () => service.identify(mchNo, apiKey)))
    expect(taken(), 'checks the version only once for all concurrent callers').toBe(1)
  })

  const office = '203.0.113.0/24'

  test('accepts a key only from its networks, and does as much work for every key that it refuses', async () => {
    const { world, mchNo, apiKey } = await begin()
    const limited = await addApiKey(world, { mchNo, networks: [office, '2001:db8::/32'] }, by)
    const expiring = await addApiKey(world, { mchNo, expiresInSeconds: 60 }, by)
    const { service, taken } = countQueries(world)
    for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1'])
      await service.identify(mchNo, limited.apiKey, ip)
    await service.identify(mchNo, expiring.apiKey, '192.0.2.1')
    world.clock.advance(60_000)
    await service.identify(mchNo, apiKey, '192.0.2.1')
    const refused: [string, string | undefined][] = [
      ...['192.0.2.1', '203.0.114.1', 'unknown', undefined].map(
        (ip) => [limited.apiKey, ip] as [string, string | undefined],
      ),
      [expiring.apiKey, '203.0.113.9'],
      [`${limited.keyId}.${'0'.repeat(32)}`, '203.0.113.9'],
    ]
    taken()
    for (const [key, ip] of refused) {
      await expect(service.identify(mchNo, key, ip)).rejects.toMatchObject({ kind: 'credentials' })
      expect(taken(), `${ip}`).toBe(1)
    }
    // Neither does a refused first call differ from the others.
    const fresh = countQueries(world)
    await fresh.service.identify(mchNo, apiKey)
    fresh.taken()
    await expect(fresh.service.identify(mchNo, limited.apiKey, '192.0.2.1')).rejects.toThrow()
    expect(fresh.taken()).toBe(1)
    await service.flushLastUsed()
    const keys = await listApiKeys(world, { mchNo })
    const used = keys.find(({ keyId }) => keyId === limited.keyId)?.lastUsedAt
    expect(Date.parse(used ?? ''), 'a refused call does not count as a use').toBe(world.clock.now() - 60_000)
  })

  test('gives a key without limits all scopes, also those that are added later', async () => {
    const { world, service, mchNo, apiKey } = await begin()
    const limited = await addApiKey(world, { mchNo, name: ' Reports ', scopes: ['kyc:read', 'kyt'] }, by)
    const all = await service.identify(mchNo, apiKey)
    expect([permits(all, 'token:write'), permits(all, 'later:write' as never)]).toEqual([true, true])
    const some = await service.identify(mchNo, limited.apiKey)
    expect(some.scopes).toEqual(['kyt:read', 'kyt:write', 'kyc:read'])
    expect([permits(some, 'kyc:read'), permits(some, 'token:write'), permits(some, null)]).toEqual([
      ...[true, false, false],
    ])
    expect((await listApiKeys(world, { mchNo })).find(({ name }) => name !== null)).toMatchObject({
      ...{ keyId: limited.keyId, name: 'Reports', scopes: some.scopes, networks: null, expiresAt: null },
    })
  })

  test('changes the limits of a live key on every node within a second', async () => {
    const { world, service, mchNo, apiKey, keyId, merchantId } = await begin()
    await service.identify(mchNo, apiKey, '192.0.2.1')
    const limits = { name: 'Backend', scopes: ['kyt:read'], networks: [office], expiresInSeconds: 3600 }
    const expiresAt = new Date(world.clock.now() + 3_600_000)
    const networks = [office]
    expect(await changeApiKey(world, { keyId, mchNo, ...limits }, by)).toEqual({
      ...{ keyId, name: 'Backend', scopes: ['kyt:read'], networks, expiresAt },
    })
    world.clock.advance(999)
    await expect(service.identify(mchNo, apiKey, '192.0.2.1')).rejects.toMatchObject({ kind: 'credentials' })
    expect((await service.identify(mchNo, apiKey, '203.0.113.1')).scopes).toEqual(['kyt:read'])
    await changeApiKey(world, { keyId, networks: null }, by)
    world.clock.advance(999)
    expect((await service.identify(mchNo, apiKey, '192.0.2.1')).scopes).toEqual(['kyt:read'])
    const [entry] = await selectAudit(tablesOf(world), { merchantId, limit: 9 })
    expect(entry).toMatchObject({
      ...{ action: 'key.changed', target: keyId },
      detail: { scopes: 'kyt:read', expiresAt: expiresAt.toISOString() },
    })
    world.clock.advance(3_600_000)
    await expect(changeApiKey(world, { keyId, expiresInSeconds: null }, by)).rejects.toThrow('an expired key')
    await revokeApiKey(world, { keyId }, by)
    await expect(changeApiKey(world, { keyId, expiresInSeconds: null }, by)).rejects.toThrow('a revoked key')
  })

  test('gives a rotated key the limits of the old key', async () => {
    const { world, service, mchNo } = await begin()
    const limits = { name: 'Backend', scopes: ['kyt:read'], networks: [office], expiresInSeconds: 3600 }
    const { keyId } = await addApiKey(world, { mchNo, ...limits }, by)
    const expiresAt = new Date(world.clock.now() + 3_600_000)
    const rotated = await rotateApiKey(world, { keyId, graceSeconds: 60 }, by)
    expect(rotated).toMatchObject({ expiresAt, oldKeyExpiresAt: new Date(world.clock.now() + 60_000) })
    expect((await listApiKeys(world, { mchNo })).find((each) => each.keyId === rotated.keyId)).toMatchObject({
      ...{ name: 'Backend', scopes: ['kyt:read'], networks: [office], expiresAt: expiresAt.toISOString() },
    })
    await expect(service.identify(mchNo, rotated.apiKey, '192.0.2.1')).rejects.toThrow()
    const again = { keyId: rotated.keyId, graceSeconds: 60, expiresInSeconds: null }
    expect(await rotateApiKey(world, again, by)).toMatchObject({ expiresAt: null })
  })

  test.each([
    [{ name: 'x'.repeat(61) }, 'name must have at most 60'],
    [{ name: 'a\u202eb' }, 'name must not contain'],
    [{ scopes: [] }, 'scopes must contain at least one'],
    [{ scopes: ['kyt:all'] }, 'scopes must be some of kyt:read,'],
    [{ scopes: [''] }, 'scopes must be some of'],
    [{ networks: [] }, 'networks must contain at least one'],
    [{ networks: ['example.com'] }, 'networks must be addresses or networks'],
    [{ networks: ['0.0.0.0/0'] }, 'networks must be addresses or networks'],
    [{ networks: Array.from({ length: 33 }, (_, at) => `10.0.0.${at}`) }, 'networks must contain at most 32'],
    [{ expiresInSeconds: 0 }, 'expiry must be'],
    [{ expiresInSeconds: 1.5 }, 'expiry must be'],
    [{ expiresInSeconds: 1e12 }, 'expiry must be'],
  ])('rejects the limits %j', async (limits, message) => {
    const { world, mchNo, keyId } = await begin()
    await expect(addApiKey(world, { mchNo, ...limits }, by)).rejects.toThrow(message)
    await expect(changeApiKey(world, { keyId, ...limits }, by)).rejects.toThrow(message)
  })

  test('accepts both keys during the grace period of a rotation, and afterwards only the new key', async () => {
    const { world, service, mchNo, apiKey, keyId } = await begin()
    const rotated = await rotateApiKey(world, { keyId, graceSeconds: 60 }, by)
    world.clock.advance(59_999)
    await service.identify(mchNo, apiKey)
    await service.identify(mchNo, rotated.apiKey)
    world.clock.advance(1)
    await expect(service.identify(mchNo, apiKey)).rejects.toMatchObject({ kind: 'credentials' })
    await service.identify(mchNo, rotated.apiKey)
    await expect(rotateApiKey(world, { keyId, graceSeconds: 60 }, by)).rejects.toThrow('an expired key')
    await expect(rotateApiKey(world, { keyId: 'ffffffff', graceSeconds: 60 }, by)).rejects.toThrow(
      'not known',
    )
  })

  test('keeps a separate last-used time for each live key', async () => {
    const { world, service, mchNo, apiKey, keyId, merchantId } = await begin()
    const second = await addApiKey(world, { mchNo }, by)
    await service.identify(mchNo, apiKey)
    world.clock.advance(5000)
    await service.identify(mchNo, second.apiKey)
    await service.flushLastUsed()
    const keys = await selectApiKeysOf(tablesOf(world), merchantId)
    const times = Object.fromEntries(keys.map((key) => [key.keyId, key.lastUsedAt?.getTime()]))
    expect(times[second.keyId]).toBe(world.clock.now())
    expect(times[keyId]).toBe(world.clock.now() - 5000)
  })

  test('lets members change only keys of their own merchant, and logs the member and the network', async () => {
    const { world, mchNo, merchantId, keyId } = await begin()
    const other = await createMerchantWithProgram(world)
    const who: ChangedBy = { actor: 'member', memberId: null, network: '10.1.2.3' }
    // The first entries record the creation of the merchant and its program.
    const entries = async (of: number) =>
      (await selectAudit(tablesOf(world), { merchantId: of, limit: 9 })).toReversed().slice(2)
    for (const which of [
      { keyId: other.keyId, mchNo },
      { keyId: 'ffffffff', mchNo },
    ]) {
      await expect(revokeApiKey(world, which, who)).rejects.toThrow('key id is not known')
      await expect(rotateApiKey(world, { ...which, graceSeconds: 1 }, who)).rejects.toThrow(
        'key id is not known',
      )
    }
    await expect(addApiKey(world, { mchNo: 'M0' }, who)).rejects.toThrow('merchant is not known')
    expect(await entries(other.merchantId)).toEqual([])
    const added = await addApiKey(world, { mchNo }, who)
    const rotated = await rotateApiKey(world, { keyId, mchNo, graceSeconds: 60 }, who)
    await Promise.all([1, 2].map(() => revokeApiKey(world, { keyId: added.keyId, mchNo }, who)))
    await revokeApiKey(world, { keyId }, by)
    expect(
      (await entries(merchantId)).map(({ action, target, actor, network, detail }) => [
        ...[action, target, actor, network],
        detail,
      ]),
    ).toEqual([
      ['key.added', added.keyId, 'member', '10.1.2.3', {}],
      ['key.rotated', keyId, 'member', '10.1.2.3', { newKey: rotated.keyId, graceSeconds: 60 }],
      ['key.revoked', added.keyId, 'member', '10.1.2.3', {}],
      ['key.revoked', keyId, 'command-line', null, {}],
    ])
    expect(
      (await listApiKeys(world, { mchNo })).map(({ keyId: id, revokedAt }) => [id, revokedAt !== null]),
    ).toEqual(
      expect.arrayContaining([
        [keyId, true],
        [added.keyId, true],
        [rotated.keyId, false],
      ]),
    )
  })

  test('finds a program that was just created', async () => {
    const { world, service, mchNo, apiKey } = await begin()
    const access = await service.identify(mchNo, apiKey)
    const fresh = await createProgram(world, { mchNo, name: 'Fresh', kind: 'PoA' })
    expect(await service.programOf(access, fresh.programNo, ['PoA'])).toMatchObject({
      programNo: fresh.programNo,
    })
    await expect(service.programOf(access, fresh.programNo, ['KYC'])).rejects.toMatchObject({
      kind: 'programNotFound',
    })
  })

  test("does not find another merchant's program", async () => {
    const { world, service, mchNo, apiKey } = await begin()
    const other = await createMerchantWithProgram(world)
    const access = await service.identify(mchNo, apiKey)
    const lookup = service.programOf(access, other.program.programNo, ['KYC'])
    await expect(lookup).rejects.toMatchObject({ kind: 'programNotFound', detail: undefined })
  })
})
