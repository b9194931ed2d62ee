import { bech32 } from '@scure/base'
import fc from 'fast-check'
import { getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { type Network, networks } from './networks.ts'
import { formatAddress, parseAddress } from './parse-address.ts'

const all = Object.keys(networks) as Network[]
const row = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const kinded = (kind: number, length: number) => row(length).map((bytes) => Uint8Array.of(kind, ...bytes))

const base58 = fc.oneof(kinded(0, 20), kinded(1, 20))
const witness = fc.oneof(
  kinded(2, 20),
  kinded(2, 32),
  kinded(3, 32),
  fc
    .tuple(fc.integer({ min: 3, max: 18 }), fc.uint8Array({ minLength: 2, maxLength: 40 }))
    .map(([kind, program]) => Uint8Array.of(kind, ...program)),
)
const cash = fc.oneof(base58, kinded(1, 32))
const tonBytes = fc.oneof(kinded(0, 32), kinded(0xff, 32))

function bytesOf(network: Network): fc.Arbitrary<Uint8Array> {
  if (network === 'BCH') return fc.oneof(cash, kinded(0xff, 32))
  if (network === 'DOGE') return fc.oneof(base58, kinded(0xff, 32))
  switch (networks[network].family) {
    case 'bitcoin':
      return fc.oneof(base58, witness, kinded(0xff, 32))
    case 'ton':
      return tonBytes
    case 'evm':
    case 'tron':
      return row(20)
    default:
      return row(32)
  }
}

test.each(all)('%s: restores the bytes from the text', (network) => {
  fc.assert(
    fc.property(bytesOf(network), (bytes) => {
      const text = formatAddress(network, bytes)
      expect(parseAddress(network, text)).toEqual({ network, text, bytes })
    }),
  )
})

test.each(all)('%s: never throws, and formats every parsed address as its canonical text', (network) => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
      const address = parseAddress(network, text)
      if (address !== undefined) expect(formatAddress(network, address.bytes)).toBe(address.text)
    }),
  )
})

const base58Letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test.each<[string, Network, fc.Arbitrary<Uint8Array>, string]>([
  ['base58check', 'BTC', base58, base58Letters],
  ['base58check', 'LTC', base58, base58Letters],
  ['base58check', 'DOGE', base58, base58Letters],
  ['base58check', 'TRX', row(20), base58Letters],
  ['bech32', 'BTC', witness, bech32Letters],
  ['bech32', 'LTC', witness, bech32Letters],
  ['cash address', 'BCH', cash, bech32Letters],
  ['friendly form', 'TON', tonBytes, base64Letters],
])('%s of %s: detects a single wrong character', (_form, network, arbitrary, letters) => {
  const change = fc.tuple(fc.nat(), fc.constantFrom(...letters))
  fc.assert(
    fc.property(arbitrary, change, (bytes, [place, letter]) => {
      const text = formatAddress(network, bytes)
      const at = place % text.length
      const changed = text.slice(0, at) + letter + text.slice(at + 1)
      if (changed !== text) expect(parseAddress(network, changed)).toBeUndefined()
    }),
    { numRuns: 500 },
  )
})

test('EIP-55: detects a letter in the wrong case', () => {
  fc.assert(
    fc.property(row(20), fc.nat(), (bytes, place) => {
      const text = formatAddress('ETH', bytes)
      const written: string = getAddress(text as Hex)
      expect(parseAddress('ETH', written)?.text).toBe(text)
      const places = [...written.matchAll(/[a-fA-F]/g)].map(({ index }) => index)
      const at = places[place % places.length] ?? 0
      const letter = written.charAt(at)
      const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
      const changed = written.slice(0, at) + other + written.slice(at + 1)
      const oneCase = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/.test(changed)
      expect(parseAddress('ETH', changed)?.text).toBe(oneCase ? text : undefined)
    }),
  )
})

test('IoTeX: parses both forms of an address as the same address', () => {
  fc.assert(
    fc.property(row(20), (bytes) => {
      const text = bech32.encode('io', bech32.toWords(bytes))
      expect(parseAddress('IOTEX', text)).toEqual(parseAddress('IOTEX', formatAddress('IOTEX', bytes)))
      expect(parseAddress('ETH', text)).toBeUndefined()
    }),
  )
})
