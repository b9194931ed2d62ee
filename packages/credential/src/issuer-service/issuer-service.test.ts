import { createManualClock, createVault } from '@touchstone/common'
import { migrate } from '@touchstone/storage'
import { beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import type { Attributes } from '../attributes/attributes.ts'
import { noDate } from '../attributes/check-attributes.ts'
import { commitmentOf } from '../leaf/poseidon.ts'
import { credentialMigrations } from '../migrations/index.ts'
import { createIssuerService } from './create-issuer-service.ts'
import { issuerTablesOf } from './issuer-key-store.ts'
import { issuerKeyColumn } from './sealed-columns.ts'

const attributes: Attributes = {
  birthDate: 19900101,
  citizenship: 'FRA',
  documentExpiry: 20301231,
  residence: '',
  location: 'FRA',
  residenceUntil: noDate,
  sanctionResult: 1,
  sanctionDate: 20261101,
  accreditation: 0,
  accreditedUntil: noDate,
}

onOneEngine('server', 'the issuer', (suite) => {
  const clock = createManualClock(Date.UTC(2026, 10, 15))
  const vault = createVault('a master secret for tests, 32 characters and more')
  const open = () => createIssuerService({ database: suite.database, clock, vault })
  const order = (validUntil: number) => ({
    personCommitment: 'none-stored-yet' as const,
    commitment: String(commitmentOf(12345n)),
    kind: 'kyc' as const,
    checks: ['document', 'liveness'] as const,
    attributes,
    validUntil,
  })
  beforeAll(() => migrate({ database: suite.database, migrations: credentialMigrations }))

  test('shares one key between nodes that start at the same time, and accepts the credentials of every node', async () => {
    const nodes = [open(), open(), open()]
    const keys = await Promise.all(nodes.map((node) => node.acceptedKeys()))
    expect(new Set(keys.flat().map(({ issuerKey }) => issuerKey)).size).toBe(1)
    const credential = await open().issue(order(20271231))
    expect(await open().isGenuine(credential)).toBe(true)
    const forged = { ...credential, attributes: { ...attributes, birthDate: 19800101 } }
    expect(await open().isGenuine(forged)).toBe(false)
  })

  test('stores the key only in encrypted form', async () => {
    const [row] = await issuerTablesOf(suite.database)
      .selectFrom('credential_issuer_key')
      .selectAll()
      .execute()
    const sealed = row?.sealed ?? new Uint8Array()
    const place = issuerKeyColumn.at(row?.id ?? '')
    expect(Buffer.from(sealed).toString('hex')).not.toContain(vault.open(sealed, place))
    const other = createVault('another master secret, 32 characters and more')
    expect(() => other.open(sealed, place)).toThrow()
  })

  test('announces a key before it is used to sign, and signs with the previous key until then', async () => {
    clock.advance(1000)
    const [before] = await open().acceptedKeys()
    const next = await open().announce()
    expect(next.id).not.toBe(before?.id)
    expect(await open().announce(), 'same key on the second call').toEqual(next)
    expect((await open().issue(order(20271231))).keyId).toBe(before?.id)
    expect((await open().acceptedKeys()).map(({ id }) => id)).not.toContain(next.id)
    expect(await open().rotate()).toEqual(next)
    expect((await open().issue(order(20271231))).keyId).toBe(next.id)
  })

  test('accepts the old key after a rotation until its last credential has expired', async () => {
    clock.set(Date.UTC(2026, 10, 15))
    const service = open()
    const old = await service.issue(order(20261231))
    const longest = await service.issue(order(20280301))
    const before = await service.acceptedKeys()
    const next = await service.rotate()
    const after = await open().acceptedKeys()
    expect(after[0]).toEqual(next)
    expect(after.map(({ id }) => id)).toEqual([next.id, ...before.map(({ id }) => id)])
    const fresh = await open().issue(order(20301231))
    expect([old.keyId, fresh.keyId]).toEqual([before[0]?.id, next.id])
    expect(await open().isGenuine(old)).toBe(true)
    clock.set(Date.UTC(2028, 2, 1, 23))
    expect(await open().isGenuine(longest)).toBe(true)
    clock.set(Date.UTC(2028, 2, 2))
    expect((await open().acceptedKeys()).map(({ id }) => id)).toEqual([next.id])
    expect(await open().isGenuine(longest)).toBe(false)
    expect(await open().isGenuine(fresh)).toBe(true)
  })
})
