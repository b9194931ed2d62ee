import type { Directness } from '@touchstone/contract'
import type { Category } from '../../labels/categories.ts'
import { type Direction, directions } from '../../policy/risk-policy.ts'
import { riskyClassOf } from '../trace/side-book.ts'
import type { Assessment } from './assessment.ts'
import { decimalText } from './explain-risk.ts'
import { million } from './formula.ts'

/** An address's connection to a category. Money and shares are exact decimals with six places. */
export type ExposureText = {
  readonly category: Category
  readonly directness: Directness
  /** Empty for the own label. */
  readonly side: Direction | ''
  /** In the unit of the assessment. Empty for the own label. */
  readonly value: string
  readonly share: string
}

/** Adds up an assessment's findings by category, the largest first, after the address's own label. */
export function exposureOf({ own, sides }: Assessment): ExposureText[] {
  const exposure: ExposureText[] = []
  if (own !== undefined && riskyClassOf(own) !== undefined) {
    const { category } = own
    exposure.push({ category, directness: 'own', side: '', value: '', share: decimalText(million) })
  }
  for (const side of directions) {
    const { findings, whole } = sides[side]
    const sums = new Map<string, { category: Category; directness: Directness; value: bigint }>()
    for (const { known, hops, value } of findings) {
      const directness = hops === 1 ? 'direct' : 'indirect'
      const id = `${known.category} ${directness}`
      const sum = sums.get(id) ?? { category: known.category, directness, value: 0n }
      sums.set(id, { ...sum, value: sum.value + value })
    }
    const sorted = [...sums.entries()].sort(([a, x], [b, y]) =>
      x.value === y.value ? (a < b ? -1 : 1) : x.value > y.value ? -1 : 1,
    )
    for (const [, { value, ...one }] of sorted) {
      const share = whole <= 0n ? 0n : (value * million) / whole
      exposure.push({ ...one, side, value: decimalText(value), share: decimalText(share) })
    }
  }
  return exposure
}
