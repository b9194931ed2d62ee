import type { RiskScore } from '@touchstone/contract'
import { type Category, categoryFacts, type RiskClass } from '../labels/categories.ts'
import { toDecimal } from '../operations/numbers.ts'
import { levelOf, scoreOf, wholeShare } from './score.ts'

/** Somebody risky that value came from or went to. */
export type RiskyDealing = {
  readonly name: string
  readonly category: Category
  readonly incident: string
  /** In its canonical text form. */
  readonly address: string
  /** Value in units of 10^-18 of whatever the whole is counted in. */
  readonly value: bigint
}

export type RiskFacts = {
  readonly own: { readonly category: Category; readonly incident: string } | undefined
  readonly dealings: readonly RiskyDealing[]
  /** Everything the address moved, counted like the dealings. */
  readonly whole: bigint
}

export const valueDecimals = 18

const interactions: Readonly<Record<RiskClass, RiskScore['detail_list'][number] | undefined>> = {
  severe: 'Interact With Malicious Address',
  suspected: 'Interact With Suspected Malicious Address',
  high: 'Interact With High-risk Tag Address',
  medium: 'Interact With Medium-risk Tag Addresses',
  none: undefined,
}

const types: Readonly<Record<RiskClass, string>> = {
  severe: 'malicious',
  suspected: 'suspected_malicious',
  high: 'high_risk',
  medium: 'medium_risk',
  none: '',
}

/** Inputs of the score that are told one by one, the largest first. */
const mostDetails = 100

/** The score and everything it rests on. */
export function describeRisk(facts: RiskFacts): RiskScore {
  const ownClass = facts.own === undefined ? 'none' : categoryFacts[facts.own.category].riskClass
  const risky = facts.dealings
    .filter((dealing) => classOf(dealing) !== 'none' && dealing.value > 0n)
    .sort((a, b) => (a.value === b.value ? (a.address < b.address ? -1 : 1) : a.value > b.value ? -1 : 1))
  const exposure = new Map<RiskClass, bigint>()
  for (const dealing of risky) {
    const riskClass = classOf(dealing)
    exposure.set(riskClass, (exposure.get(riskClass) ?? 0n) + dealing.value)
  }
  const exposed = new Map([...exposure].map(([riskClass, value]) => [riskClass, shareOf(value, facts.whole)]))
  const score = scoreOf(ownClass, exposed)
  const own = facts.own === undefined ? [] : categoryFacts[facts.own.category].descriptions
  const dealt = (['severe', 'suspected', 'high', 'medium'] as const)
    .filter((riskClass) => exposure.has(riskClass))
    .flatMap((riskClass) => interactions[riskClass] ?? [])
  const event =
    (ownClass === 'none' ? '' : facts.own?.incident) ||
    risky.find((dealing) => classOf(dealing) === 'severe' && dealing.incident !== '')?.incident
  return {
    score,
    hacking_event: event ?? '',
    detail_list: [...own, ...dealt],
    risk_level: levelOf(score),
    risk_detail: risky.slice(0, mostDetails).map((dealing) => ({
      label: dealing.name,
      type: types[classOf(dealing)],
      volume: toDecimal(dealing.value, valueDecimals, 4),
      address: dealing.address,
      percent: toDecimal(shareOf(dealing.value, facts.whole), 6, 6),
    })),
  }
}

const classOf = (dealing: RiskyDealing) => categoryFacts[dealing.category].riskClass

function shareOf(value: bigint, whole: bigint): bigint {
  return whole <= 0n ? 0n : (value * wholeShare) / whole
}
