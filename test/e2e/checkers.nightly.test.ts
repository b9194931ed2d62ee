import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addKeyToFile,
  biometricsMigrations,
  createFaceChecker,
  decideUniqueness,
  type FaceChecker,
  type Gallery,
  openGallery,
} from '@touchstone/biometrics'
import { createManualClock } from '@touchstone/common'
import { createDocumentReader, type DocumentReader } from '@touchstone/documents'
import { makeSpecimen } from '@touchstone/documents/specimens'
import type { Raster } from '@touchstone/images'
import { decodeImage } from '@touchstone/images/decode'
import { type Database, migrate } from '@touchstone/storage'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readClip } from '../support/clips/read-clip.ts'
import { openFreshStore } from '../support/engines.ts'

const today = '2026-03-01'
const folder = mkdtempSync(join(tmpdir(), 'touchstone-checkers-'))

let documents: DocumentReader
let faces: FaceChecker
let database: Database
let gallery: Gallery
/** Uses video frames of two real men. A passport is drawn for one of the men. */
let holder: Uint8Array[]
let stranger: Uint8Array[]
let passport: Uint8Array

beforeAll(async () => {
  documents = createDocumentReader({ workers: 1, queueLimit: 4, allowSpecimen: true })
  faces = createFaceChecker({ workers: 1, queueLimit: 4 })
  database = await openFreshStore()
  await migrate({ database, migrations: biometricsMigrations })
  addKeyToFile(join(folder, 'keys'))
  const clock = createManualClock(Date.parse(today))
  gallery = await openGallery({ database, clock, keys: { file: join(folder, 'keys') } })
  holder = await pictures('franck', 26)
  stranger = await pictures('cap13_edit2', 14.2)
  // A passport photo is older than the capture. The photo is therefore taken from another part of the video.
  const photo = await portrait((await pictures('franck', 28))[0])
  passport = makeSpecimen({ seed: 'trades', level: 'mild', kind: 'TD3', today, face: photo }).photo.jpeg
})
afterAll(async () => {
  await documents?.close()
  await faces?.close()
  await gallery?.close()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function pictures(clip: 'franck' | 'cap13_edit2', fromS: number): Promise<Uint8Array[]> {
  const frames = await readClip(clip, fromS, fromS + 1)
  return frames.filter((_, index) => index % 8 === 0).map(({ bytes }) => bytes)
}

/** Returns a picture of a man's head and shoulders, like a passport photo. */
async function portrait(bytes: Uint8Array | undefined): Promise<Raster> {
  if (bytes === undefined) throw new Error('the video has no frame at that time')
  const seen = await faces.measurePicture({ picture: bytes })
  const { width: filmWidth = 0, height: filmHeight = 0 } = await sharp(bytes).metadata()
  if (seen.face === undefined) throw new Error('the video shows no face there')
  const scale = filmWidth / seen.width
  const [xs, ys] = [seen.face.back.map(([x]) => x * scale), seen.face.back.map(([, y]) => y * scale)]
  const width = Math.min(filmWidth, Math.round((Math.max(...xs) - Math.min(...xs)) * 2))
  const height = Math.min(filmHeight, Math.round((width * 45) / 35))
  const left = clamp((Math.max(...xs) + Math.min(...xs) - width) / 2, filmWidth - width)
  const top = clamp((Math.max(...ys) + Math.min(...ys) - height) / 2, filmHeight - height)
  const cut = await sharp(bytes).extract({ left, top, width, height }).png().toBuffer()
  return await decodeImage({ bytes: cut, maxSide: 600 })
}

function clamp(value: number, most: number): number {
  return Math.round(Math.min(Math.max(0, value), most))
}

test('reads a photographed passport and distinguishes its holder from a stranger', async () => {
  const reading = await documents.read({ pictures: [passport], today })
  expect(reading).toMatchObject({ status: 'accepted', document: { kind: 'TD3', expired: false } })
  const own = await faces.match({ documentPicture: passport, livePictures: holder })
  expect(own.verdict).toBe('same')
  const other = await faces.match({ documentPicture: passport, livePictures: stranger })
  expect(other.verdict).not.toBe('same')
  expect(other.distance).toBeGreaterThan(own.distance)
})

test('recognises an enrolled person and enrols a new one', async () => {
  const enrol = async (person: string, pictures: Uint8Array[]) => {
    const { template, version } = await faces.template({ pictures })
    const answer = await gallery.enrol(
      { person, model: version.embedding, template },
      ({ candidates, size }) =>
        decideUniqueness({ candidates, gallerySize: size, models: faces.limits.embeddings }).verdict ===
        'new',
    )
    return answer.enrolled
  }
  expect(await enrol('first', holder.slice(0, 2))).toBe(true)
  expect(await enrol('the same man again', holder.slice(2))).toBe(false)
  expect(await enrol('another man', stranger)).toBe(true)
  expect(await gallery.remove('first')).toBe(1)
  expect(await enrol('the same man after deletion', holder.slice(2))).toBe(true)
})
