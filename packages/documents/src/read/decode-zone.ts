import { countryOf, countryOfTwoLetters } from '../mrz/country-of.ts'
import { frenchCard } from '../mrz/french-card.ts'
import { type Charset, type DocumentKind, type MrzLayout, mrzLayouts } from '../mrz/mrz-layout.ts'
import { glyphClasses } from './glyph-net.ts'

export type DecodedZone = {
  layout: MrzLayout
  lines: string[]
  /**
   * Confidence per character of the joined lines, relative to all characters, including those that the
   * layout excludes.
   */
  confidence: number[]
  /** The second-best character at each position and its probability. */
  runnerUp: { letter: string; share: number }[]
}

const allowed: Readonly<Record<Charset | 'check', string>> = {
  letter: '<ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digit: '0123456789<',
  any: '0123456789<ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  code: '<ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  sex: 'MF<',
  check: '0123456789<',
}

/** Selects the best character that the layout allows at each position, without using check digits. */
export function decodeZone(options: {
  lines: number
  length: number
  places: readonly Float32Array[]
}): DecodedZone | undefined {
  const { lines, length, places } = options
  const first = places[0]
  const fitting = Object.values(mrzLayouts).filter((each) => each.lines === lines && each.length === length)
  if (first === undefined || fitting.length === 0) return undefined
  const likely = (layout: MrzLayout) =>
    Math.max(...[...codeLetters[layout.kind]].map((letter) => first[glyphClasses.indexOf(letter)] ?? 0))
  const layout =
    nationalForms.find((each) => each.lines === lines && each.length === length && opens(each, places)) ??
    fitting.reduce((best, each) => (likely(each) > likely(best) ? each : best))
  const charsets = charsetsOf(layout)
  const confidence: number[] = []
  const runnerUp: DecodedZone['runnerUp'] = []
  let text = ''
  for (const [index, place] of places.entries()) {
    const letters = lettersAt(index, layout.kind, charsets[index], text)
    let best = { letter: '<', share: 0 }
    let next = { letter: '<', share: 0 }
    let all = 0
    for (const letter of letters) {
      const share = place[glyphClasses.indexOf(letter)] ?? 0
      all += share
      if (share > best.share) {
        next = best
        best = { letter, share }
      } else if (share > next.share) next = { letter, share }
    }
    text += best.letter
    // The layout decides between 0 and O. If no allowed character fits well, the confidence stays low.
    confidence.push((best.share / Math.max(all, 1e-6)) * Math.min(1, all * 2.5))
    runnerUp.push({ letter: next.letter, share: next.share / Math.max(all, 1e-6) })
  }
  const rows = Array.from({ length: lines }, (_, row) => text.slice(row * length, (row + 1) * length))
  return settleStates({ layout, lines: rows, confidence, runnerUp })
}

const nationalForms: readonly MrzLayout[] = [frenchCard]

/** Returns whether the most likely first letters match the format's first letters. */
function opens({ opening = '' }: MrzLayout, places: readonly Float32Array[]): boolean {
  return [...opening].every((letter, index) => {
    const place = places[index]
    const share = place?.[glyphClasses.indexOf(letter)] ?? 0
    return [...allowed.letter].every((other) => (place?.[glyphClasses.indexOf(other)] ?? 0) <= share)
  })
}

/**
 * Returns the characters that are allowed at a position. The first letter depends on the kind of document. On
 * some cards, the letter C is followed by a digit.
 */
function lettersAt(
  index: number,
  kind: DocumentKind,
  charset: Charset | 'check' | undefined,
  before: string,
): string {
  if (index === 0) return codeLetters[kind]
  return allowed[charset ?? 'any'] + (index === 1 && before === 'C' ? '12' : '')
}

const codeLetters: Readonly<Record<DocumentKind, string>> = {
  TD1: 'IAC',
  TD2: 'IAC',
  TD3: 'P',
  'MRV-A': 'V',
  'MRV-B': 'V',
}

function charsetsOf(layout: MrzLayout): (Charset | 'check')[] {
  const charsets = Array<Charset | 'check'>(layout.lines * layout.length).fill('check')
  for (const { line, from, to, charset } of layout.fields) {
    charsets.fill(charset, line * layout.length + from, line * layout.length + to)
  }
  return charsets
}

/** Minimum probability of a second-best letter. */
const leastShare = 0.1

/**
 * Corrects state codes, which are a closed list. If a code is unknown and replacing exactly one letter with
 * its second-best reading results in a known code, that code is used. The letter keeps its low confidence,
 * so the field is accepted only if the print confirms it.
 */
export function settleStates(decoded: DecodedZone): DecodedZone {
  let settled = decoded
  for (const { name, line, from, to } of decoded.layout.fields) {
    if (name !== 'issuingState' && name !== 'nationality') continue
    const code = (decoded.lines[line] ?? '').slice(from, to)
    if (isState(code)) continue
    const start = line * decoded.layout.length + from
    const better = [...code].flatMap((_, at) => {
      const { letter, share } = decoded.runnerUp[start + at] ?? { letter: '', share: 0 }
      const changed = code.slice(0, at) + letter + code.slice(at + 1)
      return share >= leastShare && isState(changed) ? [{ at, changed, share }] : []
    })
    const [only] = better
    if (only === undefined || better.length > 1) continue
    const lines = settled.lines.map((text, row) =>
      row === line ? text.slice(0, from) + only.changed + text.slice(to) : text,
    )
    const confidence = settled.confidence.with(start + only.at, only.share)
    settled = { ...settled, lines, confidence }
  }
  return settled
}

/** Empty and two-letter codes are valid on some cards, so the parser checks them. */
function isState(code: string): boolean {
  const plain = code.replace(/<+$/, '')
  return plain === '' || countryOf(plain) !== undefined || countryOfTwoLetters(plain) !== undefined
}
