import { createSeededRandom } from '@touchstone/common'
import type { Raster } from '@touchstone/images'
import { beforeAll, describe, expect, test } from 'vitest'
import { testAll } from '../../../../test/support/test-all.ts'
import { composeMrz } from '../../tools/src/specimens/compose-mrz.ts'
import { createDice } from '../../tools/src/specimens/create-dice.ts'
import { drawPage } from '../../tools/src/specimens/draw-page.ts'
import { inventPerson } from '../../tools/src/specimens/invent-person.ts'
import { makeSpecimen } from '../../tools/src/specimens/make-specimen.ts'
import { photographPage } from '../../tools/src/specimens/photograph-page.ts'
import type { DocumentKind } from '../mrz/mrz-layout.ts'
import type { GlyphWeights } from './glyph-net.ts'
import { loadGlyphNets } from './load-glyph-nets.ts'
import { readDocument } from './read-document.ts'

const today = '2026-11-15'
/** Small photos are drawn faster than large ones and are harder to read. */
const small = { width: 1000, height: 750 }
let nets: readonly GlyphWeights[]
beforeAll(() => {
  nets = loadGlyphNets()
})

const read = (...frames: Raster[]) => readDocument({ frames, today, allowSpecimen: true, nets })

/** Other tests cover TD2 and TD3 pages. One of the two visas has the same line format as a TD3. */
const kinds: readonly DocumentKind[] = [
  'TD1',
  'MRV-B',
  ...(testAll ? (['MRV-A', 'TD2', 'TD3'] as const) : []),
]

describe.each(kinds)('a %s', (kind) => {
  test('is read without errors from a mildly disturbed photo', async () => {
    const { page, photo } = makeSpecimen({ ...small, seed: `test ${kind}`, level: 'mild', today, kind })
    const { document } = await read(photo.raster)
    expect(document?.kind).toBe(kind)
    expect(document?.lines).toEqual(page.lines)
    expect(document?.fields.birthDate).toMatchObject({ value: page.person.birthDate, checked: true })
    expect(document?.fields.surname.checked).toBe(false)
  })
})

test('reads an upside-down page (with --all, also a page on its side) and reports its orientation', async () => {
  const seen = []
  for (const turns of testAll ? ([1, 2] as const) : ([2] as const)) {
    const { page, photo } = makeSpecimen({
      ...small,
      seed: 'turned',
      level: 'faint',
      today,
      kind: 'TD2',
      turns,
    })
    const reading = await read(photo.raster)
    expect(reading.document?.lines).toEqual(page.lines)
    seen.push(reading.upsideDown)
  }
  expect(seen.at(-1)).toBe(true)
})

test.each([
  ['TD3', 400],
  ['TD1', 290],
] as const)('reads a %s without errors if it fills a picture of %s pixels', async (kind, width) => {
  const dice = createDice(createSeededRandom(`small ${kind}`))
  const page = drawPage({ kind, person: inventPerson({ dice, kind, today }), dice, pixelsPerMm: 4 })
  const place = { width, height: Math.round(width * 0.7), fill: 0.97 }
  const { raster } = photographPage({ page, dice, level: 'clean', ...place })
  const reading = await read(raster)
  expect(reading.document?.lines).toEqual(page.lines)
})

test('reads a small document in a large picture, or reports that it is too far away', async () => {
  const dice = createDice(createSeededRandom('far away'))
  const page = drawPage({
    kind: 'TD3',
    person: inventPerson({ dice, kind: 'TD3', today }),
    dice,
    pixelsPerMm: 4,
  })
  const view = (fill: number) =>
    photographPage({ page, dice, level: 'faint', width: 1280, height: 720, fill }).raster
  expect((await read(view(0.34))).document?.lines).toEqual(page.lines)
  const tiny = await read(view(0.19))
  expect(tiny.status).not.toBe('accepted')
  expect(tiny.hints.map(({ code }) => code)).toContain('document.too-far')
})

test('reads the zone on a card’s back if front and back are in one picture', async () => {
  const card = (side?: 'front') =>
    makeSpecimen({
      seed: 'both',
      level: 'faint',
      today,
      kind: 'TD1',
      width: 700,
      height: 460,
      ...(side && { side }),
    })
  const back = card()
  const [above, below] = [card('front').photo.raster, back.photo.raster]
  const data = new Uint8ClampedArray([...above.data, ...below.data])
  const reading = await read({ width: 700, height: 920, data })
  expect(reading.document?.lines).toEqual(back.page.lines)
})

test('combines several poor frames if one is not sufficient', async () => {
  const dice = createDice(createSeededRandom('frames'))
  const person = inventPerson({ dice, kind: 'TD2', today })
  const page = drawPage({ kind: 'TD2', person, dice })
  const frames = ['a', 'b', 'c'].map((seed) => {
    const hand = createDice(createSeededRandom(`hand ${seed}`))
    return photographPage({ page, dice: hand, level: 'harsh', width: 860, height: 645 }).raster
  })
  const [first] = frames
  if (!first) throw new Error('no frame')
  const alone = await read(first)
  const together = await read(...frames)
  expect(together.framesUsed).toBe(3)
  expect(together.document?.lines).toEqual(page.lines)
  const least = (reading: typeof alone) =>
    Math.min(...Object.values(reading.document?.fields ?? {}).map(({ confidence }) => confidence))
  expect(least(together)).toBeGreaterThan(least(alone))
})

test('never combines frames of two documents', async () => {
  const one = makeSpecimen({ ...small, seed: 'one', level: 'faint', today, kind: 'TD3' })
  const two = makeSpecimen({ ...small, seed: 'two', level: 'faint', today, kind: 'TD3' })
  const reading = await read(one.photo.raster, two.photo.raster)
  expect(reading.status).toBe('uncertain')
  expect(reading.hints.map(({ code }) => code)).toContain('frames.differ')
})

test('rejects a picture that shows no side of the document, and accepts a blurred view of the page', async () => {
  const dice = createDice(createSeededRandom('sides'))
  const page = drawPage({ kind: 'TD3', person: inventPerson({ dice, kind: 'TD3', today }), dice })
  const view = (level: 'faint' | 'strong', width: number) =>
    photographPage({ page, dice, level, width, height: width * 0.75 }).raster
  const clear = view('faint', 1000)
  const gray = { width: 400, height: 300, data: new Uint8ClampedArray(400 * 300 * 4).fill(128) }
  const mixed = await read(gray, clear)
  expect(mixed).toMatchObject({ status: 'uncertain', reasons: ['document.other-picture'], sides: [] })
  expect(mixed.hints.map(({ code }) => code)).toEqual(['document.other-picture'])
  const poorer = await read(clear, view('strong', 720))
  expect(poorer).toMatchObject({ status: 'accepted', framesUsed: 2, document: { lines: page.lines } })
})

test('treats a clear page of another kind as another document', async () => {
  const passport = makeSpecimen({ ...small, seed: 'kind one', level: 'faint', today, kind: 'TD3' })
  const card = makeSpecimen({ ...small, seed: 'kind two', level: 'faint', today, kind: 'TD1' })
  const reading = await read(passport.photo.raster, card.photo.raster)
  expect(reading.status).toBe('uncertain')
  expect(reading.hints.map(({ code }) => code)).toEqual(['frames.differ'])
})

test('does not match a front if OCR is not used', async () => {
  const make = (side?: 'front') =>
    makeSpecimen({ ...small, seed: 'card', level: 'faint', today, kind: 'TD1', ...(side && { side }) }).photo
      .raster
  expect(await read(make())).toMatchObject({ status: 'accepted', sides: [] })
  expect(await read(make(), make('front'))).toMatchObject({ reasons: ['document.front-unmatched'] })
})

test('does not accept a crisp page with a wrong check digit', async () => {
  const dice = createDice(createSeededRandom('digit'))
  const person = inventPerson({ dice, kind: 'TD3', today })
  const [first = '', second = ''] = composeMrz('TD3', person)
  const wrong = second.slice(0, 9) + String((Number(second[9]) + 3) % 10) + second.slice(10)
  const page = drawPage({ kind: 'TD3', person, dice, lines: [first, wrong] })
  const reading = await read(photographPage({ page, dice, level: 'clean', ...small }).raster)
  expect(reading.document?.lines).toEqual([first, wrong])
  expect(reading.status).toBe('uncertain')
  expect(reading.reasons).toEqual(expect.arrayContaining(['check.number', 'check.composite']))
})

test('accepts a specimen only if specimens are allowed, and calculates expiry and age for the given day', async () => {
  const person = {
    issuingState: 'UTO',
    nationality: 'UTO',
    birthDate: '1990-05-04',
    expiryDate: '2027-01-31',
  }
  const { photo } = makeSpecimen({ ...small, seed: 'utopia', level: 'clean', today, kind: 'TD3', person })
  const frames = [photo.raster]
  const strict = await readDocument({ frames, today: '2027-05-04', allowSpecimen: false, nets })
  expect(strict.status).toBe('uncertain')
  expect(strict.hints.map(({ code }) => code)).toContain('zone.specimen')
  expect(strict.document).toMatchObject({ age: 37, expired: true })
  const allowed = await read(photo.raster)
  expect(allowed.status).toBe('accepted')
  expect(allowed.document).toMatchObject({ age: 36, expired: false })
})

test('reports a picture without a document as unreadable, with a hint', async () => {
  const noise = new Uint8ClampedArray(400 * 300 * 4)
  const dice = createDice(createSeededRandom('noise'))
  for (let at = 0; at < noise.length; at++) noise[at] = dice.whole(256)
  const gray = new Uint8ClampedArray(400 * 300 * 4).fill(128)
  for (const data of [noise, gray]) {
    const reading = await read({ width: 400, height: 300, data })
    expect(reading.status).toBe('unreadable')
    expect(reading.hints.map(({ code }) => code)).toContain('document.not-found')
    expect(reading.document).toBeUndefined()
  }
})
