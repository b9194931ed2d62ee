import { getAddressInfo, Network as ValidatorNetwork } from 'bitcoin-address-validation'
import { expect, test } from 'vitest'
import { type Network, networks } from './networks.ts'
import { formatAddress, parseAddress } from './parse-address.ts'

const hex = (network: Network, text: string) => {
  const address = parseAddress(network, text)
  return address && Buffer.from(address.bytes).toString('hex')
}
const canonical = (network: Network, text: string) => parseAddress(network, text)?.text

const keyHash = '751e76e8199196d454941c45d1b3a323f1433bd6'
const zeros = '0'.repeat(64)

test.each([
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '0062e907b15cbf27d5425399ebf6f0fb50ebb88f18'],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', '01e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', `02${keyHash}`],
  [
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    '021863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', `03${keyHash}${keyHash}`],
  ['BC1SW50QGDZ25J', '12751e'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '04751e76e8199196d454941c45d1b3a323'],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  ['bc1pfeessrawgf', '034e73'],
  [`script:${zeros}`, `ff${zeros}`],
])('BTC: parses %s', (text, bytes) => {
  expect(hex('BTC', text)).toBe(bytes)
  expect(formatAddress('BTC', Buffer.from(bytes, 'hex'))).toBe(canonical('BTC', text))
})

test.each([
  ['another prefix', 'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty'],
  ['another prefix, bech32m', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut'],
  ['checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['bech32 for version 1', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['bech32 for version 16', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL'],
  ['bech32m for version 0', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
  ['letter outside the alphabet', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
  ['version 17', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
  ['program of one byte', 'bc1pw5dgrnzv'],
  ['program of 41 bytes', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav'],
  ['wrong program length for version 0', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
  ['more than four bits of zero padding', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf'],
  ['no data', 'bc1gmk9yu'],
  ['mixed case', 'bc1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['mixed case in the prefix', 'Bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [
    'outdated bech32 test vector for version 1',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
  ],
  ['outdated bech32 test vector for version 16', 'BC1SW50QA3JX3S'],
  ['test network, witness', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['test network, key', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['test network, script', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ['Litecoin', 'LQTpS3VaYTjCr4s9Y1t5zbeY26zevf7Fb3'],
  ['a script owner without a hash', 'script:'],
  ['a script owner with an upper-case hash', `script:${'A'.repeat(64)}`],
])('BTC: rejects %s', (_why, text) => {
  expect(parseAddress('BTC', text)).toBeUndefined()
})

test('agrees with another Bitcoin address validator', () => {
  const texts = [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ]
  for (const text of texts) {
    expect(getAddressInfo(text).network).toBe(ValidatorNetwork.mainnet)
    expect(canonical('BTC', text)).toBe(text)
  }
})

test('LTC: parses both forms of a script address', () => {
  const written = '3MSvaVbVFFLML86rt5eqgA9SvW23upaXdY'
  expect(canonical('LTC', written)).toBe('MTf4tP1TCNBn8dNkyxeBVoPrFCcVzxJvvh')
  expect(canonical('LTC', 'MTf4tP1TCNBn8dNkyxeBVoPrFCcVzxJvvh')).toBe('MTf4tP1TCNBn8dNkyxeBVoPrFCcVzxJvvh')
  expect(hex('LTC', written)).toBe(hex('BTC', written))
  expect(hex('LTC', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1')?.slice(0, 2)).toBe('00')
  expect(hex('LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9')).toBe(`02${keyHash}`)
  expect(parseAddress('LTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBeUndefined()
  expect(parseAddress('LTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBeUndefined()
})

test('DOGE', () => {
  expect(canonical('DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L')).toBe('DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L')
  const script = formatAddress('DOGE', Buffer.from(`01${keyHash}`, 'hex'))
  expect(script).toMatch(/^[A9]/)
  expect(hex('DOGE', script)).toBe(`01${keyHash}`)
  expect(() => formatAddress('DOGE', Buffer.from(`02${keyHash}`, 'hex'))).toThrow(RangeError)
})

test.each([
  ['1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['1KXrWXciRDZUpQwQmuM1DbwsKDLYAYsVLR', 'qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy'],
  ['16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb', 'qqq3728yw0y47sqn6l2na30mcw6zm78dzqre909m2r'],
  ['3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
  ['3LDsS579y7sruadqu11beEJoTjdFiFCdX4', 'pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e'],
  ['31nwvkZwyPdgzjBJZXfDmSWsC4ZLKpYyUw', 'pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37'],
])('BCH: writes %s as %s', (legacy, cash) => {
  const text = `bitcoincash:${cash}`
  const forms = [legacy, cash, text, cash.toUpperCase(), text.toUpperCase()]
  expect(forms.map((form) => canonical('BCH', form))).toEqual(forms.map(() => text))
  expect(forms.map((form) => hex('BCH', form))).toEqual(forms.map(() => hex('BTC', legacy)))
})

test("BCH: matches the specification's test vector", () => {
  const text = 'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2'
  expect(hex('BCH', text)).toBe('00f5bf48b397dae70be82b3cca4793f8eb2b6cdac9')
})

test('BCH: parses a token address as the address that it pays to', () => {
  const plain = 'bitcoincash:qr7fzmep8g7h7ymfxy74lgc0v950j3r2959lhtxxsl'
  expect(canonical('BCH', 'bitcoincash:zr7fzmep8g7h7ymfxy74lgc0v950j3r295z4y4gq0v')).toBe(plain)
  expect(canonical('BCH', plain)).toBe(plain)
})

test('BCH: parses script addresses with a 32-byte hash', () => {
  const bytes = Buffer.from(`01${'ab'.repeat(32)}`, 'hex')
  expect(hex('BCH', formatAddress('BCH', bytes))).toBe(bytes.toString('hex'))
  expect(() => formatAddress('BCH', Buffer.from(`00${'ab'.repeat(32)}`, 'hex'))).toThrow(RangeError)
})

test.each([
  ['test network', 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t'],
  ['test network address without its prefix', 'pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t'],
  ['mixed case', 'bitcoincash:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A'],
  ['two prefixes', 'bitcoincash:bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['prefix alone', 'bitcoincash:'],
  ['witness', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
])('BCH: rejects %s', (_why, text) => {
  expect(parseAddress('BCH', text)).toBeUndefined()
})

test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
])('EVM: parses %s', (text) => {
  const lower = text.toLowerCase()
  for (const form of [text, lower, `0x${text.slice(2).toUpperCase()}`]) {
    expect(canonical('ETH', form)).toBe(lower)
    expect(hex('BASE', form)).toBe(lower.slice(2))
  }
})

test.each([
  ['wrong case', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
  ['upper prefix', '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['no prefix', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['too short', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
  ['too long', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed0'],
  ['non-hexadecimal digit', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg'],
  ['ICAP', 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS'],
  ['IoTeX', 'io1emxf8zzqckhgjde6dqd97ts0y3q496gm3fdrl6'],
])('EVM: rejects %s', (_why, text) => {
  expect(parseAddress('ETH', text)).toBeUndefined()
})

test('IoTeX: parses both forms of an address', () => {
  const text = 'io1emxf8zzqckhgjde6dqd97ts0y3q496gm3fdrl6'
  const same = '0xcecc938840c5ae89373a681a5f2e0f244152e91b'
  for (const form of [text, text.toUpperCase(), same]) expect(canonical('IOTEX', form)).toBe(same)
  expect(parseAddress('IOTEX', `${text.slice(0, -1)}7`)).toBeUndefined()
})

test('TRX', () => {
  const text = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const digits = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'
  expect(hex('TRX', text)).toBe(digits)
  for (const form of [text, `41${digits}`, `41${digits.toUpperCase()}`])
    expect(canonical('TRX', form)).toBe(text)
  for (const form of [
    `0x41${digits}`,
    `0x${digits}`,
    digits,
    `42${digits}`,
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  ]) {
    expect(parseAddress('TRX', form)).toBeUndefined()
  }
})

test('SOL', () => {
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  expect(canonical('SOL', usdc)).toBe(usdc)
  expect(hex('SOL', '1'.repeat(32))).toBe(zeros)
  for (const form of [`${usdc}1`, `0${usdc.slice(1)}`, '1'.repeat(33), 'z'.repeat(44)]) {
    expect(parseAddress('SOL', form)).toBeUndefined()
  }
})

test('TON: parses all forms of an address as the same address', () => {
  const text = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'
  const digits = 'b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe'
  const forms = [
    text,
    'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id/sDs',
    'UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_p0p',
    `0:${digits}`,
    `0:${digits.toUpperCase()}`,
  ]
  expect(forms.map((form) => canonical('TON', form))).toEqual(forms.map(() => text))
  expect(forms.map((form) => hex('TON', form))).toEqual(forms.map(() => `00${digits}`))
  const elector = 'Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF'
  expect(canonical('TON', `-1:${'3'.repeat(64)}`)).toBe(elector)
  expect(hex('TON', elector)).toBe(`ff${'3'.repeat(64)}`)
})

test.each([
  ['test network', 'kQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_ntm'],
  ['checksum', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDt'],
  ['another workchain', `1:${zeros}`],
  ['a sign', `+0:${zeros}`],
  ['a number with trailing text', `0x:${zeros}`],
  ['too short', `0:${zeros.slice(1)}`],
  ['no workchain', zeros],
])('TON: rejects %s', (_why, text) => {
  expect(parseAddress('TON', text)).toBeUndefined()
})

test('SUI', () => {
  expect(canonical('SUI', '0x2')).toBe(`0x${'0'.repeat(63)}2`)
  expect(canonical('SUI', `0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
  for (const form of ['0x', '2', `0x${'a'.repeat(65)}`, '0x2::sui::SUI', '0X2']) {
    expect(parseAddress('SUI', form)).toBeUndefined()
  }
})

const sample: Record<string, string> = {
  bitcoin: `script:${zeros}`,
  evm: '0xde709f2102306220921060314715629080e2fb77',
  tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  ton: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
  sui: '0x2',
}

test.each(Object.keys(networks) as Network[])(
  '%s: rejects empty text, surrounding whitespace, and bytes of the wrong length',
  (network) => {
    const text = sample[networks[network].family] ?? ''
    expect(parseAddress(network, text)?.network).toBe(network)
    for (const form of ['', ' ', ` ${text}`, `${text} `, `${text}\n`, `${text}\0`]) {
      expect(parseAddress(network, form)).toBeUndefined()
    }
    for (const length of [0, 1, 19, 34, 64]) {
      expect(() => formatAddress(network, new Uint8Array(length).fill(0x80))).toThrow(RangeError)
    }
  },
)
