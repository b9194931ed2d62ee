import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  adviceList,
  findingsIn,
  isProse,
  passagesOf,
  proseFiles,
  sampleSentences,
} from '../scripts/prose.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

test('contains no wording that the style guide rejects', { timeout: 120_000 }, () => {
  const passages = proseFiles().flatMap((path) => passagesOf(path, readFileSync(`${root}${path}`, 'utf8')))
  const kinds = new Set(passages.map(({ kind }) => kind))
  expect(kinds).toEqual(new Set(['documentation', 'comment', 'message']))
  const findings = findingsIn(passages)
  expect(
    findings.map(({ path, line, found, write }) => `${path}:${line} "${found}": write ${write}`),
  ).toEqual([])
})

test('reports a planted sentence in documentation, comments and messages, with its line and a suggestion', () => {
  const planted = 'The score is reckoned anew.'
  const sources = {
    'page.md': `# Page\n\n${planted}\n`,
    'module.ts': `// ${planted}\nexport const a = 1\n`,
    'message.ts': `const a = 1\nexport const text = '${planted}'\n`,
    'template.ts': `const a = 1\nexport const text = \`${planted} \${a}\`\n`,
    'view.tsx': `export const View = () => <p>${planted}</p>\n`,
    'Contract.sol': `/// ${planted}\ncontract Contract {}\n`,
    'circuit.circom': `// ${planted}\ntemplate A() {}\n`,
  }
  for (const [path, source] of Object.entries(sources)) {
    const findings = findingsIn(passagesOf(path, source))
    expect(findings.map(({ found }) => found).sort(), path).toEqual(['anew', 'reckoned'])
    expect(findings[0]?.line, path).toBe(source.slice(0, source.indexOf(planted)).split('\n').length)
    expect(findings[0]?.write, path).not.toBe('')
  }
})

test.each([
  'This is no longer supported.',
  'There is no ledger.',
  'The client lies about its clock.',
  'KYT stands for know your transaction.',
  'The former Yugoslav Republic is listed.',
])('accepts the exception in "%s"', (sentence) => {
  expect(findingsIn(passagesOf('page.md', sentence))).toEqual([])
})

test('skips code in Markdown, and SQL statements', () => {
  expect(findingsIn(passagesOf('page.md', '`whoever anew reckoned`\n\n```\nreckoned anew\n```\n'))).toEqual(
    [],
  )
  expect(findingsIn(passagesOf('a-store.ts', "const q = 'select anew from table_of before'"))).toEqual([])
})

test('matches whole words only and has a suggestion for every pattern', () => {
  expect(adviceList.every(({ write }) => write.length > 0)).toBe(true)
  expect(findingsIn(passagesOf('page.md', 'Performance of uniform platforms, renewed.'))).toEqual([])
})

test('draws the same sample for the same seed, and another sample for another seed', () => {
  const passages = passagesOf(
    'page.md',
    Array.from({ length: 40 }, (_, at) => `Sentence number ${at} is here.`).join('\n\n'),
  )
  const sample = (seed: string) => sampleSentences(passages, 10, seed).map(({ text }) => text)
  expect(sample('a')).toEqual(sample('a'))
  expect(sample('a')).not.toEqual(sample('b'))
  expect(new Set(sample('a')).size).toBe(10)
})

test.each([
  '(select change from faceprint where change > … limit …)',
  'set session_replication_role = replica',
  'function kind() view returns (uint8)',
  'event RoleRevoked(bytes32 indexed role, address indexed account)',
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-14v5l3.5 2',
  '<path d="M4 10h12m-5-5 5 5-5 5"/>',
  'id,name 1,a 2,b',
  '- address: … label: …',
  "import { one } from './one.ts'",
  "default-src 'none'; style-src 'self'; frame-src …; connect-src …",
  'inc, incorporated, corp, corporation, cie, compagnie',
  '錢包 0x12 的 10 ETH 送往 Kraken',
])('leaves "%s" out of samples', (text) => {
  expect(isProse(text)).toBe(false)
  expect(sampleSentences(passagesOf('a.ts', `const a = ${JSON.stringify(text)}`), 10, '')).toEqual([])
})

test.each([
  'Each row shows the path with the highest value.',
  'delete all transfers and labels from the ledger; keeps people and merchants',
  'NODE_ENV=production needs FACEPRINT_KEYS or FACEPRINT_KEY_COMMAND.',
  'the line is not a JSON object',
  '[docs/upgrading.md] describes the upgrade policy.',
  'event handlers run in the order of registration (first come, first served)',
])('includes "%s" in samples', (text) => {
  expect(isProse(text)).toBe(true)
})

test('in a passage with markup, draws the text of each element separately', () => {
  const markup =
    '<h2>Where funds came from</h2> <p class="a">See the <a href="…">list of errors</a>.</p> <svg><path d="M1 0"/></svg>'
  const drawn = sampleSentences(passagesOf('a.ts', `const a = '${markup}'`), 10, 'a')
  expect(drawn.map(({ text }) => text).sort()).toEqual(['See the list of errors.', 'Where funds came from'])
})

test('draws no example code from a doc comment', () => {
  const source = '/** Returns the chain with this id.\n * @example\n * Call the function first. */'
  const drawn = sampleSentences(passagesOf('a.ts', source), 10, 'a')
  expect(drawn.map(({ text }) => text)).toEqual(['Returns the chain with this id.'])
})
