import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { afterAll, describe, expect, test } from 'vitest'
import { readSdnAddresses as readSdn } from '../../../../runtime/src/lists/read-sdn-addresses.ts'
import { builtinSanctions, builtinSanctionsSource } from '../builtin/source.ts'
import { evmNetworks } from '../evm-networks.ts'
import type { LabelSource } from '../label-source.ts'
import { openOfac } from './source.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

async function readAll(sources: readonly LabelSource[]) {
  const entries = []
  for (const source of sources) {
    for await (const { file: _, ...entry } of source.entries()) entries.push(entry)
  }
  return entries
}

const bitcoin = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h'
const tron = 'TUCsTq7TofTCJRRoHk6RvhMoS2mJLm5Yzq'
const ethereum = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'

const name = (status: number, ...parts: string[]) =>
  `<DocumentedName DocNameStatusID="${status}">${parts
    .map((part) => `<DocumentedNamePart><NamePartValue>${part}</NamePartValue></DocumentedNamePart>`)
    .join('')}</DocumentedName>`

const feature = (type: number, value: string) =>
  `<Feature FeatureTypeID="${type}"><FeatureVersion><Comment /><VersionDetail DetailTypeID="1432">${value}</VersionDetail></FeatureVersion></Feature>\n`

let partyCount = 0
const party = (names: string, features: string) =>
  `<DistinctParty FixedRef="${++partyCount}"><Profile ID="${partyCount}"><Identity Primary="true"><Alias Primary="true">${names}</Alias><Alias Primary="false">${name(2, 'Alias')}</Alias></Identity>\n${features}</Profile></DistinctParty>\n`

function makeList(parties: string, end = '</DistinctParties></Sanctions>'): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://example.org/ADVANCED_XML">
<DateOfIssue CalendarTypeID="1"><Year>2025</Year><Month>3</Month><Day>7</Day></DateOfIssue>
<ReferenceValueSets><FeatureTypeValues>
<FeatureType ID="8">Birthdate</FeatureType>
<FeatureType ID="344">Digital Currency Address - XBT</FeatureType>
<FeatureType ID="345">Digital Currency Address - ETH</FeatureType>
<FeatureType ID="444">Digital Currency Address - XMR</FeatureType>
<FeatureType ID="887">Digital Currency Address - USDT</FeatureType>
</FeatureTypeValues></ReferenceValueSets>
<DistinctParties>\n${parties}${end}`
}

test("reads the list's addresses with each party's primary name", async () => {
  const list = makeList(
    party(name(1, 'YAN', 'Xiaobing') + name(2, '颜', '晓兵'), feature(8, '1977') + feature(344, bitcoin)) +
      party(name(1, 'A &amp; B'), feature(344, ` ${bitcoin}\n`) + feature(887, tron) + feature(444, '8ANG')),
  )
  const sources = await openOfac({ readSdn, path: write('sdn.xml', list) })
  expect(sources).toMatchObject([{ name: 'ofac/sdn', version: '2025-03-07' }])
  const label = { address: bitcoin, category: 'sanctioned', incident: '', confidence: 100, network: 'BTC' }
  expect(await readAll(sources)).toMatchObject([
    { label: { ...label, entity: 'YAN Xiaobing', label: 'OFAC SDN: YAN Xiaobing' } },
    { label: { ...label, entity: 'A & B', label: 'OFAC SDN: A & B' } },
    { label: { network: 'TRX', address: tron, entity: 'A & B' } },
    { skipped: 'unsupported currency "XMR"' },
  ])
})

test('labels an EVM address once on every network in the family', async () => {
  const list = makeList(party(name(1, 'X'), feature(345, ethereum) + feature(887, ethereum.toLowerCase())))
  const entries = await readAll(await openOfac({ readSdn, path: write('evm.xml', list) }))
  const found = entries.map((entry) => 'label' in entry && entry.label.network)
  expect(found).toEqual(evmNetworks)
  expect(evmNetworks.length).toBeGreaterThan(5)
})

test('recognises an address that is listed under the wrong currency, and reports an invalid address', async () => {
  const list = makeList(party(name(1, 'X'), feature(344, tron) + feature(344, 'nonsense')))
  expect(await readAll(await openOfac({ readSdn, path: write('slip.xml', list) }))).toMatchObject([
    { label: { network: 'TRX', address: tron } },
    { problem: '"nonsense" is not a valid BTC address' },
  ])
})

test.each([
  ['cut off', makeList(party(name(1, 'X'), feature(344, bitcoin)), ''), 'ends too early'],
  ['broken', makeList('<DistinctParty></Wrong>'), 'not well-formed'],
  ['an unknown entity', makeList(party(name(1, '&boom;'), feature(344, bitcoin))), 'not well-formed'],
  ['an endless text', makeList(`<DistinctParty>${'x'.repeat(3_000_000)}`), 'too large'],
  ['an endless tag', makeList(`<DistinctParty a="${'x'.repeat(3_000_000)}`), 'too large'],
])('rejects a list with %s', async (_, text, what) => {
  const path = write('bad.xml', text)
  const error = await openOfac({ readSdn, path })
    .then(readAll)
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OperatorError)
  expect(String(error)).toContain(what)
})

test('rejects other XML files at their first element', async () => {
  const html = write('other.xml', '<html><body/></html>')
  await expect(openOfac({ readSdn, path: html })).rejects.toThrow(
    `${html}: The file is not in the specified list format`,
  )
  await expect(openOfac({ readSdn, path: write('none.xml', '') })).rejects.toThrow(OperatorError)
  const dateless = write('dateless.xml', makeList(party(name(1, 'X'), '')).replace(/<DateOfIssue.*/, ''))
  await expect(openOfac({ readSdn, path: dateless })).rejects.toThrow('date of issue')
})

test("takes a plain list's currency from its file name", async () => {
  const path = write('sanctioned_addresses_XBT.txt', `${bitcoin}\r\n\r\nnonsense\n`)
  const sources = await openOfac({ readSdn, path })
  expect(sources).toMatchObject([{ name: 'ofac/sanctioned_addresses_XBT' }])
  expect(await readAll(sources)).toMatchObject([
    { line: 1, label: { network: 'BTC', address: bitcoin, entity: '', label: 'OFAC SDN' } },
    { line: 3, problem: '"nonsense" is not a valid BTC address' },
  ])
  const nameless = await openOfac({ readSdn, path: write('list.txt', bitcoin) })
  await expect(readAll(nameless)).rejects.toThrow('does not contain the currency')
})

describe('The built-in list', () => {
  const labels = [...builtinSanctions()]

  test('contains sanctioned addresses on several networks', () => {
    expect(labels.length).toBeGreaterThan(1_400)
    for (const label of labels) expect(label).toMatchObject({ category: 'sanctioned', confidence: 100 })
    const found = new Set(labels.map((label) => label.network))
    expect([...found]).toEqual(expect.arrayContaining(['BTC', 'LTC', 'BCH', 'TRX', 'SOL', ...evmNetworks]))
    expect(labels).toContainEqual(
      expect.objectContaining({ network: 'BTC', address: bitcoin, entity: 'YAN Xiaobing' }),
    )
  })

  test('is replaced by an imported OFAC list', () => {
    expect(builtinSanctionsSource).toMatchObject({ name: 'ofac/sdn', version: '2025-11-19' })
  })
})
