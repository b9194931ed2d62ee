import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson, parseLargeIntegers, toUnits } from './exact-json.ts'

test('preserves every amount exactly', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 20n), (units) => {
      const text = units.toString().padStart(9, '0')
      const decimal = `${text.slice(0, -8)}.${text.slice(-8)}`
      const read = parseExactJson(`{"a":[{"value" : ${decimal},"n":1}],"value":${units}}`) as {
        a: { value: string; n: number }[]
        value: string
      }
      expect(toUnits(read.a[0]?.value, 8)).toBe(units)
      expect(read.a[0]?.n).toBe(1)
      expect(toUnits(read.value, 0)).toBe(units)
    }),
  )
})

test('keeps text that looks like an amount as text', () => {
  const text = '{"asm":"\\"value\\": 5","value":"6","x":{"value":null},"y\\"value":7}'
  expect(parseExactJson(text)).toEqual({ asm: '"value": 5', value: '6', x: { value: null }, 'y"value': '7' })
})

test('parses decimals in every notation', () => {
  expect(toUnits('1e-8', 8)).toBe(1n)
  expect(toUnits('5E+1', 8)).toBe(5_000_000_000n)
  expect(toUnits('-0.5', 1)).toBe(-5n)
  expect(toUnits('5.0', 0)).toBe(5n)
  for (const wrong of ['0.000000001', '', '.', '1e', 'NaN', '1e999', '0x1', ' 1', 5, null, undefined]) {
    expect(toUnits(wrong, 8)).toBeUndefined()
  }
})

test('returns integers above 2^53 as text, whatever their key, and changes no other value', () => {
  const text =
    '{"a":[9007199254740993,-9007199254740993,9007199254740991,12],"b":[1.5,0.1234567890123456789,1e20],"c":"x \\" 9007199254740993"}'
  expect(parseLargeIntegers(text)).toEqual({
    a: ['9007199254740993', '-9007199254740993', 9007199254740991, 12],
    b: [1.5, 0.12345678901234568, 1e20],
    c: 'x " 9007199254740993',
  })
  expect(parseLargeIntegers('"12345678901234567890"')).toBe('12345678901234567890')
  expect(() => parseLargeIntegers('{"a":9007199254740993')).toThrow()
})
