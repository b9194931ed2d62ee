import { deflateRawSync } from 'node:zlib'
import { reviewsPerPage } from '@touchstone/contract'
import { createDocumentReader } from '@touchstone/documents'
import { composeMrz, makeSpecimen } from '@touchstone/documents/specimens'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  retakeDocument,
  reviewDocument,
  submitDocument,
} from '../../packages/verification/src/pipeline/actions.ts'
import { decideReview } from '../../packages/verification/src/review/decide-review.ts'
import { listReviews, pageReviews } from '../../packages/verification/src/review/list-reviews.ts'
import { reviewPictures } from '../../packages/verification/src/review/review-pictures.ts'
import { mostRetakes } from '../../packages/verification/src/steps/document.ts'
import { fakeDocuments } from '../../packages/verification/src/testing/fake-documents.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { onOneEngine } from '../support/engines.ts'

// Only the pixels of a stranger's file may reach a reviewer's computer. A single person or network must not
// be able to fill the reviewers' list, fill the store with pictures, or keep other people waiting by making
// repeated attempts.

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

  test('stores a picture without metadata or appended data, and never as another kind of file', async () => {
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
      // Nothing follows the end of the picture.
      expect(copy?.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
      expect((await sharp(copy).metadata()).exif).toBeUndefined()
    }
    expect(withoutArchive).toEqual(withoutTrace)
  })

  test('reduces a picture of many megabytes to at most two before storing it', async () => {
    const noise = Buffer.alloc(2600 * 1700 * 3)
    for (let at = 0, state = 7; at < noise.length; at++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) | 0
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

onOneEngine('server', 'limits on open reviews', (suite) => {
  const documents = fakeDocuments()
  const screening = {
    refresh: async () => {},
    versions: () => [{ list: 'test', version: '1' }],
    screen: async ({ names }: { names: string[] }, { cleared }: { cleared: { entryId: string }[] }) => ({
      policy: 'test@1',
      screenedAgainst: [{ list: 'test', version: '1' }],
      hits: names
        .filter((name) => !cleared.some(({ entryId }) => entryId === name))
        .map((name) => ({ list: 'test', entryId: name, entryHash: name })),
    }),
  }
  let world: SessionWorld
  let walks: Walks
  beforeAll(async () => {
    documents.lay(...printed)
    world = await createSessionWorld(suite.database, {
      checkers: { ...documents.checkers, screening: async () => screening as never },
      reviewLimits: { ofPerson: 2, ofNetwork: 5, ofNetworkAndMerchant: 2 },
    })
    walks = createWalks(world)
  })

  const open = () => listReviews(world, { decided: false })
  const kept = async () => (await suite.database.run('select * from review_picture')).rows.length
  const decide = async (id: number | undefined) => {
    await decideReview(world, { id: id ?? 0, decision: 'confirm', by: 'officer 1' })
    await walks.settled()
  }
  const decideAll = async () => {
    for (let reviews = await open(); reviews.length > 0; reviews = await open())
      for (const { id } of reviews) await decide(id)
  }
  const shop = async () => {
    const { mchNo, program } = await world.open({ program: { checks: ['sanction'] } })
    return { mchNo, program }
  }
  type Shop = Awaited<ReturnType<typeof shop>>

  /** Takes a person with a listed name to the screening step. */
  async function screened(email: string, at: Shop, ip: string): Promise<Visit> {
    const visit = await walks.visit(email, {}, { at, ip })
    await walks.identified(visit)
    await walks.settled()
    return visit
  }
  const give = (visit: Visit) =>
    submitDocument(world, visit, { pictures: [new Uint8Array(99)], kind: 'passport', country: 'FRA' })
  /**
   * Takes a person to the review of a document and submits pictures, even if the page does not ask for them.
   */
  async function misread(email: string, at: Shop, ip: string): Promise<Visit> {
    const visit = await walks.visit(email, {}, { at, ip })
    for (let time = 0; time < mostRetakes; time++) {
      await give(visit)
      await retakeDocument(world, visit)
    }
    await reviewDocument(world, visit, { agreed: true })
    await give(visit)
    return visit
  }

  test('holds a person’s further reviews until one is decided, and loses nothing', async () => {
    const visits: Visit[] = []
    for (let merchant = 0; merchant < 4; merchant++)
      visits.push(await screened('many@example.com', await shop(), `198.51.100.${merchant}`))
    const [first, , third, fourth] = visits as [Visit, Visit, Visit, Visit]
    const waiting = { name: 'review', what: 'sanction' }
    expect(await walks.stepOf(first)).toEqual({ ...waiting, since: expect.any(Number) })
    for (const visit of [third, fourth])
      expect(await walks.stepOf(visit)).toEqual({ ...waiting, since: expect.any(Number), held: 'person' })
    const reviews = await open()
    expect(reviews).toHaveLength(2)

    // Other people are not affected.
    const other = await screened('other@example.com', await shop(), '198.51.100.9')
    expect(await walks.stepOf(other)).not.toHaveProperty('held')

    await decideReview(world, { id: reviews[0]?.id ?? 0, decision: 'clear', by: 'officer 1' })
    await walks.settled()
    expect(await walks.stepOf(first)).toMatchObject({ name: 'prove' })
    expect(await open(), 'opened by the decision, not by a visit').toHaveLength(3)
    expect(await walks.stepOf(third)).not.toHaveProperty('held')
    expect(await walks.stepOf(fourth)).toMatchObject({ held: 'person' })
    await decideAll()
  })

  test('stops a flood of pictures from one network without affecting other networks or merchants', async () => {
    const [shopA, shopB] = [await shop(), await shop()]
    const network = '2001:db8:7:7::'
    const flood: Visit[] = []
    for (let person = 1; person <= 4; person++)
      flood.push(await misread(`flood${person}@example.com`, shopA, `${network}${person}`))
    expect([(await open()).length, await kept()]).toEqual([2, 2])
    for (const visit of flood.slice(2))
      expect(await walks.stepOf(visit)).toEqual({ name: 'review-full', what: 'document', full: 'network' })

    const reviewed = { name: 'review', what: 'document' }
    const neighbour = await misread('neighbour@example.com', shopA, '2001:db8:7:8::1')
    expect(await walks.stepOf(neighbour)).toMatchObject(reviewed)
    const elsewhere = await misread('elsewhere@example.com', shopB, `${network}9`)
    expect(await walks.stepOf(elsewhere)).toMatchObject(reviewed)

    // The person can take pictures as soon as one review is decided, without repeating anything else.
    const third = flood[2] as Visit
    await decide((await open())[0]?.id)
    expect(await walks.stepOf(third)).toMatchObject({ name: 'document', keptDays: 7 })
    await give(third)
    expect(await walks.stepOf(third)).toMatchObject(reviewed)
    await decideAll()
  })

  test('counts reviews per network across all merchants, and opens a held review when the person returns from another network', async () => {
    const network = '203.0.113.7'
    for (let merchant = 0; merchant < 5; merchant++)
      await screened(`tour${merchant}@example.com`, await shop(), network)
    const last = await shop()
    const held = await screened('last@example.com', last, network)
    expect(await walks.stepOf(held)).toMatchObject({ name: 'review', held: 'network' })
    expect(await open()).toHaveLength(5)

    const moved = await walks.visit('last@example.com', {}, { at: last, ip: '203.0.113.8' })
    expect(moved.journeyId).toBe(held.journeyId)
    expect(await walks.stepOf(moved)).toEqual({ name: 'review', what: 'sanction', since: expect.any(Number) })
    expect(await open()).toHaveLength(6)
    await decideAll()
  })

  test('keeps the limit if many reviews are opened at the same time', async () => {
    const at = await shop()
    const visits: Visit[] = []
    for (let person = 1; person <= 5; person++) {
      const visit = await walks.visit(`rush${person}@example.com`, {}, { at, ip: '192.0.2.4' })
      for (let time = 0; time < mostRetakes; time++) {
        await give(visit)
        await retakeDocument(world, visit)
      }
      await reviewDocument(world, visit, { agreed: true })
      visits.push(visit)
    }
    await Promise.all(visits.map(give))
    expect([(await open()).length, await kept()]).toEqual([2, 2])
    await decideAll()
  })

  test('lists a flood in pages that neither repeat nor omit a review while reviews are decided', async () => {
    await screened('pages@example.com', await shop(), '192.0.2.77')
    const [only] = await open()
    // Two reviews each are opened in the same millisecond, so that the order of their ids matters.
    await suite.database.run(
      `insert into review (journey_id, attempt, kind, detail_sealed, opened_at)
        select journey_id, attempt + number, kind, detail_sealed, opened_at + number / 2 * interval '1 millisecond'
        from review, generate_series(1, ${2 * reviewsPerPage + 9}) as number where id = ${only?.id}`,
    )
    const everything = (await open()).map(({ id }) => id)
    expect(everything).toHaveLength(2 * reviewsPerPage + 10)
    const seen: number[] = []
    let pages = 0
    for (let after: string | undefined | null; after !== null; pages++) {
      const page = await pageReviews(world, { decided: false, after })
      seen.push(...page.reviews.map(({ id }) => id))
      after = page.next
      // Decided reviews on a page that was already listed do not move the others.
      await suite.database.run(
        `update review set decided_at = opened_at, decision = 'clear', decided_by = 'officer 1'
          where id = ${page.reviews[1]?.id}`,
      )
    }
    expect(seen).toEqual(everything)
    expect(pages).toBe(3)
    expect((await pageReviews(world, { decided: true })).reviews.length).toBeGreaterThanOrEqual(pages)
    await suite.database.run(`delete from review where id > ${only?.id}`)
    await decideAll()
  })

  test('stores no network address, and deletes its hash after the decision', async () => {
    await misread('trace@example.com', await shop(), '192.0.2.99')
    const hashes = async () =>
      (await suite.database.run('select network_hash from review where network_hash is not null')).rows
    const [row, ...more] = await hashes()
    expect(more).toEqual([])
    const hash = Buffer.from((row as { network_hash: Uint8Array }).network_hash)
    expect(hash.byteLength).toBe(32)
    expect(hash.includes('192.0.2')).toBe(false)
    await decideAll()
    expect(await hashes()).toEqual([])
  })
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0b0a0' } })
    .png()
    .toBuffer()

/**
 * Returns a ZIP archive with one file. Programs locate an archive from its end, so an archive can be appended
 * to a picture.
 */
function archiveOf(name: string, text: string): Buffer {
  const packed = deflateRawSync(Buffer.from(text))
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt16LE(name.length, 26)
  return Buffer.concat([local, Buffer.from(name), packed, Buffer.from(text)])
}
