import { expect, test } from 'vitest'
import { parseAddress } from '../../addresses/parse-address.ts'
import { ownerOfOutput } from './owner-of-output.ts'

const genesisKey =
  '04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f'
const odd = '204e0000c93ad870ee0ca407cdc17ddc61c71b12906ad1fa476a9b56'

test('returns the address in its canonical form', () => {
  const addresses = ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4']
  expect(ownerOfOutput({ network: 'BTC', addresses })).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
})

test("returns the key's address for a pay-to-key script", () => {
  const owner = (network: 'BTC' | 'DOGE' | 'BCH', script: string) =>
    ownerOfOutput({ network, addresses: [], script })
  expect(owner('BTC', `41${genesisKey}ac`)).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
  expect(owner('DOGE', '210245177fc121518d812eeb3afbc746afa9e3a1a589b617f028a75c6089b846685eac')).toBe(
    'DPsvwvYRgt66ntxno9mMuBfwhg9nAMmGrD',
  )
  expect(owner('BCH', `41${genesisKey}ac`)).toBe('bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy')
})

test('returns the same owner for a script without an address as for its bitcoin-etl placeholder', () => {
  const fromScript = ownerOfOutput({ network: 'BTC', addresses: [], script: odd })
  const fromEtl = ownerOfOutput({
    network: 'BTC',
    addresses: ['nonstandard0cbd12ed8f1b1d8979f7f50d5083e9f21b7f5f78'],
  })
  expect(fromScript).toBe(fromEtl)
  expect(parseAddress('BTC', fromScript ?? '')?.text).toBe(fromScript)
})

test('returns the same owner for several addresses in any order', () => {
  const one = ownerOfOutput({ network: 'BTC', addresses: ['b', 'a'], script: odd })
  expect(one).toBe(ownerOfOutput({ network: 'BTC', addresses: ['a', 'b'] }))
  expect(one).toMatch(/^script:[0-9a-f]{64}$/)
})

test('returns no owner if the output has neither an address nor a script', () => {
  expect(ownerOfOutput({ network: 'BTC', addresses: [] })).toBeUndefined()
  expect(ownerOfOutput({ network: 'BTC', addresses: ['DPsvwvYRgt66ntxno9mMuBfwhg9nAMmGrD'] })).toBeUndefined()
  expect(ownerOfOutput({ network: 'BTC', addresses: [], script: 'xyz' })).toBeUndefined()
})
