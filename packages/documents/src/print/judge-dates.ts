import { ageOn } from '../mrz/age-on.ts'

/** `not-found`: the value is not printed, or the print could not be read. */
export type PrintVerdict = 'agrees' | 'contradicts' | 'not-found' | 'not-read'

/**
 * Maximum validity of a document in years: ten, plus the remaining validity of the previous document, which
 * some states add.
 */
const mostYears = 11
const cardForLife = { fromAge: 55, years: 60 }

/**
 * Compares printed dates with the zone's dates. The birth, issue and expiry dates on a page have no
 * reliable labels, so each date is classified by its possible meanings: an expiry date is not in the past,
 * a birth date is not in the future, and a document is not issued long before it expires. A date
 * contradicts the zone if it can only be a birth or expiry date and differs from the expected date.
 */
export function judgeDates(options: {
  birthDate: string | undefined
  expiryDate: string | undefined
  isPassport: boolean
  today: string
  /** All printed dates, with two readings if day and month are ambiguous. */
  all: readonly (readonly string[])[]
  /** The readings of the dates that were read with sufficient confidence. */
  sure: readonly (readonly string[])[]
}): { birthDate: PrintVerdict; expiryDate: PrintVerdict } {
  const { birthDate, expiryDate, isPassport, today, all, sure } = options
  const isPrinted = (date: string | undefined) =>
    all.some((readings) => readings.some((each) => each === date))
  const other = sure.filter((readings) => !readings.some((each) => each === birthDate || each === expiryDate))
  const distinct = [...new Map(other.map((readings) => [readings.join(), readings])).values()]
  const past = distinct.filter((readings) => readings.every((each) => each <= today))
  const future = distinct.filter((readings) => readings.every((each) => each > today))
  const isForLife = !isPassport && birthDate !== undefined && ageOn(birthDate, today) >= cardForLife.fromAge
  const firstIssue = expiryDate && yearsBefore(expiryDate, isForLife ? cardForLife.years : mostYears)
  const isBirth = (readings: readonly string[]) =>
    firstIssue !== undefined && readings.every((each) => each < firstIssue)
  const verdict = (date: string | undefined, contradicts: boolean): PrintVerdict => {
    if (date === undefined) return 'not-found'
    if (isPrinted(date)) return 'agrees'
    return contradicts ? 'contradicts' : 'not-found'
  }
  return {
    // Only one date in the past can be the issue date. If there are more, one of them is a birth date.
    birthDate: verdict(birthDate, past.length > 1 || past.some(isBirth)),
    expiryDate: verdict(expiryDate, future.length > 0),
  }
}

function yearsBefore(date: string, years: number): string {
  return `${String(Number(date.slice(0, 4)) - years).padStart(4, '0')}${date.slice(4)}`
}
