import { Address } from '@ton/core'
import { UserError } from '@touchstone/common'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAccount } from './parse-account.ts'

const canonical = (chainId: string, address: string) => parseAccount({ chainId, address }).address
function refusal(chainId: string, address: string): string {
  try {
    return `accepted as ${canonical(chainId, address)}`
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    if (address.length > 10) expect(error.line).not.toContain(address.trim())
    return error.code
  }
}

test('accepts an EVM address in lower case, in capitals and with its checksum', () => {
  // The first address is the example of EIP-55.
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const lower = address.toLowerCase()
  for (const form of [address, lower, `0x${address.slice(2).toUpperCase()}`, ` ${address}\n`]) {
    expect(canonical('137', form)).toBe(lower)
  }
  expect(refusal('137', address.replace('5aA', '5Aa'))).toBe('account.checksum')
  for (const none of [
    '',
    '0x',
    lower.slice(2),
    `${lower}0`,
    lower.slice(0, -1),
    lower.replace('0x', '0X'),
    '0xg'.padEnd(42, '0'),
  ]) {
    expect(refusal('1', none)).toBe('account.malformed')
  }
})

test('accepts a Solana address of 32 base58 bytes and keeps its letter case', () => {
  const address = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  expect(canonical('solana', address)).toBe(address)
  expect(canonical('solana', '11111111111111111111111111111111')).toBe('11111111111111111111111111111111')
  for (const none of [
    '',
    address.slice(1),
    `${address}1`,
    address.replace('T', '0'),
    address.replace('T', 'l'),
    'a'.repeat(10_000),
  ]) {
    expect(refusal('solana', none)).toBe('account.malformed')
  }
})

test('expands an Aptos address to its long form', () => {
  const one = `0x${'1'.padStart(64, '0')}`
  expect(canonical('aptos-1', '0x1')).toBe(one)
  expect(canonical('aptos-2', `0x${'0'.repeat(63)}1`)).toBe(one)
  expect(canonical('aptos-1', `0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
  for (const none of ['', '1', '0x', `0x${'1'.repeat(65)}`, '0xg']) {
    expect(refusal('aptos-1', none)).toBe('account.malformed')
  }
})

test("requires the chain's prefix and a valid checksum in a Cosmos address", () => {
  // The addresses encode the bytes 0 to 19 with each prefix. The expected values come from a separate BIP-173
  // encoder written for this test.
  const neutron = 'neutron1qqqsyqcyq5rqwzqfpg9scrgwpugpzysn8fcct7'
  const sei = 'sei1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnw6qvhc'
  expect(canonical('neutron-1', neutron)).toBe(neutron)
  expect(canonical('neutron-1', neutron.toUpperCase())).toBe(neutron)
  expect(canonical('atlantic-2', sei)).toBe(sei)
  const contract = 'neutron1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0s8jevwd'
  expect(canonical('neutron-1', contract)).toBe(contract)
  expect(refusal('neutron-1', sei)).toBe('account.other-chain')
  expect(refusal('atlantic-2', neutron)).toBe('account.other-chain')
  expect(refusal('neutron-1', 'cosmos1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnrk363e')).toBe('account.other-chain')
  const tooShort = 'neutron1qqqsyqcyq5rqwzqfpg9scrgwpugpzyssf6dwy'
  const mistyped = neutron.replace(/.$/, (letter) => (letter === 'q' ? 'p' : 'q'))
  for (const none of ['', 'neutron1', tooShort, mistyped, neutron.replace('neutron', 'Neutron')]) {
    expect(refusal('neutron-1', none)).toBe('account.malformed')
  }
})

test('returns the same account for every form of a TON address and keeps the workchain', () => {
  // The raw and friendly forms of one account, from the TON documentation.
  const raw = '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e'
  const forms = [
    raw,
    raw.toUpperCase(),
    'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
    'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA',
    'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff+W72r5gqPrHF',
  ]
  for (const form of forms) expect(canonical('ton', form)).toBe(raw)
  const masterchain = new Address(-1, Buffer.alloc(32, 0x33))
  expect(canonical('ton', masterchain.toString())).toBe(`-1:${'33'.repeat(32)}`)
  expect(refusal('ton', Address.parse(raw).toString({ testOnly: true }))).toBe('account.other-chain')
  const none = [
    '',
    raw.slice(1),
    `5${raw.slice(1)}`,
    'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHG',
    `${raw}0`,
  ]
  for (const one of none) expect(refusal('ton', one)).toBe('account.malformed')
})

test('rejects an unknown chain', () => {
  for (const chain of ['', '0', '-1', '1e3', 'bitcoin', 'constructor', '9'.repeat(40)]) {
    expect(refusal(chain, '0x1')).toBe('account.unknown-chain')
  }
})

test('throws a UserError or returns an address that does not change when it is parsed again', () => {
  const chain = fc.constantFrom('137', 'solana', 'aptos-1', 'neutron-1', 'atlantic-2', 'ton')
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 1, maxLength: 64 })
  const text = fc.oneof(
    fc.string(),
    hex.map((digits) => `0x${digits}`),
    hex.map((digits) => `0:${digits}`),
  )
  fc.assert(
    fc.property(chain, text, (chainId, address) => {
      try {
        const once = canonical(chainId, address)
        expect(canonical(chainId, once)).toBe(once)
      } catch (error) {
        expect(error).toBeInstanceOf(UserError)
      }
    }),
    { numRuns: 500 },
  )
})
