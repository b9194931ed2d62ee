import { describe, expect, test } from 'vitest'
import { type EntryKind, entryKinds, type ListEntry } from '../lists/list-entry.ts'
import { buildIndex } from './build-index.ts'
import { screen } from './screen.ts'

const entry = (id: string, name: string, kind: EntryKind = 'organisation'): ListEntry => ({
  id,
  kind,
  names: [{ text: name, quality: 'primary' }],
  birthDates: [],
  nationalities: [],
  documents: [],
  programs: [],
  cryptoAddresses: [],
})

const places = ['Nordania', 'Sudania', 'Ostania', 'Westania']
/** Invented companies, enough of them to make some words common. */
const entries = [
  ...places.flatMap((place) =>
    ['Bank', 'Trading', 'Shipping'].map((what) => entry(`${place}-${what}`, `${what} of ${place} Ltd`)),
  ),
  entry('quill', 'Quillfeather Systems GmbH'),
  entry('fund', 'Umbrella Capital Partners II L.P.'),
  entry('ship', 'MV Zephyrine 6', 'vessel'),
  entry('person', 'Quirinus Featherstone', 'person'),
]
const index = buildIndex([{ list: 'made', version: '1', publishedAt: null, entries }], { kinds: entryKinds })
const hitOf = (name: string, id: string) =>
  screen(index, { names: [name] }, { threshold: 0.3, limit: 50 }).hits.find(({ entryId }) => entryId === id)
const scoreOf = (name: string, id: string) => hitOf(name, id)?.score ?? 0

describe('legal form', () => {
  test('has no effect if one name lacks it or both forms belong to the same family', () => {
    for (const name of ['Quillfeather Systems LLC', 'OOO Quillfeather Systems', 'Quillfeather Systems'])
      expect(scoreOf(name, 'quill')).toBeGreaterThan(0.95)
  })

  test('reduces the score and adds an explanation if the forms belong to different families', () => {
    const hit = hitOf('Quillfeather Systems AG', 'quill')
    expect(hit?.features.map(({ feature }) => feature)).toContain('legal-form')
    expect(hit?.score).toBeLessThan(0.9)
  })

  test('does not cause a hit without another matching part', () => {
    expect(screen(index, { names: ['Ltd'] }).hits).toEqual([])
  })
})

test('treats names with a different word as different companies, even if the word is common', () => {
  const hit = hitOf('Quillfeather Industries GmbH', 'quill')
  expect(hit?.score ?? 0).toBeLessThan(0.6)
  expect(scoreOf('Bank of Sudania', 'Nordania-Bank')).toBeLessThan(0.6)
})

test('matches all notations of a number and deducts for a missing number', () => {
  expect(scoreOf('Umbrella Capital Partners 2 LP', 'fund')).toBeGreaterThan(0.95)
  const hit = hitOf('Umbrella Capital Partners LP', 'fund')
  expect(hit?.features.map(({ feature }) => feature)).toContain('number')
  expect(hit?.score).toBeLessThan(0.9)
})

test('tolerates typing errors and joined words', () => {
  expect(scoreOf('Quilfeather Systems', 'quill')).toBeGreaterThan(0.85)
  expect(scoreOf('Quill Feather Systems', 'quill')).toBeGreaterThan(0.9)
  expect(scoreOf('Zephyrine Six', 'ship')).toBeGreaterThan(0.9)
})

test('returns parts that add up to the score of every hit', () => {
  for (const { text } of entries.flatMap(({ names }) => names))
    for (const hit of screen(index, { names: [text] }, { threshold: 0.3 }).hits)
      expect(hit.features.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(hit.score, 6)
})

test("never matches a word of a person's name with a word of an organisation's name", () => {
  expect(hitOf('Quirinus Featherstone', 'person')?.score).toBeGreaterThan(0.7)
  expect(hitOf('Quirinus Featherstone', 'quill')).toBeUndefined()
})

test("deducts for a differing part of a person's name, but not for a missing part", () => {
  const people = ['Azimor Bertan Coludo Deskani', 'Felimor Gastan Hiludo'].map((name, at) =>
    entry(String(at), name, 'person'),
  )
  const persons = buildIndex([{ list: 'made', version: '1', publishedAt: null, entries: people }])
  const best = (name: string) => screen(persons, { names: [name] }, { threshold: 0.3 }).hits[0]
  const other = best('Azimor Bertan Coludo Zhirkani')
  const shorter = best('Azimor Bertan Coludo')
  expect(other?.features.map(({ feature }) => feature)).toContain('contradiction')
  expect(shorter?.features.map(({ feature }) => feature)).not.toContain('contradiction')
  expect(other?.score ?? 0).toBeLessThan((shorter?.score ?? 0) - 0.1)
})
