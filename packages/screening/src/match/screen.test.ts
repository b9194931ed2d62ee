import { UserError } from '@touchstone/common'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListEntry } from '../lists/list-entry.ts'
import { buildIndex } from './build-index.ts'
import type { Person } from './person.ts'
import { type ScreenOptions, screen } from './screen.ts'
import { screeningPolicy } from './screening-policy.ts'

/** Invented people, enough of them to make some names common. */
const crowd = ['Mohammad', 'Ali', 'Hassan', 'Ivan', 'Juan', 'Kim'].flatMap((first) =>
  ['Karimi', 'Rahimi', 'Petrov', 'Garcia', 'Jong', 'Ahmadi'].map((last) => `${first} ${last}`),
)

const entry = (id: string, names: readonly string[], rest: Partial<ListEntry> = {}): ListEntry => ({
  id,
  kind: 'person',
  names: names.map((text, at) => ({ text, quality: at === 0 ? 'primary' : 'strong' })),
  birthDates: [],
  nationalities: [],
  documents: [],
  programs: [],
  cryptoAddresses: [],
  ...rest,
})

const year = (from: number, to = from, circa = false) => ({ from: `${from}-01-01`, to: `${to}-12-31`, circa })

const entries = [
  ...crowd.map((name, at) => entry(`crowd-${at}`, [name])),
  entry('quill', ['Bartholomew Quillfeather', 'Barty Q. Featherstonehaugh'], {
    birthDates: [year(1958)],
    nationalities: ['AF', 'PK'],
    gender: 'male',
    documents: [{ number: 'AB-123 456' }],
    programs: ['MADE-UP'],
  }),
  entry('rahman', ['Abd al-Rahman Zubayrovich']),
  entry('saddam', ['Saddamor Husseinalo Tikritani']),
  entry('han', ['YAN Xiaobing', '颜晓兵']),
  entry('korea', ['JON Il-chun']),
  entry('russia', ['Vladimir Zhirkovsky']),
  entry('william', ['William Thistlewaite']),
  entry('long', ['Ricardo Perezoso Ayerasin Delmonte']),
  entry('weak', ['Gregorius Umbrella', 'Sparrowhawk Nightly'], {
    names: [
      { text: 'Gregorius Umbrella', quality: 'primary' },
      { text: 'Sparrowhawk Nightly', quality: 'weak' },
    ],
  }),
  entry('company', ['Quillfeather Trading Company'], { kind: 'organisation' }),
]

const lists = { list: 'made', version: '7', publishedAt: '2026-01-01' }
const index = buildIndex([{ ...lists, entries }])
const ids = (person: Person, options?: ScreenOptions) =>
  screen(index, person, options).hits.map(({ entryId }) => entryId)
const named = (name: string) => ids({ names: [name] })
const scoreOf = (person: Omit<Person, 'names'>, name = 'Bartholomew Quillfeather') =>
  screen(index, { names: [name], ...person }, { threshold: 0.3 }).hits.find(
    ({ entryId }) => entryId === 'quill',
  )?.score ?? 0

describe('name search', () => {
  test.each([
    ['as listed', 'Bartholomew Quillfeather', 'quill'],
    ['in a different order', 'QUILLFEATHER, Bartholomew', 'quill'],
    ['with a slip', 'Bartholomew Quillfaether', 'quill'],
    ['with two typing errors', 'Bartolomew Quilfeather', 'quill'],
    ['split', 'Bartholo Mew Quill Feather', 'quill'],
    ['joined', 'BartholomewQuillfeather', 'quill'],
    ['parted elsewhere', 'Bartholomewq Uillfeather', 'quill'],
    ['with an initial', 'B. Quillfeather', 'quill'],
    ['with an additional name', 'Bartholomew John Quillfeather', 'quill'],
    ['with a title', 'Dr. Bartholomew Quillfeather Jr', 'quill'],
    ['with marks', 'Bártholomëw Quillfeäther', 'quill'],
    ['without the article', 'Abdulrahman Zubairovich', 'rahman'],
    ['by a nickname', 'Bill Thistlewaite', 'william'],
    ['with missing names', 'Ricardo Perezoso Delmonte', 'long'],
    ['in Cyrillic', 'Владимир Жирковский', 'russia'],
    ['in Chinese, as on the list', '颜晓兵', 'han'],
    ['in pinyin, split', 'Xiao Bing Yan', 'han'],
    ['in Korean', '전일춘', 'korea'],
    ['in Arabic', 'صدامور حسينالو التكريتاني', 'saddam'],
  ])('%s', (_, name, id) => {
    expect(named(name)[0]).toBe(id)
  })

  test('finds a name given in both scripts', () => {
    expect(named('YAN Xiaobing (颜晓兵)')[0]).toBe('han')
  })

  test('returns no unlisted persons or companies', () => {
    expect(named('Clementine Harrowgate')).toEqual([])
    expect(named('Bartholomew Harrowgate')).toEqual([])
    expect(named('Quillfeather Trading Company')).not.toContain('company')
  })

  test('finds every listed name with the default threshold', () => {
    for (const { id, kind, names } of entries) {
      if (kind !== 'person') continue
      for (const { text, quality } of names) {
        const found = ids({ names: [text] }, { limit: 50 })
        if (quality !== 'weak') expect(found).toContain(id)
      }
    }
  })
})

describe('explanation of a hit', () => {
  test('contains the list, version, entry and threshold, and parts that add up to the score', () => {
    const search = fc.record({
      name: fc.constantFrom(...entries.flatMap(({ names }) => names.map(({ text }) => text))),
      drop: fc.nat({ max: 8 }),
      birthDate: fc.option(fc.constantFrom('1958', '1959-03', '1990-01-01'), { nil: undefined }),
      nationalities: fc.option(fc.constant(['US']), { nil: undefined }),
    })
    fc.assert(
      fc.property(search, ({ name, drop, birthDate, nationalities }) => {
        const names = [name.slice(0, drop) + name.slice(drop + 1)]
        if (!/\p{L}/u.test(names[0] ?? '')) return
        const person = {
          names,
          ...(birthDate !== undefined && { birthDate }),
          ...(nationalities !== undefined && { nationalities }),
        }
        const answer = screen(index, person, { threshold: 0.4, limit: 100 })
        expect(answer).toMatchObject({ policy: screeningPolicy.version, screenedAgainst: [lists] })
        for (const hit of answer.hits) {
          expect(hit).toMatchObject({ list: 'made', version: '7', publishedAt: '2026-01-01', threshold: 0.4 })
          const sum = hit.features.reduce((total, { part }) => total + part, 0)
          expect(hit.score).toBeCloseTo(Math.min(1, sum), 9)
          expect(hit.score).toBeGreaterThanOrEqual(0.4)
          for (const { why } of hit.features) expect(why).not.toBe('')
        }
      }),
    )
  })

  test('contains the pairs of matching parts', () => {
    const [hit] = screen(index, { names: ['Quillfeather B'] }).hits
    expect(hit?.agreed.map(({ asked, listed }) => `${asked}=${listed}`)).toEqual([
      'quillfeather=quillfeather',
      'b=bartholomew',
    ])
  })

  test('marks a weak alias and deducts for it', () => {
    const [hit] = screen(index, { names: ['Sparrowhawk Nightly'] }).hits
    expect(hit).toMatchObject({
      entryId: 'weak',
      name: 'Sparrowhawk Nightly',
      primaryName: 'Gregorius Umbrella',
    })
    expect(hit?.features.find(({ feature }) => feature === 'weak-alias')?.part).toBeLessThan(0)
  })
})

describe('additional data', () => {
  const plain = scoreOf({})
  test.each<[string, Omit<Person, 'names'>, boolean]>([
    ['the year', { birthDate: '1958' }, true],
    ['a day within the listed year', { birthDate: '1958-07-08' }, true],
    ['one of several nationalities', { nationalities: ['PAK'] }, true],
    ['the gender', { gender: 'male' }, true],
    ['an adjacent year', { birthDate: '1959' }, false],
    ['a distant year', { birthDate: '1990' }, false],
    ['another nationality', { nationalities: ['us'] }, false],
    ['another gender', { gender: 'female' }, false],
  ])('%s', (_, known, agrees) => {
    if (agrees) expect(scoreOf(known)).toBe(plain)
    else expect(scoreOf(known)).toBeLessThan(plain)
  })

  test('deducts more for a larger difference between birth dates', () => {
    const scores = ['1958', '1959', '1962', '1966', '1985'].map((birthDate) => scoreOf({ birthDate }))
    expect([...scores].sort((a, b) => b - a)).toEqual(scores)
    expect(new Set(scores).size).toBe(scores.length)
  })

  test('widens a circa birth date and uses the closest of several birth dates', () => {
    const about = buildIndex([
      {
        ...lists,
        entries: [
          entry('circa', ['Ottoline Braithewick'], { birthDates: [year(1950, 1950, true), year(1970)] }),
        ],
      },
    ])
    const part = (birthDate: string) =>
      screen(about, { names: ['Ottoline Braithewick'], birthDate }).hits[0]?.features.find(
        ({ feature }) => feature === 'birth-date',
      )?.part
    expect(part('1952')).toBe(0)
    expect(part('1970-05-05')).toBe(0)
    expect(part('1955')).toBeLessThan(0)
  })

  test('treats a swapped day and month, and the same day in another year, as typing errors', () => {
    const exact = buildIndex([
      {
        ...lists,
        entries: [
          entry('day', ['Ottoline Braithewick'], {
            birthDates: [{ from: '1970-03-04', to: '1970-03-04', circa: false }],
          }),
        ],
      },
    ])
    const part = (birthDate: string) =>
      screen(
        exact,
        { names: ['Ottoline Braithewick'], birthDate },
        { threshold: 0.3 },
      ).hits[0]?.features.find(({ feature }) => feature === 'birth-date')?.part
    const { slip, sameDay, far } = screeningPolicy.birthDate
    expect(part('1970-04-03')).toBe(-slip)
    expect(part('1980-03-04'), 'one digit').toBe(-slip)
    expect(part('1985-03-04')).toBe(-sameDay)
    expect(part('1985-03-05')).toBe(-far)
  })
})

test('finds the holder of a document number, regardless of the name', () => {
  const answer = screen(index, { names: ['Somebody Else'], documentNumbers: ['ab123456'] })
  expect(answer.hits).toMatchObject([{ entryId: 'quill', score: screeningPolicy.document.match }])
  expect(answer.hits[0]?.features).toMatchObject([{ feature: 'document' }])
  expect(ids({ names: ['Somebody Else'], documentNumbers: ['123', 'ABCDEFGH'] })).toEqual([])
})

test('omits a cleared pair until the entry changes', () => {
  const person = { names: ['Bartholomew Quillfeather'] }
  const [hit] = screen(index, person).hits
  if (hit === undefined) throw new Error('no hit')
  const cleared = [{ list: hit.list, entryId: hit.entryId, entryHash: hit.entryHash }]
  expect(screen(index, person, { cleared })).toMatchObject({ hits: [], total: 0, cleared: 1 })
  const changed = entries.map((each) =>
    each.id === 'quill' ? { ...each, nationalities: ['AF', 'IR', 'PK'] } : each,
  )
  const newer = buildIndex([{ ...lists, version: '8', entries: changed }])
  expect(screen(newer, person, { cleared })).toMatchObject({ hits: [{ entryId: 'quill' }], cleared: 0 })
  const other = [{ ...cleared[0], list: 'another' } as (typeof cleared)[0]]
  expect(screen(index, person, { cleared: other })).toMatchObject({ total: 1, cleared: 0 })
})

test('limits the returned hits but not the total count', () => {
  const answer = screen(index, { names: ['Mohammad Ali Karimi Rahimi'] }, { limit: 1, threshold: 0.3 })
  expect(answer.hits).toHaveLength(1)
  expect(answer.total).toBeGreaterThan(1)
})

test.each<[string, Person, string]>([
  ['no name', { names: [] }, 'person.name-missing'],
  ['no letters', { names: [' 12 '] }, 'person.name-missing'],
  ['an overlong name', { names: ['x'.repeat(513)] }, 'person.name-too-long'],
  ['too many names', { names: Array.from({ length: 33 }, () => 'x') }, 'person.name-too-long'],
  ['no date', { names: ['x'], birthDate: '1970-13-01' }, 'person.birth-date'],
  ['a date in words', { names: ['x'], birthDate: 'May 1970' }, 'person.birth-date'],
  ['no country', { names: ['x'], nationalities: ['ZZ'] }, 'person.nationality'],
])('rejects %s without revealing the value', (_, person, code) => {
  try {
    screen(index, person)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(UserError)
    expect(error).toMatchObject({ code })
  }
})

test('handles any input quickly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 512 }), (name) => {
      if (/\p{L}/u.test(name) && name.length <= 512) screen(index, { names: [name] })
    }),
  )
  expect(named('a '.repeat(256).trim())).toEqual([])
})

test('returns nothing for an empty index', () => {
  expect(screen(buildIndex([]), { names: ['Anybody'] })).toMatchObject({ hits: [], screenedAgainst: [] })
})
