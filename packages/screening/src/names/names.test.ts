import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../../test/support/test-all.ts'
import { compareToken } from './compare-token.ts'
import { consonantKey } from './consonant-key.ts'
import { createDistance } from './create-distance.ts'
import { koreanKey } from './korean-key.ts'
import { splitScripts } from './split-scripts.ts'
import { tokenForms } from './token-forms.ts'
import { tokenise } from './tokenise.ts'
import { wadeGiles } from './wade-giles.ts'

const latins = (name: string) => tokenise(name).map(({ latin }) => latin)
const similarity = (a: string, b: string) => {
  const [first] = tokenise(a)
  const [second] = tokenise(b)
  if (first === undefined || second === undefined) throw new Error('no token')
  return compareToken(tokenForms(first))(tokenForms(second))
}

test.each([
  ["O'Neil-SMITH, José", ['oneil', 'smith', 'jose']],
  ['‘ABD AL-RAHMAN BIN ‘UMAYR AL-NU’AYMI', ['abd', 'rahman', 'bin', 'umayr', 'nuaymi']],
  ['Abdulrahman as-Saadi', ['abdrahman', 'saadi']],
  ['ｆｕｌｌ Ｗｉｄｔｈ', ['full', 'width']],
  ['Weiß Łukasz Øre', ['weiss', 'lukasz', 'ore']],
  ['Юрий Ёлкин', ['yurii', 'elkin']],
  ['صدام حسين التكريتي', ['sdam', 'hsyn', 'tkryty']],
  ['عبد الله', ['abd', 'allah']],
  ['عبدالحليم', ['abdhlym']],
  ['颜晓兵', ['yan', 'xiaobing']],
  ['欧阳修', ['ouyang', 'xiu']],
  ['单雄信', ['shan', 'xiongxin']],
  ['전일춘', ['jeon', 'il', 'chun']],
  ['ブロンウィン', ['buronuin']],
  ['El', ['el']],
  ['', []],
  ['123 !!', []],
])('splits %s into tokens', (name, expected) => {
  expect(latins(name)).toEqual(expected)
})

test('splits names without marks in the same way as names with marks', () => {
  const word = fc.stringMatching(/^[A-Za-z' -]{0,24}$/)
  fc.assert(
    fc.property(word, (name) => {
      // The added character is removed during tokenisation. It only makes the tokeniser use the general code
      // path.
      expect(latins(`${name}\u200b`)).toEqual(latins(name))
    }),
  )
})

test('returns a few lowercase tokens for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (name) => {
      const tokens = tokenise(name)
      expect(tokens.length).toBeLessThanOrEqual(16)
      for (const { latin } of tokens) expect(latin).toMatch(/^[a-z]{0,40}$/)
    }),
  )
})

describe('spellings of one name', () => {
  test.each([
    'mohammed muhammad mohamad mouhammad',
    'hussein husayn hossein khussein',
    'yevgeny evgeny evgeniy',
    'viktor victor',
    'chekhov tchekhov',
    'ivanov ivanoff ivanow',
    'khaled khalid haled',
    'usama osama usamah',
    'yousef yusuf yusef',
    'djamel jamel jamal',
    'qasim kasim kassem',
  ])('%s', (line) => {
    const [first, ...others] = line.split(' ').map((name) => consonantKey(name).pattern)
    for (const other of others) expect(other).toBe(first)
  })

  test.each([
    ['mohammed', 'hamid'],
    ['ali', 'ala'],
    ['ivanov', 'ibragimov'],
  ])('distinguishes %s and %s', (a, b) => {
    expect(similarity(a, b)).toBeLessThan(0.9)
  })
})

test.each([
  ['jeon', 'jon', 'chon'],
  ['lee', 'yi', 'ri'],
  ['park', 'bak', 'pak'],
  ['choi', 'choe'],
  ['gim', 'kim'],
  ['yeong', 'yong', 'young'],
  ['cheol', 'chol'],
])('matches the Korean syllables %s and %s', (...spellings) => {
  expect(new Set(spellings.map(koreanKey)).size).toBe(1)
  expect(koreanKey('schwarzenegger')).toBeUndefined()
})

test.each([
  ['xiang', 'hsiang'],
  ['zhong', 'chung'],
  ['jian', 'chien'],
  ['shi', 'shih'],
  ['guo', 'kuo'],
])('converts %s to %s in the older romanisation', (pinyin, older) => {
  expect(wadeGiles(pinyin)).toBe(older)
})

test.each([
  ['محمد', 'Muhammad', 0.93],
  ['حسين', 'Hussein', 0.93],
  ['Сергей', 'Sergei', 0.93],
  ['춘', 'Chun', 0.97],
  ['전', 'Jon', 0.92],
  ['アルカセル', 'Alcacer', 0.8],
  ['אברהם', 'Abraham', 0.8],
])('treats %s and %s as similar', (native, latin, least) => {
  expect(similarity(native, latin)).toBeGreaterThanOrEqual(least)
  expect(similarity(latin, native), 'the result with swapped arguments').toBeGreaterThanOrEqual(least)
})

test('distinguishes homophones', () => {
  expect(similarity('伟', '伟')).toBe(1)
  expect(similarity('伟', '薇')).toBeLessThan(0.8)
})

test('splits text by script if it contains a name in two scripts', () => {
  expect(splitScripts('KIM Ho Kyu 김호규')).toEqual(['KIM Ho Kyu', '김호규'])
  expect(splitScripts('Ali (علي نجيب)')).toEqual(['Ali', 'علي نجيب'])
  expect(splitScripts('Just One')).toEqual(['Just One'])
})

test('returns the same distance as the plain algorithm', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'я'), maxLength: 14 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(createDistance(a)(b, 99)).toBe(plainDistance(a, b))
    }),
    { numRuns: runs(2000) },
  )
})

/** Calculates the optimal string alignment distance with the textbook algorithm. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, line) =>
    Array.from({ length: b.length + 1 }, (_unused, column) =>
      line === 0 ? column : column === 0 ? line : 0,
    ),
  )
  const cell = (line: number, column: number) => table[line]?.[column] ?? 0
  for (let line = 1; line <= a.length; line += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[line - 1] === b[column - 1]
      let least = Math.min(
        cell(line - 1, column) + 1,
        cell(line, column - 1) + 1,
        cell(line - 1, column - 1) + (same ? 0 : 1),
      )
      if (line > 1 && column > 1 && a[line - 1] === b[column - 2] && a[line - 2] === b[column - 1])
        least = Math.min(least, cell(line - 2, column - 2) + 1)
      const row = table[line]
      if (row !== undefined) row[column] = least
    }
  }
  return cell(a.length, b.length)
}
