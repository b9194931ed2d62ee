import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { LabelSource } from '../label-source.ts'
import { openTagpacks } from './source.ts'

const base = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

let made = 0
function makeFolder(files: Record<string, string>): string {
  const folder = join(base, `folder-${made++}`)
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

async function readAll(sources: readonly LabelSource[]) {
  const entries = []
  for (const source of sources) {
    for await (const { file: _, ...entry } of source.entries()) entries.push(entry)
  }
  return entries
}

async function readTags(text: string, actors = '') {
  const files: Record<string, string> = { 'pack.yaml': text }
  if (actors !== '') files['all.actorpack.yaml'] = actors
  return readAll(await openTagpacks({ path: makeFolder(files) }))
}

const bitcoin = '1NDyJtNTjmwk5xPNhjgAMu4HDHigtobu1s'
const ethereum = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'
const header = 'title: A pack\ncurrency: BTC\nlabel: Someone\nconfidence: forensic\ntags:\n'

test('takes missing fields of a tag from the header', async () => {
  const tags = `${header}- address: ${bitcoin}\n- address: '${ethereum}'\n  currency: ETH \n  label: 'Someone: else'\n  abuse: phishing\n  confidence: web_crawl\n`
  expect(await readTags(tags)).toEqual([
    {
      line: 6,
      label: {
        network: 'BTC',
        address: bitcoin,
        entity: 'Someone',
        label: 'Someone',
        category: 'wallet',
        incident: '',
        confidence: 50,
      },
    },
    {
      line: 7,
      label: {
        network: 'ETH',
        address: ethereum.toLowerCase(),
        entity: 'Someone',
        label: 'Someone: else',
        category: 'phishing',
        incident: '',
        confidence: 20,
      },
    },
  ])
})

test("uses the actor's name, and the actor's category if the tag has no category", async () => {
  const actors = `title: Actors\nactors:\n- id: kraken\n  label: Kraken\n  categories:\n  - organization\n  - exchange\n  context:\n    refs:\n    - x\n- id: sushi\n  label: Sushiswap\n  categories: [defi_dex, exchange]\n`
  const entries = await readTags(
    `${header}- address: ${bitcoin}\n  actor: kraken\n- address: ${bitcoin}\n  actor: kraken\n  abuse: service_hack\n  label: Kraken hacker 7\n- address: ${bitcoin}\n  actor: sushi\n- address: ${bitcoin}\n  actor: stranger\n`,
    actors,
  )
  expect(entries).toMatchObject([
    { label: { entity: 'Kraken', label: 'Someone', category: 'exchange' } },
    { label: { entity: 'Kraken', category: 'theft', incident: 'Kraken hacker' } },
    { label: { entity: 'Sushiswap', category: 'dex' } },
    { label: { entity: 'Someone', category: 'wallet' } },
  ])
})

test('maps concepts to categories and selects the most significant category', async () => {
  const tag = (lines: string) => `- address: ${bitcoin}\n${lines}\n`
  const entries = await readTags(
    header +
      tag('  category: mixing_service') +
      tag('  category: user\n  abuse: sanction') +
      tag('  concepts:\n  - exchange\n  - ransomware') +
      tag('  category: something_new'),
  )
  expect(entries.map((entry) => 'label' in entry && entry.label.category)).toEqual([
    'mixer',
    'sanctioned',
    'ransom',
    'wallet',
  ])
})

test('skips unsupported tags and reports invalid ones', async () => {
  const tags = [
    `- address: rGeyCsqc6vKXuyTGF39WJxmTRemoV3c97h\n  currency: XRP\n`,
    `- address: '0x0000000000000000000000000000000000000000'\n  currency: ETH\n`,
    `- tx_hash: abc\n`,
    `- address: ${bitcoin}x\n`,
    `- label: nobody\n`,
    `- address: ${bitcoin}\n  label: "a\\u0007b"\n`,
    `- address: ${bitcoin}\n  label: ${'x'.repeat(300)}\n`,
    `- address: ${bitcoin}\n  tag_type: mention\n`,
    `- address: TUCsTq7TofTCJRRoHk6RvhMoS2mJLm5Yzq\n  currency: USDT\n`,
    `- address: kucoinrise11\n  currency: USDT\n`,
    `- only text\n`,
  ]
  expect(await readTags(header + tags.join(''))).toMatchObject([
    { line: 6, skipped: 'unsupported network "XRP"' },
    { skipped: 'the zero address has no owner' },
    { skipped: 'the tag describes a transaction instead of an address' },
    { problem: `"${bitcoin}x" is not a valid BTC address` },
    { problem: 'the tag has no address' },
    { problem: "the tag's label has control characters" },
    { problem: "the tag's label is longer than 256 characters" },
    { skipped: 'the tag only mentions the address' },
    { label: { network: 'TRX' } },
    { skipped: 'USDT on an unsupported network' },
    { problem: 'the tag is not a list of fields' },
  ])
})

test('reports a pack without a currency or a label', async () => {
  expect(
    await readTags(`title: x\ntags:\n- address: ${bitcoin}\n- address: ${bitcoin}\n  currency: BTC\n`),
  ).toMatchObject([{ problem: 'the tag has no currency' }, { problem: 'the tag has no label' }])
})

test('opens each pack as a separate source, named after its file and versioned by its content', async () => {
  const pack = `lastmod: 2023-01-05\n${header}- address: ${bitcoin}\n`
  const open = async (files: Record<string, string>) => openTagpacks({ path: makeFolder(files) })
  const [first, second] = await open({ 'a.yaml': pack, 'b.yml': pack })
  expect(first).toMatchObject({ name: 'tagpack/a', title: 'A pack' })
  expect(second?.name).toBe('tagpack/b')
  expect(first?.version).toMatch(/^2023-01-05\+[0-9a-f]{16}$/)
  expect(second?.version).toBe(first?.version)
  const [changed] = await open({ 'a.yaml': `${pack}- address: ${bitcoin}\n` })
  expect(changed?.version).not.toBe(first?.version)
  const [named] = await open({ 'a.yaml': pack, 'x.actorpack.yaml': 'actors:\n- id: a\n' })
  expect(named?.version).not.toBe(first?.version)
})

test('finds the actors in the folder of a single pack', async () => {
  const folder = makeFolder({
    'a.yaml': `${header}- address: ${bitcoin}\n  actor: k\n`,
    'x.actorpack.yaml': 'actors:\n- id: k\n  label: Kraken\n',
  })
  const sources = await openTagpacks({ path: join(folder, 'a.yaml') })
  expect(sources.map((source) => source.name)).toEqual(['tagpack/a'])
  expect(await readAll(sources)).toMatchObject([{ label: { entity: 'Kraken' } }])
  await expect(openTagpacks({ path: makeFolder({ 'x.txt': '' }) })).rejects.toThrow('contains no TagPack')
})
