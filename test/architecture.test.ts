import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importedBy, pathOf } from '../scripts/test-plan.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '')
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const source = tracked.filter((file) => /^(apps|packages)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))

test('uses SQL only in stores, migrations and the storage package', () => {
  const speaksSql =
    /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|['"`]\s*(select\b[^'"`]*\bfrom\b|insert into |update \S+ set |delete from |truncate )/
  const mayHaveSql = /-store\.ts$|\/migrations\/|^packages\/storage\//
  expect(source.filter((file) => speaksSql.test(read(file)) && !mayHaveSql.test(file))).toEqual([])
})

test('reads the environment in one place', () => {
  const readers = source.filter((file) => /process\.env\b/.test(read(file)))
  expect(readers).toEqual(['packages/runtime/src/settings/read-settings.ts'])
})

test('takes time and randomness only from their modules', () => {
  const allowed =
    /^packages\/(common|client)\/|^packages\/runtime\/src\/data-folder\/|^apps\/server\/src\/telemetry\//
  const loose = source.filter(
    (file) => /\bDate\.now\(|\bMath\.random\b/.test(read(file)) && !allowed.test(file),
  )
  expect(loose).toEqual([])
})

test('declares the Node version of every package and pins its dependencies', () => {
  for (const file of tracked.filter((name) => /^((apps|packages)\/[^/]+\/)?package\.json$/.test(name))) {
    const manifest = JSON.parse(read(file)) as {
      engines?: { node?: string }
      dependencies?: Record<string, string>
      devDependencies?: Record<string, string>
    }
    expect(manifest.engines?.node, file).toBe('>=20.19')
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version, `${file}: ${name}`).toMatch(/^\d+\.\d+\.\d+$/)
    }
  }
})

test('contains no unfinished notes, suppressed checks or untyped casts', () => {
  const words = ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', '@ts-' + 'ignore', '@ts-' + 'nocheck', 'as a' + 'ny']
  const code = tracked.filter((file) => /\.(ts|mjs|js|css)$/.test(file))
  const found = code.flatMap((file) =>
    words.filter((word) => read(file).includes(word)).map((word) => `${file}: ${word}`),
  )
  expect(found).toEqual([])
})

test('limits the length of files', () => {
  const long = tracked.filter((file) => /\.(ts|mjs)$/.test(file) && read(file).split('\n').length > 400)
  expect(long).toEqual([])
})

/**
 * At every level from the root of the repository to the innermost folder, compares the entries of each folder
 * with each other: subfolders with their whole content, and files individually. Imports of values and of
 * types both count. A file such as `context.ts` can be below the sibling folders that import it, and
 * `open-runtime.ts` above the folders that it imports. Tests are not compared, because they may import
 * everything. In tools, all files of a folder count as one entry: a subfolder is either above or below all
 * files of its parent.
 */
test('layers folders: no two folders import each other, directly or indirectly', () => {
  const layered = tracked.filter(
    (file) =>
      /^(apps|packages|bench|eval|scripts|test\/support)\/.*\.([cm]?[jt]s|tsx)$/.test(file) &&
      !/\.test\.[a-z]+$/.test(file),
  )
  const folderOf = new Map(
    tracked
      .filter((file) => /^(apps|packages)\/[^/]+\/package\.json$/.test(file))
      .map((file) => [(JSON.parse(read(file)) as { name: string }).name, posix.dirname(file)]),
  )
  const imports = new Map<string, Set<string>>()
  for (const file of layered) {
    for (const path of importedBy(read(file))) {
      const [name = ''] = /^@touchstone\/[^/]+/.exec(path) ?? []
      const other = pathOf(file, path) ?? folderOf.get(name)
      if (other === undefined) continue
      const [one, two] = neighbours(file, other)
      if (one !== two) imports.set(one, (imports.get(one) ?? new Set()).add(two))
    }
  }
  expect(imports.size).toBeGreaterThan(1000)
  expect([...imports.keys()].flatMap((start) => cycleFrom(start, imports) ?? [])).toEqual([])
  expect([...(imports.get('bench') ?? [])]).not.toContain('eval')
})

test('detects every form of import', () => {
  const forms = {
    './one.ts': "import { one } from './one.ts'",
    '../two.ts': "import type { Two } from '../two.ts'",
    './three.ts': "import {\n  three,\n} from './three.ts'",
    './four.css': "import './four.css'",
    './five.ts': "export * from './five.ts'",
    './six.ts': "export type { Six } from './six.ts'",
    './seven.ts': "const seven = await import('./seven.ts')",
    './eight.ts': "type Eight = typeof import(\n  './eight.ts'\n)",
    '@touchstone/nine': "import { nine } from '@touchstone/nine'",
    '#src/ten': "import { ten } from '#src/ten'",
  }
  expect(importedBy(Object.values(forms).join('\n'))).toEqual(Object.keys(forms))
})

/** Returns the two sibling entries (folders or files) that contain the two files. */
function neighbours(file: string, other: string): [string, string] {
  const [one, two] = [file.split('/'), other.split('/')]
  const apart = one.findIndex((part, index) => part !== two[index])
  const isTool = !/^(apps|packages)\//.test(file)
  const nodeOf = (parts: string[]) =>
    isTool && parts.length === apart + 1
      ? [...parts.slice(0, apart), '*'].join('/')
      : parts.slice(0, apart + 1).join('/')
  return [nodeOf(one), nodeOf(two)]
}

/** Formats the shortest import cycle through a file. */
function cycleFrom(start: string, imports: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  const chains = [[start]]
  const seen = new Set<string>()
  for (const chain of chains) {
    for (const next of imports.get(chain.at(-1) ?? start) ?? []) {
      if (next === start) return [...chain, start].join(' > ')
      if (!seen.has(next)) chains.push([...chain, next])
      seen.add(next)
    }
  }
  return undefined
}
