import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { specimens } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { specimenHashes } from './specimen-hashes.ts'

test('recognises the specimens that the verification page offers', () => {
  const folder = new URL('../../../../apps/frame/src/specimens/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
  expect(files.sort()).toEqual(specimens.map(({ file }) => file).sort())
  for (const file of files) {
    const hash = createHash('sha256')
      .update(readFileSync(new URL(file, folder)))
      .digest('hex')
    expect(specimenHashes).toMatchObject({ [file]: hash })
  }
})
