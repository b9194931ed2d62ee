import {
  createFaceChecker,
  distance,
  facepluginLimits,
  reviveMeasure,
  type SerialMeasure,
} from '@touchstone/biometrics'
import { createDocumentReader } from '@touchstone/documents'
import { makeSpecimen } from '@touchstone/documents/specimens'
import type { Raster } from '@touchstone/images'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { submitDocument } from '../../packages/verification/src/pipeline/actions.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Walks } from '../../packages/verification/src/testing/walks.ts'
import {
  cutPortrait,
  type DocumentPhotoOptions,
  makeDocumentPhoto,
  type PersonName,
} from '../support/camera/index.ts'
import { readFootage } from '../support/camera/read-footage.ts'
import { encode } from '../support/clips/pictures.ts'
import { openFreshStore } from '../support/engines.ts'
import { testAll } from '../support/test-all.ts'

// The attacker has a scan of another person's document and uses their own face. Reading a page with its face
// takes seconds, so only one form of each attack runs by default. The other forms run with
// `npm test -- --all`.

/**
 * Each test draws and reads several pages, which takes more than a minute with `--all` or on a busy machine.
 */
vi.setConfig({ testTimeout: 300_000 })

const victim: PersonName = 'map-man'
const stranger: PersonName = 'blue-wall-man'
const fields = { surname: 'Harrison', givenNames: 'Patricia', nationality: 'CAN', issuingState: 'CAN' }

const database = await openFreshStore()
const faces = createFaceChecker({ workers: 1, queueLimit: 10, timeLimitMs: 120_000 })
const documents = createDocumentReader({
  workers: 1,
  queueLimit: 10,
  timeLimitMs: 120_000,
  allowSpecimen: true,
  idleMs: Number.POSITIVE_INFINITY,
})
let world: SessionWorld
let walks: Walks
let today: string
let selfie: Uint8Array
const portraits: Partial<Record<PersonName, Float32Array>> = {}

beforeAll(async () => {
  world = await createSessionWorld(database, {
    checkers: { faces: async () => faces, faceLimits: () => faces.limits, documents: async () => documents },
  })
  walks = createWalks(world)
  today = new Date(world.clock.now()).toISOString().slice(0, 10)
  selfie = (await readFootage(stranger)).parts.neutral?.[0] ?? new Uint8Array()
  for (const name of [victim, stranger]) {
    const { face } = await faces.measurePicture({ picture: await encode(await cutPortrait(name)) })
    portraits[name] = face?.embedding ?? new Float32Array(128)
  }
})
afterAll(async () => {
  await documents.close()
  await faces.close()
  await database.close()
})

const drawn = new Map<string, Promise<Uint8Array>>()
/** Draws a photo, or returns the cached photo that was drawn with the same options. */
function photo(options: Omit<DocumentPhotoOptions, 'today'>): Promise<Uint8Array> {
  const key = JSON.stringify(options)
  const made =
    drawn.get(key) ?? makeDocumentPhoto({ today, fields, isSmall: true, ...options }).then(({ jpeg }) => jpeg)
  drawn.set(key, made)
  return made
}

let visits = 0
/**
 * Returns the reason for rejection that the person sees or, if there is none, the person whose face will be
 * compared with the live face.
 */
async function handIn(...pictures: Uint8Array[]): Promise<{ reason?: string; face?: PersonName | 'nobody' }> {
  const visit = await walks.visit(`thief${++visits}@example.com`, { checks: ['age'] })
  await submitDocument(world, visit, { pictures, kind: '', country: '' })
  const step = await walks.stepOf(visit)
  if (step.name === 'failed') return { reason: step.reason ?? '' }
  const { draft } = await loadState(world, visit.journeyId)
  return { face: whose(draft.document?.face) }
}

function whose(serial: unknown): PersonName | 'nobody' {
  const found = reviveMeasure(serial as SerialMeasure).face?.embedding
  const is = (name: PersonName) =>
    found !== undefined && distance(found, portraits[name] ?? new Float32Array(512)) <= facepluginLimits.same
  return [victim, stranger].find(is) ?? 'nobody'
}

const blank: Raster = { width: 70, height: 90, data: new Uint8ClampedArray(70 * 90 * 4).fill(225) }

test('finds no face in a selfie next to a passport page with a blank photo', async () => {
  const page = await photo({ face: blank })
  expect(await handIn(selfie, page)).toEqual({ reason: 'document.other-picture' })
  if (!testAll) return
  expect(await handIn(page, selfie)).toEqual({ reason: 'document.other-picture' })
  expect(await handIn(page)).toEqual({ reason: 'document.no-face' })
})

test('takes the face from the page’s photo if a picture shows a person and a passport page', async () => {
  const page = await photo({ face: victim })
  expect(await handIn(await beside(selfie, page))).toEqual({ face: victim })
})

if (testAll) {
  test('rejects a selfie sent together with a genuine passport page, but accepts the page alone', async () => {
    const page = await photo({ face: victim })
    expect(await handIn(page)).toEqual({ face: victim })
    expect(await handIn(selfie, page)).toEqual({ reason: 'document.other-picture' })
  })

  test('finds no face in a picture with a person and a page with a blank photo', async () => {
    const picture = await beside(selfie, await photo({ face: blank }))
    expect(await handIn(picture)).toEqual({ reason: 'document.no-face' })
  })
}

test('does not mistake a face next to the printed text for the holder’s photo', async () => {
  const page = await photo({ face: blank, secondFace: { of: stranger, width: 32 } })
  expect(await handIn(page)).toEqual({ reason: 'document.no-face' })
})

test('rejects a second face as large as the photo, but accepts a small ghost image', async () => {
  const forged = await photo({ face: victim, secondFace: { of: stranger, width: 32 } })
  expect(await handIn(forged)).toEqual({ reason: 'document.several-faces' })
  // Other tests in this file check that the face is read from a genuine page.
  for (const width of testAll ? [9, 15] : []) {
    const genuine = await photo({ face: victim, secondFace: { of: victim, width } })
    expect(await handIn(genuine), `${width} mm`).toEqual({ face: victim })
  }
})

test('requires the front of a card and rejects a selfie in its place', async () => {
  const back = await photo({ kind: 'id-card' })
  expect(await handIn(back, selfie)).toEqual({ reason: 'document.front-unmatched' })
  if (!testAll) return
  expect(await handIn(selfie, back)).toEqual({ reason: 'document.front-unmatched' })
  expect(await handIn(back)).toEqual({ reason: 'document.front-missing' })
})

test('rejects the front of another person’s card and takes the face from the matching front', async () => {
  const back = await photo({ kind: 'id-card' })
  const others = {
    ...fields,
    surname: 'Ferreira',
    givenNames: 'Hugo',
    birthDate: '1984-02-03',
    number: 'X41B77205',
  }
  const front = { kind: 'id-card', side: 'front' } as const
  expect(await handIn(back, await photo({ ...front, fields: others, face: stranger }))).toEqual({
    reason: 'document.front-unmatched',
  })
  const own = await photo({ ...front, face: victim })
  expect(await handIn(own, back)).toEqual({ face: victim })
  if (!testAll) return
  // The card is upside down, as a user could place it.
  const turned = new Uint8Array(await sharp(own).rotate(180).jpeg({ quality: 92 }).toBuffer())
  expect(await handIn(back, turned)).toEqual({ face: victim })
})

test('does not mistake the face of a person holding up the front of a card for the photo on the card', async () => {
  const back = await photo({ kind: 'id-card' })
  const front = await photo({ kind: 'id-card', side: 'front', face: blank })
  expect(await handIn(back, await beside(selfie, front))).toEqual({ reason: 'document.no-face' })
})

test('does not require the front of a card whose photo is next to the zone, and accepts no other face', async () => {
  expect(await handIn(await td2(await cutPortrait(victim)))).toEqual({ face: victim })
  expect(await handIn(await td2(blank))).toEqual({ reason: 'document.front-missing' })
  if (testAll) expect(await handIn(await td2(blank), selfie)).toEqual({ reason: 'document.front-unmatched' })
})

test('does not use the photo of the attacker’s own blurred passport for a page with a blank photo', async () => {
  const page = await photo({ face: blank })
  const own = await photo({ face: stranger, fields: { ...fields, surname: 'Ferreira' }, seed: 'own' })
  for (const sigma of testAll ? [1, 3, 5] : [3]) {
    const blurred = new Uint8Array(await sharp(own).blur(sigma).jpeg().toBuffer())
    const { reason, face } = await handIn(blurred, page)
    expect(face, `${sigma}`).toBeUndefined()
    expect(reason, `${sigma}`).toMatch(/^(document|frames|zone|print|picture)\./)
  }
})

async function td2(face: Raster): Promise<Uint8Array> {
  const size = { width: 1280, height: 960 }
  const card = { seed: 'card', level: 'faint', today, kind: 'TD2', person: fields, face, ...size } as const
  return makeSpecimen(card).photo.jpeg
}

/** Returns one picture that shows a large face above a document. */
async function beside(face: Uint8Array, document: Uint8Array): Promise<Uint8Array> {
  const person = await sharp(face).resize({ width: 1280 }).toBuffer()
  const { height = 0 } = await sharp(person).metadata()
  const picture = sharp({ create: { width: 1280, height: height + 960, channels: 3, background: '#777' } })
    .composite([
      { input: person, left: 0, top: 0 },
      { input: Buffer.from(document), left: 0, top: height },
    ])
    .jpeg({ quality: 92 })
  return new Uint8Array(await picture.toBuffer())
}
