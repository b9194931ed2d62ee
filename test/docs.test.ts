import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCatalogue, operations } from '@touchstone/contract'
import { settingsTable } from '@touchstone/runtime'
import { expect, test } from 'vitest'
import { commandTable } from '../apps/cli/src/command-table.ts'
import { buildServer } from '../apps/server/src/build-server.ts'
import { generateDocs } from '../scripts/docs/generate.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const notOurs = ['node_modules', 'dist', 'coverage', 'results']
const documents = markdownIn('.')

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return entry.name.endsWith('.md') ? [path] : []
    return entry.isDirectory() && !entry.name.startsWith('.') && !notOurs.includes(entry.name)
      ? markdownIn(path)
      : []
  })
}

test('has up-to-date generated parts (run "npm run docs" to update them)', async () => {
  const sources = { operations, errorCatalogue, settingsTable, commandTable, buildServer, read }
  const generated = await generateDocs(sources)
  for (const { path, text } of generated) expect(read(path), path).toBe(text)
})

test('documents every error for operators and people under its code', () => {
  const anchors = anchorsOf(read('docs/errors.md'))
  const sources = ['packages', 'apps'].flatMap(sourcesIn)
  const codes = sources.flatMap((file) =>
    [...read(file).matchAll(/new (?:Operator|User)Error\(\{\s*code: '([^']+)'/g)].map(
      ([, code = '']) => code,
    ),
  )
  expect(codes.length).toBeGreaterThan(80)
  expect(codes.filter((code) => !anchors.has(code))).toEqual([])
  // Codes that the source code builds from a function argument.
  expect([...anchors]).toEqual(
    expect.arrayContaining(['list.empty', 'face.none', 'parameter.chainId', 'import_file']),
  )
})

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return notOurs.includes(entry.name) ? [] : sourcesIn(path)
    return /(?<!\.test)\.tsx?$/.test(entry.name) && path.includes('/src/') && !path.includes('/testing/')
      ? [path]
      : []
  })
}

test.each(documents)('links only to existing targets: %s', (document) => {
  const broken = linksOf(read(document)).filter((link) => !leadsSomewhere(document, link))
  expect(broken).toEqual([])
})

function linksOf(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
  return links.filter((target) => !/^[a-z]+:/.test(target))
}

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? document : relative(root, join(root, dirname(document), path))
  if (target.startsWith('..') || !existsSync(join(root, target))) return false
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(read(target)).has(anchor)
}

/** Returns the explicit anchors and the heading anchors. */
function anchorsOf(text: string): Set<string> {
  const written = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? '')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set([...written, ...headings])
}

test.each(documents)('names only existing npm scripts: %s', (document) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...read(document).matchAll(/\bnpm (?:run ([a-z][\w:-]*)|(start|test)\b)/g)]
  for (const [, script, short] of named) expect(Object.keys(scripts)).toContain(script ?? short)
})

const subCommands = commandTable.flatMap((entry) => [
  ...('run' in entry ? [entry.name] : []),
  ...(entry.commands ?? []).map(({ name }) => `${entry.name} ${name}`),
])

test.each(documents)('names only existing sub-commands of touchstone: %s', (document) => {
  for (const [, first = '', second] of read(document).matchAll(
    /npx touchstone ([a-z]+(?:-[a-z]+)*)(?: ([a-z]+(?:-[a-z]+)*))?/g,
  )) {
    expect(subCommands).toContain(subCommands.includes(first) ? first : `${first} ${second}`)
  }
})

test('lists every sub-command in docs/commands.md', () => {
  const rows = read('docs/commands.md')
  for (const command of subCommands) expect(rows).toContain(`| \`npx touchstone ${command}`)
})

test('lists every attack test in the index, and no others', () => {
  const tests = readdirSync(join(root, 'test/attacks')).filter((file) => file.endsWith('.test.ts'))
  const listed = [...read('test/attacks/README.md').matchAll(/\]\(([a-z-]+\.test\.ts)\)/g)].map(
    ([, file]) => file,
  )
  // One file can contain the tests of several attacks.
  expect([...new Set(listed)].toSorted()).toEqual(tests.toSorted())
})
