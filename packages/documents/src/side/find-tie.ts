import type { ParsedMrz } from '../mrz/parse-mrz.ts'
import { comparePrint, type PrintedField } from '../print/compare-print.ts'
import type { TextLine } from '../print/create-text-reader.ts'

/** What of a picture is the card, as far as its print shows it; in pixels. */
export type Tie = {
  /** Around all print near the lines that name the holder, theirs included. */
  left: number
  top: number
  right: number
  bottom: number
  /** How high the lines are that name the holder. */
  lineHeight: number
  /** What the side says otherwise than the zone, although it names its holder. */
  contradicts: PrintedField[]
}

/** What a forger changes on one side alone. Words of names are read less surely beside a photo. */
const heldAgainst = ['number', 'birthDate', 'expiryDate'] as const

/** How far print of the same card can be, in heights of a line: lines are 1.2 mm high or more, cards 105 by 74 mm or less. */
export const cardReach = { across: 60, down: 40 }
/** In percent: what is read in grain and hair is less sure. */
const sureWord = 70

/** A shorter number could be any number on a card. */
const leastNumber = 5

/**
 * Where a side names the holder of the zone: by the document's number, or by surname and birth date. Undefined where it
 * does not, so that nothing says that both sides are of one card.
 */
export function findTie(parsed: ParsedMrz, lines: readonly TextLine[], today: string): Tie | undefined {
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
  const contradicts = heldAgainst.filter((field) => whole[field] === 'contradicts')
  return { ...around([...naming, ...near]), lineHeight, contradicts }
}

function around(lines: readonly TextLine[]): Omit<Tie, 'lineHeight' | 'contradicts'> {
  return {
    left: Math.min(...lines.map(({ x }) => x)),
    top: Math.min(...lines.map(({ y }) => y)),
    right: Math.max(...lines.flatMap(({ words }) => words.map(({ end }) => end))),
    bottom: Math.max(...lines.map(({ y, height }) => y + height)),
  }
}
