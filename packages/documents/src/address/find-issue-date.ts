import { type FoundDate, findDates } from '../print/find-dates.ts'
import type { ProofLine } from './proof-text.ts'

export type IssueDate =
  | { date: string }
  /** True if the order of day and month is unclear or several dates are possible. */
  | { ambiguous: true }
  | undefined

const issued =
  /(issue|invoice|statement|bill|letter|document|notice|assessment|print(ed)?)\s*date|date of (issue|invoice|statement|bill|letter|notice|this)|\bissued\b|\bdated\b|^\s*date\b|\bbill(ed)? on\b|statement as (of|at)/i
const other =
  /due|pay(ment|able)?\b|before|until|expir|valid|next|period|from|through|\bto\b|birth|since|start|end|reading|delivery|order|opened|closing|collect|direct debit|contract|tenancy|move/i

/** Finds the letter's issue date: the date with a matching label, or otherwise the only unlabelled date. */
export function findIssueDate(lines: readonly ProofLine[]): IssueDate {
  const all = lines.flatMap((line, index) =>
    findDates(line.text).map((found) => ({ found, ...roleOf(lines, index, line, found) })),
  )
  const order = dayOrder(all.map(({ found }) => found))
  const named = all.filter(({ role }) => role === 'issued')
  const alone = all.filter(({ role }) => role === 'alone')
  for (const group of [named, alone]) {
    if (group.length === 0) continue
    const days = new Set(group.map(({ found }) => settle(found, order) ?? '?'))
    const [only] = days
    return days.size === 1 && only !== undefined && only !== '?' ? { date: only } : { ambiguous: true }
  }
  return undefined
}

/**
 * Classifies a date by the words before it on the same line or, as in a table, by the words beside or above
 * it.
 */
function roleOf(
  lines: readonly ProofLine[],
  index: number,
  line: ProofLine,
  found: FoundDate,
): { role: 'issued' | 'other' | 'alone' } {
  const before = line.text.slice(0, found.index)
  const rest = line.text.slice(found.index + found.text.length)
  if (/\p{L}{2}/u.test(before)) return { role: roleOfWords(before) }
  const beside = lines.find(
    (each) =>
      each !== line &&
      each.page === line.page &&
      Math.abs(each.y - line.y) < line.height * 0.6 &&
      each.x < line.x &&
      line.x - each.x < 320 &&
      !lines.some(
        (between) =>
          between !== each &&
          between !== line &&
          between.page === line.page &&
          Math.abs(between.y - line.y) < line.height * 0.6 &&
          between.x > each.x &&
          between.x < line.x,
      ),
  )
  if (beside && findDates(beside.text).length === 0) {
    const role = roleOfWords(beside.text)
    if (role !== 'alone') return { role }
  }
  const above = lines
    .slice(Math.max(0, index - 8), index)
    .filter(
      (each) =>
        each.page === line.page &&
        line.y - each.y > 0 &&
        line.y - each.y < line.height * 2.6 &&
        Math.abs(each.x - line.x) < line.height * 3,
    )
    .at(-1)
  if (above && findDates(above.text).length === 0 && above.text.length < 40) {
    const role = roleOfWords(above.text)
    if (role !== 'alone') return { role }
  }
  // A date can be the letter's date if it is alone on its line or follows a place name, as in "London, 3
  // March 2026", but not if it is inside a sentence.
  return { role: /\p{L}{3}/u.test(rest) ? 'other' : 'alone' }
}

function roleOfWords(words: string): 'issued' | 'other' | 'alone' {
  if (/due|period|birth|until|next/i.test(words)) return 'other'
  if (issued.test(words)) return 'issued'
  if (other.test(words)) return 'other'
  // The text before the date can be a place name and a comma. Longer text is a sentence.
  return /^[\p{L} .-]{2,24},?\s*(the)?\s*$/u.test(words) ? 'alone' : 'other'
}

/**
 * Uses the other dates to find the order of day and month: for example, 25/03/2026 shows that the day comes
 * first.
 */
function dayOrder(all: readonly FoundDate[]): 'day-first' | 'month-first' | undefined {
  let dayFirst = false
  let monthFirst = false
  for (const { text } of all) {
    const match = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}$/.exec(text)
    if (!match) continue
    if (Number(match[1]) > 12) dayFirst = true
    if (Number(match[2]) > 12) monthFirst = true
  }
  return dayFirst === monthFirst ? undefined : dayFirst ? 'day-first' : 'month-first'
}

function settle({ dates }: FoundDate, order: ReturnType<typeof dayOrder>): string | undefined {
  if (dates.length === 1) return dates[0]
  return order === 'day-first' ? dates[0] : order === 'month-first' ? dates[1] : undefined
}
