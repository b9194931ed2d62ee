import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '')
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const source = tracked.filter((file) => /^(apps|packages)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))

test('SQL stands only in stores, in migrations and in the storage package', () => {
  const speaksSql =
    /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|['"`]\s*(select\b[^'"`]*\bfrom\b|insert into |update \S+ set |delete from |truncate )/
  const mayHaveSql = /-store\.ts$|\/migrations\/|^packages\/storage\//
  expect(source.filter((file) => speaksSql.test(read(file)) && !mayHaveSql.test(file))).toEqual([])
})

test('the environment is read in one place', () => {
  const readers = source.filter((file) => /process\.env\b/.test(read(file)))
  expect(readers).toEqual(['packages/runtime/src/settings/read-settings.ts'])
})

test('time and randomness come from their sources', () => {
  const allowed =
    /^packages\/(common|client)\/|^packages\/runtime\/src\/data-folder\/|^apps\/server\/src\/telemetry\//
  const loose = source.filter(
    (file) => /\bDate\.now\(|\bMath\.random\b/.test(read(file)) && !allowed.test(file),
  )
  expect(loose).toEqual([])
})

test('every package says which Node it needs, and pins what it depends on', () => {
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

test('nothing is left lying about', () => {
  const words = ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', '@ts-' + 'ignore', '@ts-' + 'nocheck', 'as a' + 'ny']
  const code = tracked.filter((file) => /\.(ts|mjs|js|css)$/.test(file))
  const found = code.flatMap((file) =>
    words.filter((word) => read(file).includes(word)).map((word) => `${file}: ${word}`),
  )
  expect(found).toEqual([])
})

test('no file makes a reader scroll', () => {
  const long = tracked.filter((file) => /\.(ts|mjs)$/.test(file) && read(file).split('\n').length > 400)
  expect(long).toEqual([])
})

test.each(['kyt', 'verification'])(
  'no room of %s imports one that imports it, not even for a type',
  (name) => {
    const base = `packages/${name}/src`
    const imports = new Map<string, Set<string>>()
    for (const file of source.filter((one) => one.startsWith(`${base}/`) && one !== `${base}/index.ts`)) {
      for (const [, path = ''] of read(file).matchAll(/from '(\.[^']+)'/g)) {
        const [one, other] = neighbours(file, posix.join(posix.dirname(file), path))
        if (one !== other) imports.set(one, (imports.get(one) ?? new Set()).add(other))
      }
    }
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const room of imports.get(from) ?? []) if (!seen.has(room)) reached(room, seen.add(room))
      return seen
    }
    expect(imports.size).toBeGreaterThan(15)
    expect([...imports.keys()].filter((room) => reached(room).has(room))).toEqual([])
  },
)

/** The rooms or files, side by side in one folder, that two files lie in. */
function neighbours(file: string, other: string): [string, string] {
  const [one, two] = [file.split('/'), other.split('/')]
  const apart = one.findIndex((part, index) => part !== two[index])
  return [one.slice(0, apart + 1).join('/'), two.slice(0, apart + 1).join('/')]
}
