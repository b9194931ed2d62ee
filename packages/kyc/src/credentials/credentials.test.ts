import { expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { createKycWorld, createMerchantWithProgram } from '../../../../test/support/kyc-world.ts'
import { byCommandLine as by, type ChangedBy, selectAudit } from '../audit/audit-store.ts'
import { tablesOf } from '../context.ts'
import { selectApiKeysOf } from '../merchants/api-key-store.ts'
import { addApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../merchants/api-keys.ts'
import { createMerchant } from '../merchants/create-merchant.ts'
import { createProgram } from '../programs/create-program.ts'
import { createAccessService } from './access-service.ts'

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

  test('does not query the store as long as nothing has changed', async () => {
    const { world, mchNo, apiKey } = await begin()
    let questions = 0
    const counting = new Proxy(world.database, {
      get: (target, name, receiver) => {
        if (name !== 'tables') return Reflect.get(target, name, receiver)
        return () =>
          target.tables().withPlugin({
            transformQuery: ({ node }) => {
              questions++
              return node
            },
            transformResult: async ({ result }) => result,
          })
      },
    })
    const service = createAccessService({ ...world, database: counting })
    await service.identify(mchNo, apiKey)
    const cold = questions
    for (let call = 0; call < 100; call++) await service.identify(mchNo, apiKey)
    expect(questions).toBe(cold)
    world.clock.advance(600)
    await Promise.all(Array.from({ length: 50 }, () => service.identify(mchNo, apiKey)))
    expect(questions, 'checks the version only once for all concurrent callers').toBe(cold + 1)
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
