import { parseMrz } from '../mrz/parse-mrz.ts'
import type { DecodedZone } from './decode-zone.ts'

/** A next best character has to be this likely to be tried at all. */
const leastShare = 0.03
const mostTried = 14

/**
 * Where a check digit fails: the one exchange of a doubtful character for its next best that makes all of them hold.
 * One in ten of all exchanges would, so the result is worth nothing by itself: the caller has to find it in the print.
 * Undefined where there is none, or more than one.
 */
export function mendZone(decoded: DecodedZone, today: string): DecodedZone | undefined {
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
  const mended: DecodedZone[] = []
  for (const { letter, index, share } of doubtful) {
    const row = Math.floor(index / length)
    const column = index % length
    const lines = decoded.lines.map((line, at) =>
      at === row ? line.slice(0, column) + letter + line.slice(column + 1) : line,
    )
    if (problems(lines).length > 0) continue
    const confidence = decoded.confidence.map((each, at) => (at === index ? share : each))
    mended.push({ ...decoded, lines, confidence })
  }
  return mended.length === 1 ? mended[0] : undefined
}
