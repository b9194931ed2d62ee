import { parseMrz } from '../mrz/parse-mrz.ts'
import type { DecodedZone } from './decode-zone.ts'

/** Minimum probability of a second-best character. */
const leastShare = 0.03
const mostTried = 14

/**
 * If a check digit fails, finds the only doubtful character whose second-best reading makes all check digits
 * valid. Returns undefined if there is no such replacement or more than one. One in ten random replacements
 * passes a check digit, so the caller must not use the result unless it is also found in the print.
 */
export function correctZone(decoded: DecodedZone, today: string): DecodedZone | undefined {
  const problems = (lines: readonly string[]) =>
    parseMrz(lines, { today, allowSpecimen: true })?.problems.filter((each) => each.startsWith('check.')) ?? [
      '?',
    ]
  if (problems(decoded.lines).length === 0) return undefined
  const { length } = decoded.layout
  const doubtful = decoded.runnerUp
    .map((next, index) => ({ ...next, index }))
    .filter(({ share }) => share >= leastShare)
    .sort((a, b) => b.share - a.share)
    .slice(0, mostTried)
  const corrected: DecodedZone[] = []
  for (const { letter, index, share } of doubtful) {
    const row = Math.floor(index / length)
    const column = index % length
    const lines = decoded.lines.map((line, at) =>
      at === row ? line.slice(0, column) + letter + line.slice(column + 1) : line,
    )
    if (problems(lines).length > 0) continue
    const confidence = decoded.confidence.map((each, at) => (at === index ? share : each))
    corrected.push({ ...decoded, lines, confidence })
  }
  return corrected.length === 1 ? corrected[0] : undefined
}
