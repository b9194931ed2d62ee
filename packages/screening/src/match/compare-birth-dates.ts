import type { BirthPeriod } from '../lists/list-entry.ts'
import type { Feature } from './feature.ts'
import { screeningPolicy } from './screening-policy.ts'

const { birthDate: policy } = screeningPolicy

type Period = { readonly from: string; readonly to: string }

/**
 * Returns the deduction for a different birth date, or undefined if the dates agree or one of them is
 * unknown.
 */
export function compareBirthDates(
  given: Period | undefined,
  listed: readonly BirthPeriod[],
): Feature | undefined {
  if (given === undefined || listed.length === 0) return undefined
  let best: { taken: number; period: BirthPeriod; how: string } | undefined
  for (const period of listed) {
    const judged = judge(given, period)
    if (best === undefined || judged.taken < best.taken) best = { ...judged, period }
  }
  if (best === undefined) return undefined
  const dates = `listed ${showPeriod(best.period)}, given ${showPeriod({ ...given, circa: false })}`
  return { feature: 'birth-date', part: best.taken === 0 ? 0 : -best.taken, why: `${best.how}: ${dates}` }
}

function judge(given: Period, listed: BirthPeriod): { taken: number; how: string } {
  const circa = listed.circa ? policy.circaYears : 0
  const gap = yearsBetween(given, listed)
  if (gap <= circa) return { taken: policy.agrees, how: 'the birth dates match' }
  if (isSlip(given, listed))
    return { taken: policy.slip, how: 'the birth dates differ only by a typing error' }
  const years = gap - circa
  const day = given.from.slice(4)
  if (isDay(given) && isDay(listed) && day === listed.from.slice(4) && day !== '-01-01' && years > 2)
    return { taken: policy.sameDay, how: 'the birth dates have the same day and month but different years' }
  const { taken } = policy.apart.find(({ upTo }) => years <= upTo) ?? { taken: policy.far }
  return {
    taken,
    how:
      years < 1
        ? 'the birth dates differ by less than a year'
        : `the birth dates are ${Math.round(years)} years apart`,
  }
}

/** Returns the distance between two periods in years, which is 0 if they overlap. */
function yearsBetween(a: Period, b: Period): number {
  if (a.from <= b.to && b.from <= a.to) return 0
  const days = a.from > b.to ? dayNumber(a.from) - dayNumber(b.to) : dayNumber(b.from) - dayNumber(a.to)
  return days / 365.25
}

/** Returns whether day and month are swapped, or whether exactly one digit of the date differs. */
function isSlip(a: Period, b: Period): boolean {
  if (!isDay(a) || !isDay(b)) return false
  const [yearA = '', monthA = '', dayA = ''] = a.from.split('-')
  const [yearB = '', monthB = '', dayB = ''] = b.from.split('-')
  if (yearA === yearB && monthA === dayB && dayA === monthB) return true
  const digits = [...a.from].filter((digit, at) => digit !== b.from[at]).length
  return digits === 1
}

const isDay = ({ from, to }: Period) => from === to

const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000

function showPeriod({ from, to, circa }: BirthPeriod): string {
  const shown =
    from === to
      ? from
      : from.endsWith('-01-01') && to.endsWith('-12-31')
        ? from.slice(0, 4) === to.slice(0, 4)
          ? from.slice(0, 4)
          : `${from.slice(0, 4)} to ${to.slice(0, 4)}`
        : from.slice(0, 7) === to.slice(0, 7)
          ? from.slice(0, 7)
          : `${from} to ${to}`
  return circa ? `about ${shown}` : shown
}
