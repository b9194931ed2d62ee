import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../../../test/support/spawn.ts'
import { Spill } from './spill.ts'

// Uses a separate folder, because other tests use the common folder at the same time.
const { path: folder, remove } = temporaryFolder()
vi.stubEnv('TMPDIR', folder)
afterAll(() => {
  vi.unstubAllEnvs()
  remove()
})

test("returns a bucket's records in order, whatever their size, and leaves nothing on disk", async () => {
  const records = fc.array(
    fc.record({
      bucket: fc.nat(3),
      byte: fc.nat(255),
      length: fc.constantFrom(0, 1, 1000, 400_000, 5_000_000),
    }),
    { maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(records, async (added) => {
      const spill = await Spill.open(4)
      for (const { bucket, byte, length } of added) await spill.add(bucket, Buffer.alloc(length, byte))
      expect(readdirSync(folder)).toEqual([])
      for (const bucket of [0, 1, 2, 3]) {
        const own = added.filter((record) => record.bucket === bucket)
        const expected = Buffer.concat(own.map(({ byte, length }) => Buffer.alloc(length, byte)))
        expect((await spill.read(bucket)).equals(expected)).toBe(true)
      }
      await spill.close()
    }),
    { numRuns: 10 },
  )
})
