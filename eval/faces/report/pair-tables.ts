import { falseMatchRateAt, uniquenessGoals, uniquenessTable } from '@touchstone/biometrics'
import type { Table, Target } from '../../../bench/support/report.ts'
import { shareWithRange } from '../measure/confidence.ts'
import { interestingDistances, type PairResults } from '../measure/evaluate-pairs.ts'

const below = (distances: readonly number[], limit: number) =>
  distances.filter((value) => value <= limit).length

export function rocTable({ limits, same, different }: PairResults): Table {
  return {
    title: `Face match, ${same.length} same and ${different.length} different labelled pairs (95 % confidence in brackets)`,
    head: ['distance up to', 'same accepted', 'different accepted', 'model of different people'],
    rows: interestingDistances(limits).map((limit) => [
      limit.toFixed(3),
      shareWithRange(below(same, limit), same.length),
      shareWithRange(below(different, limit), different.length),
      falseMatchRateAt(limit, limits.strangers).toExponential(1),
    ]),
  }
}

export function edgeTable({ limits, same, different, photographs, withoutFace }: PairResults): Table {
  const mean = different.reduce((sum, value) => sum + value, 0) / different.length
  const squares = different.reduce((sum, value) => sum + (value - mean) ** 2, 0) / different.length
  return {
    title: 'Face match: extremes',
    head: ['what', 'seen'],
    rows: [
      ['embedding', limits.model],
      ['photographs, photographs without a detected face', `${photographs}, ${withoutFace}`],
      ['largest distance of a same-person pair', (same.at(-1) ?? 0).toFixed(3)],
      ['smallest distance of a different-person pair', (different[0] ?? 0).toFixed(3)],
      [
        'different people: mean and standard deviation',
        `${mean.toFixed(3)}, ${Math.sqrt(squares).toFixed(3)}`,
      ],
    ],
  }
}

export function galleryTable({ limits: { strangers }, same }: PairResults): Table {
  return {
    title: `Uniqueness: limits at which ${uniquenessGoals.falseDuplicates * 100} % of new people are treated as duplicates and ${uniquenessGoals.falseGrey * 100} % require another check`,
    head: [
      'people',
      'duplicate up to',
      'grey up to',
      'with the same birth year',
      'false-match rate (duplicate, grey)',
      'same-person pairs treated as duplicates, at least grey',
    ],
    rows: uniquenessTable(strangers).map((limits) => [
      limits.gallerySize.toLocaleString('en'),
      limits.duplicate.toFixed(3),
      limits.grey.toFixed(3),
      `${limits.duplicateOfBirthYear.toFixed(3)}, ${limits.greyOfBirthYear.toFixed(3)}`,
      `${limits.falseMatchRate.duplicate.toExponential(0)}, ${limits.falseMatchRate.grey.toExponential(0)}`,
      [limits.duplicate, limits.grey]
        .map((limit) => `${((below(same, limit) / same.length) * 100).toFixed(0)} %`)
        .join(', '),
    ]),
  }
}

export function pairTargets({ limits, same, different }: PairResults): Target[] {
  const wrong = below(different, limits.same)
  const called = same.length - below(same, limits.different)
  return [
    {
      what: 'different-person pairs accepted as the same person',
      wanted: 'none',
      seen: `${wrong} of ${different.length}`,
      met: wrong === 0,
    },
    {
      what: 'same-person pairs rejected as different people',
      wanted: 'none',
      seen: `${called} of ${same.length}`,
      met: called === 0,
    },
  ]
}
