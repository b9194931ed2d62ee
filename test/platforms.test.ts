import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Lock, type LockEntry, lockProblems } from './support/lock-problems.ts'

const readLock = (): Lock =>
  JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))

test('locks packages that install on Linux and macOS, on x64 and arm64; "npm run lock" writes the lock file', () => {
  expect(lockProblems(readLock())).toEqual([])
})

test('has a hash for every downloaded package', () => {
  const withoutHash = Object.entries(readLock().packages)
    .filter(([path, { integrity, link }]) => path.startsWith('node_modules/') && !link && !integrity)
    .map(([path]) => path)
  expect(withoutHash).toEqual([])
})

describe('an incomplete lock file', () => {
  const entry = (lock: Lock, path: string): LockEntry => {
    const found = lock.packages[path]
    if (!found) throw new Error(`missing from the lock file: ${path}`)
    return found
  }
  test.each<[string, (lock: Lock) => void, string[]]>([
    [
      'reports a missing binary',
      ({ packages }) => delete packages['node_modules/@rolldown/binding-linux-arm64-gnu'],
      [
        'node_modules/rolldown needs @rolldown/binding-linux-arm64-gnu, which is not in the lock file',
        'node_modules/rolldown has no binary for linux arm64',
      ],
    ],
    [
      'reports a binary of another version',
      (lock) => {
        entry(lock, 'node_modules/@img/sharp-darwin-x64').version = '0.1.0'
      },
      ['node_modules/sharp needs @img/sharp-darwin-x64 0.35.5, and the lock file has 0.1.0'],
    ],
    [
      'reports a package that does not list every platform',
      (lock) => {
        const { optionalDependencies } = entry(lock, 'node_modules/@biomejs/biome')
        delete optionalDependencies?.['@biomejs/cli-darwin-arm64']
      },
      ['node_modules/@biomejs/biome has no binary for darwin arm64'],
    ],
    [
      'reports a binary that does not declare its platform',
      (lock) => {
        const binary = entry(lock, 'node_modules/@nomicfoundation/edr-linux-arm64-gnu')
        delete binary.os
        delete binary.cpu
        delete binary.libc
      },
      [
        'node_modules/@nomicfoundation/edr has no binary for linux arm64',
        'node_modules/@nomicfoundation/edr-linux-arm64-gnu does not declare its platform',
      ],
    ],
    [
      'reports a required package that supports only one architecture',
      ({ packages }) => {
        packages['node_modules/only-here'] = { version: '1.0.0', integrity: 'sha512-', cpu: ['x64'] }
      },
      [
        'node_modules/only-here cannot be installed on linux arm64',
        'node_modules/only-here cannot be installed on darwin arm64',
      ],
    ],
    [
      'reports the URL of a registry',
      (lock) => {
        entry(lock, 'node_modules/fastify').resolved = 'https://registry.example/fastify.tgz'
      },
      ['node_modules/fastify contains its download URL'],
    ],
  ])('%s', (_, change, problems) => {
    const lock = readLock()
    change(lock)
    expect(lockProblems(lock)).toEqual(problems)
  })
})
