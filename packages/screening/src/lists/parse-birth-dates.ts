import { englishMonths } from '@touchstone/common'
import type { BirthPeriod } from './list-entry.ts'

type Found = { at: number; end: number; from: string; to: string; precise: boolean }

/**
 * Finds all birth dates in a list's text: `1958`, `15.8.1976`, `4 May 1955`, `March 1960`, `1964-12-23`,
 * `circa 1950`, `Between 1966 and 1967 (approximately)`, `1955 or 1956`, `(a) 1.1.1964, (b) 2.3.1965`.
 */
export function parseBirthDates(text: string): BirthPeriod[] {
  const circa = /\b(circa|approx\w*|about|around|early|late|mid|c\.)/i.test(text)
  const found = findDates(text)
  const periods: BirthPeriod[] = []
  for (let index = 0; index < found.length; index += 1) {
    const first = found[index]
    const second = found[index + 1]
    if (first === undefined) continue
    if (second !== undefined && first.to < second.from && isRange(text, first, second)) {
      periods.push({ from: first.from, to: second.to, circa })
      index += 1
    } else periods.push({ from: first.from, to: first.to, circa: circa && !first.precise })
  }
  const seen = new Set<string>()
  return periods.filter(({ from, to }) => !seen.has(`${from} ${to}`) && seen.add(`${from} ${to}`))
}

function isRange(text: string, first: Found, second: Found): boolean {
  const between = text.slice(first.end, second.at).trim().toLowerCase()
  if (/^(-|–|—|to|until)$/.test(between)) return true
  const before = text.slice(0, first.at).trim().toLowerCase()
  return (between === 'and' && /(between|from)$/.test(before)) || (between === '/' && !first.precise)
}

const patterns = [
  /\b(?<year>\d{4})-(?<month>\d{1,2})(?:-(?<day>\d{1,2}))?(?!\d|-\d)/g,
  /\b(?<day>\d{1,2})[./](?<month>\d{1,2})[./](?<year>\d{4})\b/g,
  /\b(?:(?<day>\d{1,2})(?:st|nd|rd|th)?\s+)?(?<word>[A-Za-z]{3,9})\.?,?\s+(?<year>\d{4})\b/g,
  /\b(?<word>[A-Za-z]{3,9})\.?\s+(?<day>\d{1,2}),\s*(?<year>\d{4})\b/g,
  /\b(?<year>\d{4})\b/g,
]

function findDates(text: string): Found[] {
  const found: Found[] = []
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const at = match.index
      const end = at + match[0].length
      if (found.some((other) => at < other.end && end > other.at)) continue
      const { year, month, day, word } = match.groups ?? {}
      const number =
        word === undefined ? Number(month ?? 0) : (englishMonths[word.slice(0, 3).toLowerCase()] ?? -1)
      // The word is not a month, as in "Born 1956". In such cases, the last pattern finds the year.
      if (number < 0) continue
      const period = periodOf(Number(year), number, Number(day ?? 0))
      if (period !== undefined) found.push({ at, end, ...period, precise: day !== undefined })
    }
  }
  return found.sort((a, b) => a.at - b.at)
}

/**
 * Returns the period that contains a date, or `undefined` if the date is invalid. A month or day of 0 means
 * that the month or day is unknown.
 */
export function periodOf(year: number, month: number, day: number): { from: string; to: string } | undefined {
  if (!(year >= 1850 && year <= 2100) || month > 12 || day > 31) return undefined
  const text = (m: number, d: number) => `${year}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
  if (month === 0) return { from: text(1, 1), to: text(12, 31) }
  if (day === 0) return { from: text(month, 1), to: text(month, lastDay(year, month)) }
  if (day > lastDay(year, month)) return undefined
  return { from: text(month, day), to: text(month, day) }
}

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
