import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readArchive } from '../../../test/support/read-archive.ts'
import { writeZip, type ZipEntry } from './zip.ts'

const at = new Date(Date.UTC(2026, 10, 19, 12, 34, 56))

async function archiveOf(entries: ZipEntry[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of writeZip(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('writes archives that can be read back', async () => {
  const file = fc.record({ name: fc.string({ unit: 'grapheme', minLength: 1 }), bytes: fc.uint8Array() })
  await fc.assert(
    fc.asyncProperty(fc.array(file), async (files) => {
      const entries = files.map(({ name, bytes }) => ({ name, content: Buffer.from(bytes), at }))
      const read = readArchive(await archiveOf(entries))
      expect(read).toEqual(entries.map(({ name, content }) => ({ name, content })))
    }),
  )
})

test('compresses what gets smaller, and stores the date', async () => {
  const archive = await archiveOf([{ name: 'a', content: Buffer.alloc(100_000), at }])
  expect(archive.length).toBeLessThan(500)
  const [time, date] = [archive.readUInt16LE(10), archive.readUInt16LE(12)]
  expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([12, 34, 56])
  expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 11, 19])
})
