import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readPrices } from './read-prices.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let written = 0
function write(content: string | Uint8Array, name = `file-${written++}`): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const isCoin = (identifier: string) => ['BTC', 'USDT-ERC20'].includes(identifier)

async function readAll(rows: string) {
  const file = write(`coin,date,usd\n${rows}`)
  const entries = []
  for await (const { file: _, ...entry } of readPrices({ file, isCoin })) entries.push(entry)
  return entries
}

async function readUsd(usd: string) {
  const [entry] = await readAll(`BTC,2024-02-29,${usd}\n`)
  return entry && 'price' in entry ? entry.price.usdE12 : entry?.problem
}

test('reads a row as a price', async () => {
  expect(await readAll('BTC,2024-02-29,61198.38\nUSDT-ERC20,2024-03-01,1\n')).toEqual([
    { line: 2, price: { coin: 'BTC', date: '2024-02-29', usdE12: 61_198_380_000_000_000n } },
    { line: 3, price: { coin: 'USDT-ERC20', date: '2024-03-01', usdE12: 1_000_000_000_000n } },
  ])
})

test('rounds to twelve decimals, half to even', async () => {
  expect(await readUsd('0.0000000000005')).toBe(0n)
  expect(await readUsd('0.0000000000015')).toBe(2n)
  expect(await readUsd('0.0000000000025')).toBe(2n)
  expect(await readUsd('0.00000000000250000')).toBe(2n)
  expect(await readUsd('0.00000000000250001')).toBe(3n)
  expect(await readUsd('0.0000000000024999')).toBe(2n)
  expect(await readUsd('0.9999999999999')).toBe(1_000_000_000_000n)
})

test('reads every price in range exactly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 0n, max: 10n ** 21n }), async (usdE12) => {
      const digits = usdE12.toString().padStart(13, '0')
      expect(await readUsd(`${digits.slice(0, -12)}.${digits.slice(-12)}`)).toBe(usdE12)
    }),
  )
})

test('reports invalid prices', async () => {
  expect(await readUsd('-1')).toBe('usd "-1" is not a decimal number like 0.9998')
  for (const usd of ['', '1e5', 'NaN', '0x10', '1.', '.5', '1 000', '١'])
    expect(await readUsd(usd)).toContain('not a decimal')
  expect(await readUsd('1000000000')).toBe(10n ** 21n)
  expect(await readUsd('1000000000.000000000001')).toContain('too large for a price')
  expect(await readUsd('9'.repeat(30))).toContain('too large for a price')
  expect(await readUsd('9'.repeat(31))).toContain('not a decimal')
})

test('reports unknown coins, invalid dates and short rows with their line numbers', async () => {
  expect(
    await readAll('XYZ,2024-01-01,1\nBTC,2023-02-29,1\nBTC,01.02.2024,1\nBTC,2024-01-01\nBTC,2024-13-01,1\n'),
  ).toEqual([
    { line: 2, problem: 'unknown coin "XYZ"' },
    { line: 3, problem: 'date "2023-02-29" is not a valid date in the form 2025-01-31' },
    { line: 4, problem: 'date "01.02.2024" is not a valid date in the form 2025-01-31' },
    { line: 5, problem: 'expected 3 fields, found 2' },
    { line: 6, problem: 'date "2024-13-01" is not a valid date in the form 2025-01-31' },
  ])
})
