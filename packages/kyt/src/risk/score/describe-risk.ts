import type { RiskScore } from '@touchstone/contract'
import { formatAddress } from '../../addresses/parse-address.ts'
import { categoryFacts } from '../../labels/categories.ts'
import { toDecimal } from '../../lookup/numbers.ts'
import { fromHex } from '../../lookup/resolve-account.ts'
import { directions, type RiskyClass, riskyClasses } from '../../policy/risk-policy.ts'
import type { Finding } from '../trace/side.ts'
import { riskyClassOf } from '../trace/side-book.ts'
import { valueDecimals } from '../valuation.ts'
import type { Assessment } from './assessment.ts'
import { million } from './formula.ts'

const interactions: Readonly<Record<RiskyClass, RiskScore['detail_list'][number]>> = {
  severe: 'Interact With Malicious Address',
  suspected: 'Interact With Suspected Malicious Address',
  high: 'Interact With High-risk Tag Address',
  medium: 'Interact With Medium-risk Tag Addresses',
}

const types: Readonly<Record<RiskyClass, string>> = {
  severe: 'malicious',
  suspected: 'suspected_malicious',
  high: 'high_risk',
  medium: 'medium_risk',
}

/** Maximum number of listed counterparties, largest first. */
const maxDetails = 100

/** Converts an assessment to the risk score operation's response, without the coverage. */
export function describeRisk(assessment: Assessment): Omit<RiskScore, 'coverage'> {
  const { score, network, sides } = assessment
  const whole = sides.received.whole + sides.sent.whole
  return {
    score: score.score,
    hacking_event: eventOf(assessment),
    detail_list: descriptionsOf(assessment),
    risk_level: score.level,
    risk_detail: gather(findingsOf(assessment))
      .slice(0, maxDetails)
      .map(({ address, known, riskClass, value }) => ({
        label: known.name,
        type: types[riskClass],
        volume: toDecimal(value, valueDecimals, 4),
        address: formatAddress(network, fromHex(address)),
        percent: shareOf(value, whole),
      })),
  }
}

export function findingsOf({ sides }: Assessment): Finding[] {
  return directions.flatMap((direction) => sides[direction].findings)
}

/** Returns a part of the whole as a fraction with six decimal places. */
export function shareOf(value: bigint, whole: bigint): number {
  return whole <= 0n ? 0 : toDecimal((value * million) / whole, 6, 6)
}

/**
 * Describes the address itself and its risky counterparties: direct ones, and distant ones that affect the
 * score.
 */
function descriptionsOf(assessment: Assessment): RiskScore['detail_list'] {
  const { own, score } = assessment
  const isRisky = riskyClassOf(own) !== undefined
  const descriptions = own !== undefined && isRisky ? categoryFacts[own.category].descriptions : []
  const direct = new Set(
    findingsOf(assessment).flatMap(({ hops, riskClass }) => (hops === 1 ? riskClass : [])),
  )
  const counts = new Set(
    directions.flatMap((direction) =>
      score[direction].classes.flatMap(({ riskClass, points }) => (points >= million ? riskClass : [])),
    ),
  )
  const dealt = riskyClasses.filter((riskClass) => direct.has(riskClass) || counts.has(riskClass))
  return [...descriptions, ...dealt.map((riskClass) => interactions[riskClass])]
}

/** Returns the address's own incident, or the incident behind most of its malicious exposure. */
function eventOf(assessment: Assessment): string {
  const { own } = assessment
  if (own !== undefined && riskyClassOf(own) !== undefined && own.incident !== '') return own.incident
  const values = new Map<string, bigint>()
  for (const { riskClass, known, value } of findingsOf(assessment)) {
    if (riskClass !== 'severe' || known.incident === '') continue
    values.set(known.incident, (values.get(known.incident) ?? 0n) + value)
  }
  const [most] = [...values].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1))
  return most?.[0] ?? ''
}

/** Adds up the findings for each address, across all hops and both sides. */
function gather(findings: readonly Finding[]): Finding[] {
  const byAddress = new Map<string, Finding>()
  for (const finding of findings) {
    const sum = byAddress.get(finding.address)
    byAddress.set(finding.address, sum === undefined ? finding : { ...sum, value: sum.value + finding.value })
  }
  return [...byAddress.values()].sort((a, b) =>
    a.value === b.value ? (a.address < b.address ? -1 : 1) : a.value > b.value ? -1 : 1,
  )
}
