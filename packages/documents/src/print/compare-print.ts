import type { ParsedMrz } from '../mrz/parse-mrz.ts'
import { transliterate } from '../mrz/transliterate.ts'
import type { TextLine } from './create-text-reader.ts'
import { editDistance } from './edit-distance.ts'
import { findDates } from './find-dates.ts'
import { judgeDates, type PrintVerdict } from './judge-dates.ts'

export type PrintedField =
  | 'surname'
  | 'givenNames'
  | 'number'
  | 'birthDate'
  | 'expiryDate'
  | 'sex'
  | 'nationality'
  | 'issuingState'

/** Minimum OCR confidence, in percent, at which a word can contradict the zone. */
const sureWord = 84
/**
 * Minimum OCR confidence for day and month. The limit is lower than for a year, because only a few sequences
 * of characters form a valid day or month.
 */
const sureInDate = 60
/**
 * Minimum length and number of digits for a word to count as a document number. A shorter word, or a word
 * with fewer digits, can be any text on a document.
 */
const numberLike = { length: 6, digits: 4 }

/** Compares each field of the zone with the printed part of the page. */
export function comparePrint(
  parsed: ParsedMrz,
  lines: readonly TextLine[],
  today: string,
): Record<PrintedField, PrintVerdict> {
  const words = lines
    .flatMap((line) => line.words)
    .flatMap(({ text, confidence }) =>
      text.split(/[-–.,:;/]+/).map((part) => ({ text: fold(part), confidence })),
    )
    .filter(({ text }) => text !== '')
  const text = lines.map((line) => line.words.map((word) => word.text).join(' ')).join('\n')
  const names = (value: string): PrintVerdict => {
    const parts = value.split(' ').filter((part) => part !== '')
    if (parts.length === 0) return 'not-found'
    return together(parts.map((part) => compareWord(fold(part), words)))
  }
  const letters = ` ${text.toUpperCase().replace(/[^\p{L}\n]+/gu, ' ')} `
  const country = (code: string, name: string | undefined): PrintVerdict =>
    (name !== undefined && letters.includes(` ${name.toUpperCase()} `)) || letters.includes(` ${code} `)
      ? 'agrees'
      : 'not-found'
  const dates = judgeDates({
    birthDate: parsed.birthDate,
    expiryDate: parsed.expiryDate,
    isPassport: parsed.kind === 'TD3',
    today,
    all: findDates(text).map((found) => found.dates),
    sure: sureDates(lines),
  })
  return {
    surname: names(parsed.surname),
    givenNames: names(parsed.givenNames),
    number: compareNumber(parsed, words, joinedWords(lines)),
    ...dates,
    // The printed date is in the calculated month or in the month before, so it can neither confirm nor
    // contradict the calculated date.
    ...(parsed.expiryIsCalculated && { expiryDate: 'not-found' as const }),
    sex: compareSex(parsed.sex, words),
    nationality: country(parsed.nationality, parsed.nationalityCountry?.name),
    issuingState: country(parsed.issuingState, parsed.issuer?.name),
  }
}

type FoldedWord = { text: string; confidence: number }

function together(verdicts: readonly PrintVerdict[]): PrintVerdict {
  if (verdicts.includes('contradicts')) return 'contradicts'
  return verdicts.every((verdict) => verdict === 'agrees') ? 'agrees' : 'not-found'
}

/**
 * Compares the expected word with the printed words. A similar word that was read with high confidence
 * contradicts the zone. A very different word proves nothing.
 */
function compareWord(expected: string, words: readonly FoldedWord[]): PrintVerdict {
  if (words.some(({ text }) => text === expected)) return 'agrees'
  const near = expected.length >= 6 ? 2 : 1
  if (expected.length < 3) return 'not-found'
  const contrary = words.some(
    ({ text, confidence }) => confidence >= sureWord && editDistance(text, expected, near) <= near,
  )
  return contrary ? 'contradicts' : 'not-found'
}

/**
 * If the zone's number is not found in the print, two kinds of printed numbers contradict it: a similar
 * number, and a number of the same shape (letters and digits at the same positions) that is not part of the
 * zone's optional data.
 */
function compareNumber(
  { number, optional }: ParsedMrz,
  words: readonly FoldedWord[],
  joined: readonly string[],
): PrintVerdict {
  const plain = number.replaceAll('<', '')
  const isNumber = (text: string) => text === plain || confuse(text) === confuse(plain)
  if (words.some(({ text }) => isNumber(text)) || joined.some(isNumber)) return 'agrees'
  const isLikeNumber =
    plain.length >= numberLike.length && plain.replace(/\D/g, '').length >= numberLike.digits
  const added = optional.replaceAll('<', '')
  const contrary = words.some(
    ({ text, confidence }) =>
      confidence >= sureWord &&
      /\d/.test(text) &&
      (editDistance(confuse(text), confuse(plain), 1) <= 1 ||
        (isLikeNumber && shapeOf(text) === shapeOf(plain) && !added.includes(text))),
  )
  return contrary ? 'contradicts' : 'not-found'
}

/** Joins two to four adjacent words, because many issuers print numbers in groups. */
function joinedWords(lines: readonly TextLine[]): string[] {
  return lines.flatMap(({ words }) =>
    words.flatMap((_, from) =>
      [2, 3, 4].flatMap((count) =>
        from + count <= words.length
          ? fold(
              words
                .slice(from, from + count)
                .map(({ text }) => text)
                .join(''),
            )
          : [],
      ),
    ),
  )
}

function shapeOf(word: string): string {
  return word.replace(/\d/g, '0').replace(/[A-Z]/g, 'A')
}

/**
 * Returns the dates whose parts were all read with sufficient confidence. A year must be read with the same
 * confidence as a word.
 */
function sureDates(lines: readonly TextLine[]): string[][] {
  return lines.flatMap(({ words }) => {
    const starts: number[] = []
    let text = ''
    for (const word of words) {
      starts.push(text.length)
      text += `${word.text} `
    }
    return findDates(text)
      .filter((found) =>
        words.every((word, at) => {
          const from = starts[at] ?? 0
          const isPart = from < found.index + found.text.length && from + word.text.length > found.index
          return !isPart || word.confidence >= (/\d{4}/.test(word.text) ? sureWord : sureInDate)
        }),
      )
      .map(({ dates }) => dates)
  })
}

function compareSex(sex: ParsedMrz['sex'], words: readonly FoldedWord[]): PrintVerdict {
  const mark = sex === 'male' ? 'M' : sex === 'female' ? 'F' : 'X'
  const marks = words.filter(({ text }) => /^[MFX]$/.test(text))
  if (marks.some(({ text }) => text === mark)) return 'agrees'
  return marks.some(({ confidence }) => confidence >= sureWord) ? 'contradicts' : 'not-found'
}

/**
 * Reduces printed text with accents and the zone's text without accents to a common form, in which Ü, UE and
 * U are equal.
 */
function fold(word: string): string {
  return word
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\p{L}+/gu, (letters) => transliterate(letters).replaceAll('<', ''))
    .replace(/AE|AA/g, 'A')
    .replace(/OE/g, 'O')
    .replace(/UE/g, 'U')
    .replace(/SS/g, 'S')
}

/** Merges letters and digits that OCR can't distinguish. */
function confuse(word: string): string {
  return word
    .replace(/[OQD]/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/S/g, '5')
    .replace(/Z/g, '2')
    .replace(/B/g, '8')
}
