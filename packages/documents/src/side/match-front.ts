import type { ParsedMrz } from '../mrz/parse-mrz.ts'
import { comparePrint, type PrintedField } from '../print/compare-print.ts'
import type { TextLine } from '../print/create-text-reader.ts'

/** The part of a picture that is the card, according to its print; in pixels. */
export type FrontMatch = {
  /** Bounding box of all print near the lines that name the holder, including these lines. */
  left: number
  top: number
  right: number
  bottom: number
  /** Height of the lines that name the holder. */
  lineHeight: number
  /** Fields that differ from the zone, although the side names the same holder. */
  contradicts: PrintedField[]
}

/**
 * Fields that a forger changes on one side only. Names are not included, because text beside a photo is read
 * less reliably.
 */
const comparedFields = ['number', 'birthDate', 'expiryDate'] as const

/**
 * Maximum distance of print on the same card, in line heights: lines are at least 1.2 mm high, cards at most
 * 105 by 74 mm.
 */
export const cardReach = { across: 60, down: 40 }
/** In percent. OCR reads grain and hair with a lower confidence. */
const sureWord = 70

/** A shorter number could be any number on a card. */
const leastNumber = 5

/**
 * Finds the text that names the holder of the zone: by document number, or by surname and birth date.
 * Undefined if there is none, because then nothing shows that both sides belong to one card.
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
