import { englishMonths } from '@touchstone/common'
/** A date found in a string. The date has two readings if day and month could be swapped. */
export type FoundDate = { dates: string[]; index: number; text: string }

const name = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const patterns: readonly { shape: RegExp; order: 'ymd' | 'dmy' | 'mdy' | 'unsure' }[] = [
  { shape: /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/g, order: 'ymd' },
  {
    shape: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th)?[ .\\-/]{0,2}(?:of )?${name}[ .,\\-/]{0,2}(\\d{4})\\b`,
      'gi',
    ),
    order: 'dmy',
  },
  {
    shape: new RegExp(`\\b${name}[ .]{1,2}(\\d{1,2})(?:st|nd|rd|th)?[ ,.]{1,3}(\\d{4})\\b`, 'gi'),
    order: 'mdy',
  },
  // In dates with dots, the day comes first. In dates with slashes, the order is ambiguous.
  { shape: /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/g, order: 'dmy' },
  { shape: /\b(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b/g, order: 'unsure' },
]

/** Returns all dates in a string, in order. */
export function findDates(text: string): FoundDate[] {
  const found: FoundDate[] = []
  for (const { shape, order } of patterns) {
    for (const match of text.matchAll(shape)) {
      const [whole, a = '', b = '', c = ''] = match
      const readings =
        order === 'ymd'
          ? [day(a, b, c)]
          : order === 'dmy'
            ? [day(c, b, a)]
            : order === 'mdy'
              ? [day(c, a, b)]
              : [day(c, b, a), day(c, a, b)]
      const dates = [...new Set(readings.filter((date) => date !== undefined))]
      if (dates.length > 0) found.push({ dates, index: match.index, text: whole })
    }
  }
  return found.sort((x, y) => x.index - y.index)
}

function day(year: string, month: string, date: string): string | undefined {
  const number = englishMonths[month.slice(0, 3).toLowerCase()] ?? Number(month)
  const two = (value: number) => String(value).padStart(2, '0')
  const text = `${year}-${two(number)}-${two(Number(date))}`
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text ? text : undefined
}
