import { deflateRawSync } from 'node:zlib'
import { createDocumentReader } from '@touchstone/documents'
import { composeMrz, makeSpecimen } from '@touchstone/documents/specimens'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  retakeDocument,
  reviewDocument,
  submitDocument,
} from '../../packages/verification/src/pipeline/actions.ts'
import { listReviews } from '../../packages/verification/src/review/list-reviews.ts'
import { reviewPictures } from '../../packages/verification/src/review/review-pictures.ts'
import { mostRetakes } from '../../packages/verification/src/steps/document.ts'
import { fakeDocuments } from '../../packages/verification/src/testing/fake-documents.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { onOneEngine } from '../support/engines.ts'

// A stranger's file must not reach a reviewer's computer: only its pixels.

const day = '2026-11-15'
const printed = composeMrz('TD3', {
  ...{ documentCode: 'P', issuingState: 'FRA', surname: 'Ferreira', givenNames: 'Hugo', number: 'X41B77205' },
  ...{ nationality: 'FRA', birthDate: '1984-02-03', sex: 'M', issueDate: '2022-06-01' },
  ...{ expiryDate: '2032-05-31', optional: '' },
})

onOneEngine('server', 'pictures of a review', (suite) => {
  const documents = fakeDocuments()
  // The zone is set by the test. The pictures are decoded and copied by the real reader.
  const reader = createDocumentReader({ workers: 1, queueLimit: 4, crossCheck: false, timeLimitMs: 110_000 })
  let world: SessionWorld
  let walks: Walks
  beforeAll(async () => {
    documents.lay(...printed)
    const fake = await documents.checkers.documents()
    const read: typeof fake.read = async (input) => {
      const { copies } = await reader.read(input)
      return { ...(await fake.read({ ...input, copies: false })), ...(copies && { copies }) }
    }
    world = await createSessionWorld(suite.database, {
      checkers: { ...documents.checkers, documents: async () => ({ ...fake, read }) },
    })
    walks = createWalks(world)
  })
  afterAll(() => reader.close())

  /** Submits the pictures for a review and returns what the reviewer receives. */
  let people = 0
  async function reviewed(...pictures: Uint8Array[]): Promise<Buffer[]> {
    const visit = await walks.visit(`upload${++people}@example.com`, {})
    const give = (given: Uint8Array[]) =>
      submitDocument(world, visit, { pictures: given, kind: 'passport', country: 'FRA' })
    for (let time = 0; time < mostRetakes; time++) {
      await give([await plain(200, 200)])
      await retakeDocument(world, visit)
    }
    await reviewDocument(world, visit, { agreed: true })
    await give(pictures)
    const id = (await listReviews(world, { decided: false })).at(-1)?.id ?? 0
    const shown = await reviewPictures(world, { id, by: 'j.doe' })
    expect(shown.pictures.every(({ type }) => type === 'jpg')).toBe(true)
    return shown.pictures.map(({ base64 }) => Buffer.from(base64, 'base64'))
  }

  test('stores a picture without its metadata, without data appended to it and not as another kind of file', async () => {
    const { photo } = makeSpecimen({ seed: 'upload', level: 'clean', today: day, kind: 'TD3' })
    const traced = await sharp(photo.jpeg)
      .withExif({ IFD0: { Artist: 'TRACE', ImageDescription: '<script>alert(1)</script>' } })
      .toBuffer()
    const polyglot = Buffer.concat([traced, archiveOf('TRACE.exe', '<html><script>TRACE</script>')])
    const [withoutTrace, withoutArchive] = await reviewed(traced, polyglot)
    for (const copy of [withoutTrace, withoutArchive]) {
      expect(copy?.includes('TRACE')).toBe(false)
      expect(copy?.includes('<script>')).toBe(false)
      expect(copy?.includes('PK\x03\x04')).toBe(false)
      // The file ends with the end of the picture.
      expect(copy?.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
      expect((await sharp(copy).metadata()).exif).toBeUndefined()
    }
    expect(withoutArchive).toEqual(withoutTrace)
  })

  test('stores a picture of many megabytes as one of at most two', async () => {
    const noise = Buffer.alloc(2600 * 1700 * 3)
    for (let at = 0, state = 7; at < noise.length; at++) {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
      noise[at] = state >> 16
    }
    const large = await sharp(noise, { raw: { width: 2600, height: 1700, channels: 3 } })
      .png()
      .toBuffer()
    expect(large.byteLength).toBeGreaterThan(12 * 1024 * 1024)
    const [copy] = await reviewed(large)
    expect(copy?.byteLength).toBeLessThanOrEqual(2 * 1024 * 1024)
    const { width = 0, height = 0 } = await sharp(copy).metadata()
    expect(Math.abs(width / height - 2600 / 1700)).toBeLessThan(0.01)
  })
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0b0a0' } })
    .png()
    .toBuffer()

/** Returns a ZIP archive with one file. Programs find an archive by its end, so it can follow a picture. */
function archiveOf(name: string, text: string): Buffer {
  const packed = deflateRawSync(Buffer.from(text))
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt16LE(name.length, 26)
  return Buffer.concat([local, Buffer.from(name), packed, Buffer.from(text)])
}
