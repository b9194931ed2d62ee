import { countryOf, countryOfTwoLetters } from '../mrz/country-of.ts'
import type { DecodedZone } from './decode-zone.ts'

/** A next best letter has to be this likely to be taken. */
const leastShare = 0.1

/**
 * States are a closed list: where what was read is none of them, and exactly one of its letters has a next best that makes it
 * one, that is what stands there. The letter stays as doubtful as it was: it is not accepted unless the print says the same.
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

/** Fillers alone, or two letters, may be right on some cards: that is for the parser to say. */
function isState(code: string): boolean {
  const plain = code.replace(/<+$/, '')
  return plain === '' || countryOf(plain) !== undefined || countryOfTwoLetters(plain) !== undefined
}
