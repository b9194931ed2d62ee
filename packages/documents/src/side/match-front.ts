import type { ParsedMrz } from '../mrz/parse-mrz.ts'
import { comparePrint, type PrintedField } from '../print/compare-print.ts'
import type { TextLine } from '../print/create-text-reader.ts'

/** The part of a picture, in pixels, that contains the card as determined from its print. */
export type FrontMatch = {
  /** Bounding box of all print near the lines that name the holder, including these lines. */
  left: number
  top: number
  right: number
  bottom: number
  /** Height of the lines with the holder's name. */
  lineHeight: number
  /** Fields that differ from the zone, although the front names the same holder. */
  contradicts: PrintedField[]
}

/**
 * The fields that are compared, because a forger could change them on one side only. Names are not included,
 * because text beside a photo is read less reliably.
 */
const comparedFields = ['number', 'birthDate', 'expiryDate'] as const

/**
 * Maximum distance between pieces of text printed on one card, in line heights. Lines are at least 1.2 mm
 * high, and cards are at most 105 by 74 mm in size.
 */
export const cardReach = { across: 60, down: 40 }
/** Minimum OCR confidence in percent. OCR reads grain and hair as text with lower confidence. */
const sureWord = 70

/** Minimum length of a document number. A shorter number could be any number on a card. */
const leastNumber = 5

/**
 * Finds the text that identifies the zone's holder by document number, or by surname and birth date.
 * Returns undefined if there is no such text, because nothing else shows that both sides belong to one
 * card.
 */
export function matchFront(
  parsed: ParsedMrz,
  lines: readonly TextLine[],
  today: string,
): FrontMatch | undefined {
  const hasNumber = parsed.number.replaceAll('<', '').length >= leastNumber
  const whole = comparePrint(parsed, lines, today)
  const byNumber = hasNumber && whole.number === 'agrees'
  if (!byNumber && !(whole.surname === 'agrees' && whole.birthDate === 'agrees')) return undefined
  const naming = lines.filter((line) => {
    const verdicts = comparePrint(parsed, [line], today)
    return byNumber
      ? verdicts.number === 'agrees'
      : verdicts.surname === 'agrees' || verdicts.birthDate === 'agrees'
  })
  if (naming.length === 0) return undefined
  const lineHeight = Math.min(...naming.map(({ height }) => height))
  const own = around(naming)
  const near = lines.filter((line) => {
    const { left, top, right, bottom } = around([line])
    return (
      line.words.some(({ text, confidence }) => confidence >= sureWord && /[\p{L}\p{N}]{3}/u.test(text)) &&
      left > own.left - cardReach.across * lineHeight &&
      right < own.right + cardReach.across * lineHeight &&
      top > own.top - cardReach.down * lineHeight &&
      bottom < own.bottom + cardReach.down * lineHeight
    )
  })
  const contradicts = comparedFields.filter((field) => whole[field] === 'contradicts')
  return { ...around([...naming, ...near]), lineHeight, contradicts }
}

function around(lines: readonly TextLine[]): Omit<FrontMatch, 'lineHeight' | 'contradicts'> {
  return {
    left: Math.min(...lines.map(({ x }) => x)),
    top: Math.min(...lines.map(({ y }) => y)),
    right: Math.max(...lines.flatMap(({ words }) => words.map(({ end }) => end))),
    bottom: Math.max(...lines.map(({ y, height }) => y + height)),
  }
}
