import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Network, networks } from './networks.ts'
import { formatTxHash, formatTxHashHex, parseTxHash } from './tx-hash.ts'

const digits = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'
const shown = (network: Network, text: string) => {
  const bytes = parseTxHash(network, text)
  return bytes && [bytes[0], formatTxHash(bytes)]
}

test("parses a hash in each network's format", () => {
  const upper = digits.toUpperCase()
  for (const network of ['BTC', 'LTC', 'DOGE', 'BCH'] as const) {
    for (const form of [digits, upper]) expect(shown(network, form)).toEqual([1, digits])
  }
  for (const network of ['TRX', 'TON'] as const) {
    for (const form of [digits, upper, `0x${digits}`]) expect(shown(network, form)).toEqual([1, digits])
  }
  for (const network of ['ETH', 'IOTEX', 'HASHKEY'] as const) {
    for (const form of [digits, upper, `0x${digits}`])
      expect(shown(network, form)).toEqual([2, `0x${digits}`])
  }
})

test('also parses TON hashes in base64', () => {
  const base64 = Buffer.from('fb'.repeat(32), 'hex').toString('base64')
  const url = base64.replaceAll('+', '-').replaceAll('/', '_')
  expect(base64).toMatch(/[+/].*=$/)
  for (const form of [base64, base64.slice(0, -1), url, url.slice(0, -1)]) {
    expect(shown('TON', form)).toEqual([1, 'fb'.repeat(32)])
  }
  expect(shown('TON', `${url.slice(0, 42)}9`)).toEqual([0, `${url.slice(0, 42)}9`])
  expect(shown('TRX', base64)).toEqual([0, base64])
})

test('parses base58 hashes on networks that use base58', () => {
  const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
  expect(shown('SOL', signature)).toEqual([3, signature])
  const digest = 'Hay2tj3GcDYcE3AMHrej5WDsHGPVAYsegcubixLUvXUF'
  expect(shown('SUI', digest)).toEqual([3, digest])
  expect(shown('SOL', digest)).toEqual([0, digest])
  expect(shown('SUI', signature)).toEqual([0, signature])
})

test('stores text unchanged if it is not a hash', () => {
  for (const network of Object.keys(networks) as Network[]) {
    for (const text of ['GENESIS_0', 'mint:17', `${digits}0`, '0X00', '~'.repeat(128)]) {
      expect(shown(network, text)).toEqual([0, text])
    }
    for (const text of ['', ' ', 'a b', 'é', `${digits}\n`, '\0', 'x'.repeat(129)]) {
      expect(parseTxHash(network, text)).toBeUndefined()
    }
  }
})

test('rejects bytes that are not a transaction identifier', () => {
  expect(() => formatTxHash(new Uint8Array())).toThrow(RangeError)
  expect(() => formatTxHash(Uint8Array.of(4, 1))).toThrow(RangeError)
})

test('parses a formatted identifier back to the same bytes', () => {
  const visible = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  })
  const network = fc.constantFrom(...(Object.keys(networks) as Network[]))
  const hash = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
  fc.assert(
    fc.property(
      network,
      fc.oneof(
        visible,
        hash,
        hash.map((text) => `0x${text}`),
      ),
      (name, text) => {
        const bytes = parseTxHash(name, text)
        if (bytes === undefined) return text === ''
        expect(parseTxHash(name, formatTxHash(bytes))).toEqual(bytes)
        expect(formatTxHashHex(Buffer.from(bytes).toString('hex'))).toBe(formatTxHash(bytes))
        return true
      },
    ),
  )
})
