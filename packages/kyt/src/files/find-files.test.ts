import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { afterAll, expect, test } from 'vitest'
import { findFiles } from './find-files.ts'
import { sha256OfFile } from './sha256-of-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'inner'))
for (const name of ['b.txt', 'a.txt', '.hidden.txt', 'a.csv', 'inner/c.txt'])
  writeFileSync(join(folder, name), 'abc')
const isWanted = (name: string) => name.endsWith('.txt')

test("returns a folder's matching files in name order", async () => {
  const all = ['a.txt', 'b.txt', 'inner/c.txt'].map((name) => join(folder, name))
  expect(await findFiles({ path: folder, isWanted })).toEqual(all)
  expect(await findFiles({ path: folder, isWanted, deep: false })).toEqual(all.slice(0, 2))
})

test("accepts a path to a single file regardless of the file's name", async () => {
  const path = join(folder, 'a.csv')
  expect(await findFiles({ path, isWanted })).toEqual([path])
})

test('reports the path of a missing file', async () => {
  const path = join(folder, 'missing')
  const error = await findFiles({ path, isWanted }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OperatorError)
  expect(String(error)).toContain(path)
})

test("hashes the file's content", async () => {
  const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(await sha256OfFile(join(folder, 'a.txt'))).toBe(known)
})
