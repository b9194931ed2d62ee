import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { joinFiles } from './join-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-join-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function joined(...contents: string[]): Promise<string> {
  const files = contents.map((content, index) => {
    const file = join(folder, String(index))
    writeFileSync(file, content)
    return file
  })
  const pieces: Uint8Array[] = []
  for await (const piece of joinFiles(files)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

test('keeps only one copy of a repeated header line', async () => {
  expect(await joined('id,name\n1,a\n', 'id,name\n2,b', 'id,name\n3,c\n')).toBe('id,name\n1,a\n\n2,b\n3,c\n')
})

test('keeps repeated lines that are not headers', async () => {
  expect(await joined('{"id":1}\n', '{"id":2}\n')).toBe('{"id":1}\n\n{"id":2}\n')
})

test('returns a single file unchanged', async () => {
  expect(await joined('<Sanctions/>')).toBe('<Sanctions/>')
})
