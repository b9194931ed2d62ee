import { ageOn } from '../mrz/age-on.ts'

/** `not-found`: the print says nothing about it, or could not be read there. */
export type PrintVerdict = 'agrees' | 'contradicts' | 'not-found' | 'not-read'

/** The longest that a document is good for: ten years and what an old one had left. Some states give the old one card. */
const mostYears = 11
const cardForLife = { fromAge: 55, years: 60 }

/**
 * What printed dates say of those in the zone. A page prints the day of birth, of issue and of expiry. Which is which is
 * told by what it can be: nobody expires in the past or is born in the future, and no document is issued long before it
 * expires. So a date speaks against the zone where it can be nothing else than the one that should be there and is not.
 */
export function judgeDates(options: {
  birthDate: string | undefined
  expiryDate: string | undefined
  isPassport: boolean
  today: string
  /** Every printed date; two readings where day and month can't be told apart. */
  all: readonly (readonly string[])[]
  /** Those that were read surely. */
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
    // One past date may be that of issue; the second is a birth.
    birthDate: verdict(birthDate, past.length > 1 || past.some(isBirth)),
    expiryDate: verdict(expiryDate, future.length > 0),
  }
}

function yearsBefore(date: string, years: number): string {
  return `${String(Number(date.slice(0, 4)) - years).padStart(4, '0')}${date.slice(4)}`
}
