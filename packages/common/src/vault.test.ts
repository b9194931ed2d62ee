import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyRing } from './key-ring.ts'
import { sealedColumn } from './sealed-column.ts'
import { createVault } from './vault.ts'

const [secret, other] = [
  'a master secret that only this test knows',
  'another master secret that only this test knows',
]
const vault = createVault(secret)
const column = sealedColumn({ table: 'person', column: 'login_sealed', row: ['svc_id'] })
const place = column.at('ann')

test('opens a sealed value, and seals equal values differently', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (plain) => {
      const sealed = vault.seal(plain, place)
      expect(vault.open(sealed, place)).toBe(plain)
      expect(vault.seal(plain, place).equals(sealed)).toBe(false)
      expect(vault.isCurrent(sealed)).toBe(true)
    }),
  )
})

test('detects a change to any byte', () => {
  const sealed = vault.seal('someone@example.com', place)
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => vault.open(changed, place)).toThrow('person.login_sealed')
  }
})

test.each([
  ['row', column.at('bob')],
  ['column', { ...place, column: 'sealed' }],
  ['table', { ...place, table: 'account' }],
  ['number of values', { ...place, row: ['ann', ''] }],
])('rejects another %s without revealing data in the error', (_, elsewhere) => {
  const open = () => vault.open(vault.seal('someone@example.com', place), elsewhere)
  expect(open).toThrow(/changed or moved/)
  expect(open).not.toThrow(/someone|ann|bob/)
})

test('does not open values or match fingerprints with another secret', () => {
  const stranger = createVault(other)
  expect(() => stranger.open(vault.seal('x', place), place)).toThrow(/secret [0-9a-f]{8}, which is not set/)
  expect(stranger.fingerprint('email', 'x').equals(vault.fingerprint('email', 'x'))).toBe(false)
})

test('returns different fingerprints for different purposes', () => {
  expect(vault.fingerprint('email', 'x').equals(vault.fingerprint('wallet', 'x'))).toBe(false)
  expect(vault.fingerprint('email', 'x').equals(vault.fingerprint('email', 'x'))).toBe(true)
})

test('seals with the current secret, opens with every secret, and keeps fingerprints unchanged', () => {
  const ring = createKeyRing([secret])
  const both = createVault(ring)
  const [before, fingerprint] = [both.seal('x', place), both.fingerprint('email', 'x')]
  const added = ring.add(other)
  expect(ring.add(other)).toBe(added)
  ring.use({ current: added, fingerprintKey: ring.fingerprintKey() })
  const after = both.seal('x', place)
  expect([both.open(before, place), both.open(after, place)]).toEqual(['x', 'x'])
  expect([both.isCurrent(before), both.isCurrent(after)]).toEqual([false, true])
  expect(createVault(other).open(after, place)).toBe('x')
  expect(both.fingerprint('email', 'x')).toEqual(fingerprint)
})

test('signs a row, and detects a changed row, a moved row and another secret', () => {
  const signed = sealedColumn({ table: 'membership', column: 'mac', row: ['id', 'role', 'at', 'ok', 'hash'] })
  const values = [1, 'viewer', new Date(5), true, Buffer.of(1)] as const
  const mac = vault.sign(signed.at(...values))
  expect(vault.isSigned(mac, signed.at(...values))).toBe(true)
  for (const [index, other] of [2, 'owner', null, false, Buffer.of(2)].entries())
    expect(vault.isSigned(mac, signed.at(...values.map((each, at) => (at === index ? other : each))))).toBe(
      false,
    )
  expect(vault.isSigned(mac, { ...signed.at(...values), table: 'member' })).toBe(false)
  for (const broken of [null, Buffer.alloc(0), Buffer.alloc(mac.length), mac.subarray(0, -1)])
    expect(vault.isSigned(broken, signed.at(...values))).toBe(false)
  expect(createVault(other).isSigned(mac, signed.at(...values))).toBe(false)
  expect(vault.isSigned(vault.sign(column.at(null)), column.at(''))).toBe(false)
  expect(vault.isSigned(vault.sign(column.at(null)), column.at('null'))).toBe(false)
})

test('keeps MACs valid when columns are added, as long as these are null', () => {
  const first = ['id', 'expires_at'] as const
  const before = sealedColumn({ table: 'api_key', column: 'mac', row: first })
  const after = sealedColumn({ table: 'api_key', column: 'mac', row: first, added: ['scopes', 'networks'] })
  expect(after.row).toEqual(['id', 'expires_at', 'scopes', 'networks'])
  for (const expiry of [null, new Date(0)]) {
    const mac = vault.sign(before.at('a', expiry))
    expect(vault.isSigned(mac, after.at('a', expiry, null, null))).toBe(true)
    expect(vault.isSigned(mac, after.at('a', expiry, ['x'], null))).toBe(false)
  }
  const rows = [
    ...[
      [null, null],
      [['x'], null],
      [null, ['x']],
      [['x'], ['x']],
      [[], null],
      [null, []],
      [['x', 'y'], null],
    ],
    ...[
      [['x,y'], null],
      [['x","y'], null],
      [['x'], ['y']],
    ],
  ] as const
  const places = rows.map(([scopes, networks]) => after.at('a', null, scopes, networks))
  for (const [index, place] of places.entries()) {
    const mac = vault.sign(place)
    expect(places.map((each) => vault.isSigned(mac, each))).toEqual(places.map((_, at) => at === index))
  }
})
