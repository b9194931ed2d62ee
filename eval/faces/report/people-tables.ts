import {
  type EmbeddingLimits,
  falseMatchRateAt,
  type MeasuredRate,
  uniquenessLimits,
} from '@touchstone/biometrics'
import type { PartReport, Table } from '../../../bench/support/report.ts'
import { type Comparison, shareOfPeople } from '../people/compare-people.ts'

const gallerySizes = [1_000, 10_000, 100_000, 1_000_000]

/** Reports how well the models separate people, and what their limits mean for galleries of four sizes. */
export function reportPeople(options: {
  comparisons: readonly Comparison[]
  limits: readonly EmbeddingLimits[]
  photographs: number
  unusable: number
}): PartReport {
  const { comparisons, limits, photographs, unusable } = options
  const limitsOf = ({ model }: Comparison) => limits.find((each) => each.model === model) as EmbeddingLimits
  return {
    tables: [
      separationTable(comparisons, `${photographs} photographs, ${unusable} without exactly one clear face`),
      tailTable(comparisons),
      ...comparisons
        .filter(({ kind }) => kind !== 'document against live face')
        .map((each) => galleryTable(each, limitsOf(each))),
      matchTable(comparisons.map((each) => [each, limitsOf(each)])),
    ],
    targets: comparisons
      .filter(({ kind }) => kind === 'fused captures')
      .map((each) => {
        const { tail, model } = each
        const [rate, limit] = [tail.points.at(-1)?.rate ?? 1, tail.points.at(-1)?.distance ?? 0]
        const stated = falseMatchRateAt(limit, limitsOf(each).strangers)
        return {
          what: `false-match rate stated by the limits of ${nameOf(model)} at distance ${limit}`,
          wanted: `at least the measured bound, ${rate}`,
          seen: stated.toExponential(1),
          met: stated >= rate * 0.99,
        }
      }),
    data: {
      photographs,
      unusable,
      comparisons: comparisons.map(({ same, strangers, ...rest }) => ({
        ...rest,
        samePairs: same.flat().length,
        differentPairs: strangers.distances.length,
      })),
    },
  }
}

function separationTable(comparisons: readonly Comparison[], read: string): Table {
  return {
    title: `People: share of people whose pictures match, at three false-match rates (${read})`,
    head: ['embedding', 'pictures', 'people with pairs, different-person pairs', '1e-3', '1e-4', '1e-5'],
    rows: comparisons.map(({ model, kind, same, strangers, rates }) => [
      nameOf(model),
      kind,
      `${same.length}, ${strangers.distances.length.toLocaleString('en')}`,
      ...rates.map(({ found }) => share(found)),
    ]),
  }
}

function tailTable(comparisons: readonly Comparison[]): Table {
  const rates = [...new Set(comparisons.flatMap(({ tail }) => tail.points.map(({ rate }) => rate)))]
  rates.sort((a, b) => b - a)
  return {
    title: 'People: largest distance at which the false-match rate holds with 95 % confidence',
    head: [
      'embedding',
      'pictures',
      ...rates.map(String),
      'nearest strangers',
      'decrease for each tenfold reduction of the rate',
    ],
    rows: comparisons.map(({ model, kind, tail, strangers }) => [
      nameOf(model),
      kind,
      ...rates.map((rate) => tail.points.find((point) => point.rate === rate)?.distance.toFixed(3) ?? ''),
      strangers.distances[0]?.toFixed(3) ?? '',
      tail.decade.toFixed(3),
    ]),
  }
}

function galleryTable({ kind, model, same, strangers }: Comparison, limits: EmbeddingLimits): Table {
  const measuredRateOf = (distance: number) => {
    let hits = 0
    while ((strangers.distances[hits] ?? 2) <= distance) hits += 1
    return `${hits} of ${strangers.distances.length.toLocaleString('en')}`
  }
  return {
    title: `Uniqueness by ${nameOf(model)}, ${kind}: results by gallery size`,
    head: [
      'people in the gallery',
      'maximum distance: duplicate, grey',
      'duplicates found',
      'duplicates found or checked again',
      'new people checked again, wrongly refused (at most)',
      'different-person pairs within the limits',
      'basis of the limits',
    ],
    rows: gallerySizes.map((people) => {
      const { duplicate, grey, falseMatchRate } = uniquenessLimits(people, limits.strangers)
      const basis = (rate: number) => (rate >= limits.strangers.measuredDownTo ? 'measured' : 'extrapolated')
      return [
        people.toLocaleString('en'),
        `${duplicate.toFixed(3)}, ${grey.toFixed(3)}`,
        share(shareOfPeople(same, (distance) => distance <= duplicate)),
        share(shareOfPeople(same, (distance) => distance <= grey)),
        [falseMatchRate.grey, falseMatchRate.duplicate].map((rate) => percent(rate * people)).join(', '),
        `${measuredRateOf(duplicate)}, ${measuredRateOf(grey)}`,
        `${basis(falseMatchRate.duplicate)}, ${basis(falseMatchRate.grey)}`,
      ]
    }),
  }
}

function matchTable(all: readonly (readonly [Comparison, EmbeddingLimits])[]): Table {
  return {
    title: 'Match: decisions about pictures of one person and of different people, with the current limits',
    head: [
      'embedding',
      'pictures',
      'limits: same (at most), different (at least)',
      'same person: same, unclear, different',
      'strangers: same, unclear',
    ],
    rows: all.map(([{ model, kind, same, strangers }, limits]) => {
      const is = shareOfPeople(same, (distance) => distance <= limits.same)
      const isNot = shareOfPeople(same, (distance) => distance >= limits.different)
      const within = (limit: number) => strangers.distances.filter((distance) => distance <= limit).length
      const of = strangers.distances.length
      return [
        nameOf(model),
        kind,
        `${limits.same}, ${limits.different}`,
        `${share(is)}, ${percent(1 - is.rate - isNot.rate)}, ${share(isNot)}`,
        `${percent(within(limits.same) / of)}, ${percent((within(limits.different) - within(limits.same)) / of)}`,
      ]
    }),
  }
}

const nameOf = (model: string) => model.split(',')[0] ?? model
const percent = (value: number) => `${Number((value * 100).toPrecision(3))} %`
const share = ({ rate, low, high }: MeasuredRate) => `${percent(rate)} (${percent(low)} to ${percent(high)})`
