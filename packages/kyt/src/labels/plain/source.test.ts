import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { categories } from '../categories.ts'
import { openPlainLabels } from './source.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const header = 'network,address,entity,label,category,incident,source,confidence\n'
const bitcoin = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h'

async function readAll(content: string) {
  const path = join(folder, 'labels.csv')
  writeFileSync(path, content)
  const [source] = await openPlainLabels({ path })
  const entries = []
  if (source) for await (const { file: _, ...entry } of source.entries()) entries.push(entry)
  return { source, entries }
}

async function readRow(row: string) {
  const { entries } = await readAll(`${header}${row}\n`)
  return entries[0]
}

test('reads each row as a label, and uses the source that the row names', async () => {
  const { source, entries } = await readAll(
    `${header}ETH,0x098B716B8Aaf21512996dC57EB0615e2383E2f96,"Ronin, the thief",Exploiter,theft,Ronin bridge,press,90\r\nBTC, ${bitcoin} ,Kraken,,exchange,,,\r\n`,
  )
  expect(source).toMatchObject({ name: 'labels.csv', version: expect.stringMatching(/^[0-9a-f]{16}$/) })
  expect(entries).toEqual([
    {
      line: 2,
      source: 'press',
      label: {
        network: 'ETH',
        address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
        entity: 'Ronin, the thief',
        label: 'Exploiter',
        category: 'theft',
        incident: 'Ronin bridge',
        confidence: 90,
      },
    },
    {
      line: 3,
      label: {
        network: 'BTC',
        address: bitcoin,
        entity: 'Kraken',
        label: 'Kraken',
        category: 'exchange',
        incident: '',
        confidence: 50,
      },
    },
  ])
})

test.each([
  ['0', 0],
  ['100', 100],
  ['0.9', 90],
  ['.25', 25],
  ['1.0', 100],
])('reads the confidence %s as %i', async (text, confidence) => {
  expect(await readRow(`BTC,${bitcoin},A,,mixer,,,${text}`)).toMatchObject({ label: { confidence } })
})

test.each(categories)('accepts the category %s', async (category) => {
  expect(await readRow(`BTC,${bitcoin},A,,${category},,,`)).toMatchObject({ label: { category } })
})

test.each([
  ['XRP,rGeyCsqc6vKXuyTGF39WJxmTRemoV3c97h,A,,wallet,,,', /^unknown network "XRP"; use one of BTC, .*SUI$/],
  [`btc,${bitcoin},A,,wallet,,,`, /^unknown network "btc"/],
  [`toString,${bitcoin},A,,wallet,,,`, /^unknown network/],
  [`ETH,${bitcoin},A,,wallet,,,`, /is not a valid ETH address$/],
  [`BTC,${bitcoin}x,A,,wallet,,,`, /is not a valid BTC address$/],
  ['BTC,,A,,wallet,,,', /^"" is not a valid BTC address$/],
  [`BTC,${bitcoin},A,,Mixer,,,`, /^unknown category "Mixer"; use one of sanctioned, .*, twitter$/],
  [`BTC,${bitcoin},,,mixer,,,`, /^entity and label are both empty$/],
  [`BTC,${bitcoin},A,,mixer,,,101`, /^confidence "101" is neither a whole number from 0 to 100 nor/],
  [`BTC,${bitcoin},A,,mixer,,,1.5`, /^confidence "1\.5" is neither/],
  [`BTC,${bitcoin},A,,mixer,,,-1`, /^confidence "-1" is neither/],
  [`BTC,${bitcoin},${'x'.repeat(257)},,mixer,,,`, /^entity is longer than 256 characters$/],
  [`BTC,${bitcoin},A,x\u0000y,mixer,,,`, /^label has control characters$/],
  [`BTC,${bitcoin},A,,mixer,x\u001b[2Jy,,`, /^incident has control characters$/],
  [`BTC,${bitcoin},A,,mixer,,x\u202ey,`, /^source has characters that change the text direction$/],
  [`BTC,${bitcoin},A`, /^expected 8 fields, found 3$/],
  [`BTC,${bitcoin},"A,,mixer,,,`, /^a quoted field is not closed/],
])('reports an invalid row with its line number: %s', async (row, problem) => {
  expect(await readRow(row)).toEqual({ line: 2, problem: expect.stringMatching(problem) })
})

test('reports text that is not UTF-8', async () => {
  const path = join(folder, 'latin.csv')
  writeFileSync(path, Buffer.from(`${header}BTC,${bitcoin},Caf\u00e9,,wallet,,,\n`, 'latin1'))
  const [source] = await openPlainLabels({ path })
  const entries = []
  if (source) for await (const entry of source.entries()) entries.push(entry)
  expect(entries).toEqual([{ file: path, line: 2, problem: 'entity is not valid UTF-8' }])
})

test('rejects a different header', async () => {
  await expect(readAll('address,network,entity,label,category,incident,source,confidence\n')).rejects.toThrow(
    'expected the header "network,address,entity,label,category,incident,source,confidence"',
  )
})
