import { type RiskExplanation, riskSentences, sentenceOf } from '@touchstone/contract'
import { formatAddress } from '../../addresses/parse-address.ts'
import { formatTxHashHex } from '../../addresses/tx-hash.ts'
import { coinById } from '../../coins/find-coin.ts'
import { categoryFacts } from '../../labels/categories.ts'
import type { Versions } from '../../ledger/ledger-store.ts'
import { fromHex } from '../../lookup/resolve-account.ts'
import { fingerprintOf } from '../../policy/fingerprint.ts'
import type { Direction } from '../../policy/risk-policy.ts'
import type { Step } from '../trace/path.ts'
import { endings, type Finding, reasonsNotFollowed } from '../trace/side.ts'
import { valueDecimals } from '../valuation.ts'
import type { Assessment } from './assessment.ts'
import { describeRisk, findingsOf, shareOf } from './describe-risk.ts'
import { type ClassPoints, decayOver } from './formula.ts'
import { reasonsOf } from './reasons.ts'

/** The version of the calculation model. The policy version identifies the model's parameters. */
export const modelVersion = '3'

/**
 * Maximum number of findings listed individually. All further findings are grouped by side, class, hops and
 * inference, so that the sum is complete.
 */
const maxPieces = 200

/** Returns all data needed to recalculate a score by hand, without the coverage. */
export function explainRisk(
  assessment: Assessment,
  of: {
    readonly newestBlock: number | undefined
    readonly versions: Versions
    readonly hashes: Hashes
  },
): Omit<RiskExplanation, 'coverage' | 'coverage_codes'> {
  const { newestBlock, versions, hashes } = of
  const { score, policy, own, unit } = assessment
  const { risk_detail: _, ...answer } = describeRisk(assessment)
  const reasons = reasonsOf(assessment)
  return {
    ...answer,
    known: assessment.isKnown,
    model: {
      version: modelVersion,
      method: policy.method,
      policy_version: policy.version,
      policy_fingerprint: fingerprintOf(policy),
    },
    data: {
      newest_block: newestBlock ?? null,
      ledger_version: versions.ledger,
      label_version: versions.labels,
      price_version: versions.prices,
    },
    value_unit: unit,
    unpriced_coins: assessment.unpriced.map((id) => coinById(id)?.identifier ?? String(id)).sort(),
    own:
      own === undefined
        ? null
        : {
            label: own.name,
            category: own.category,
            class: categoryFacts[own.category].riskClass,
            label_source: own.source,
            label_version: own.version,
            score: score.own,
          },
    exposure_counts: !assessment.isPooled,
    received: explainSide(assessment, 'received'),
    sent: explainSide(assessment, 'sent'),
    pieces: explainPieces(assessment, hashes),
    reasons: reasons.map((reason) => sentenceOf(riskSentences, reason)),
    reason_codes: reasons,
    policy,
  }
}

/** Transaction hashes in stored form, by reference. */
type Hashes = ReadonlyMap<string, string>

/** Returns the references of all transactions in an explanation. */
export function transactionsOf(assessment: Assessment): string[] {
  return listedPieces(assessment).flatMap(({ steps }) => steps.flatMap(({ tx }) => (tx === '' ? [] : [tx])))
}

/** Formats millionths as an exact decimal number. */
export function decimalText(value: bigint): string {
  const digits = value.toString().padStart(valueDecimals + 1, '0')
  return `${digits.slice(0, -valueDecimals)}.${digits.slice(-valueDecimals)}`
}

function explainSide(assessment: Assessment, direction: Direction): RiskExplanation['received'] {
  const { whole, returned, inferred, ended, notFollowed } = assessment.sides[direction]
  const { classes, points } = assessment.score[direction]
  const left = [...notFollowed.values()].reduce((sum, value) => sum + value, 0n)
  return {
    value: decimalText(whole),
    returned: decimalText(returned),
    ...(direction === 'received' && { shortfall: decimalText(assessment.shortfall) }),
    points: decimalText(points),
    classes: classes.map(explainClass),
    ended: textsOf(endings, ended),
    not_followed: textsOf(reasonsNotFollowed, notFollowed),
    not_followed_share: shareOf(left, whole),
    inferred: decimalText(inferred),
    inferred_share: shareOf(inferred, whole),
    unrecorded_share: shareOf(ended.get('unrecorded') ?? 0n, whole),
  }
}

function explainClass(one: ClassPoints): RiskExplanation['received']['classes'][number] {
  return {
    class: one.riskClass,
    tainted: decimalText(one.tainted),
    hops: one.hops,
    within: decimalText(one.within),
    of: decimalText(one.of),
    root: decimalText(one.root),
    weight: one.weight,
    decay: decimalText(one.decay),
    points: decimalText(one.points),
    dust: one.isDust,
  }
}

function textsOf<const Names extends readonly string[]>(
  names: Names,
  sums: ReadonlyMap<string, bigint>,
): Record<Names[number], string> {
  return Object.fromEntries(names.map((name) => [name, decimalText(sums.get(name) ?? 0n)])) as Record<
    Names[number],
    string
  >
}

const inOrder = (assessment: Assessment) =>
  findingsOf(assessment).sort((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1))

const listedPieces = (assessment: Assessment) => inOrder(assessment).slice(0, maxPieces)

function explainPieces(assessment: Assessment, hashes: Hashes): RiskExplanation['pieces'] {
  const gathered = new Map<string, { finding: Finding; value: bigint; addresses: number }>()
  for (const finding of inOrder(assessment).slice(maxPieces)) {
    const id = `${finding.direction} ${finding.riskClass} ${finding.hops} ${finding.inferred}`
    const sum = gathered.get(id) ?? { finding, value: 0n, addresses: 0 }
    gathered.set(id, { finding, value: sum.value + finding.value, addresses: sum.addresses + 1 })
  }
  return [
    ...listedPieces(assessment).map((finding) => explainPiece(assessment, finding, hashes)),
    ...[...gathered.values()].map(({ finding, value, addresses }) => ({
      ...explainPiece(assessment, { ...finding, value, steps: [] }, hashes),
      category: '',
      label: '',
      incident: '',
      label_source: '',
      label_version: '',
      address: '',
      path: [],
      addresses,
    })),
  ]
}

function explainPiece(
  assessment: Assessment,
  finding: Finding,
  hashes: Hashes,
): RiskExplanation['pieces'][number] {
  const { policy, network, sides } = assessment
  const { direction, known, riskClass, hops, inferred, value, address } = finding
  const side = policy[direction]
  const weight = BigInt(side.weights[riskClass]) * decayOver(side.decay, hops)
  return {
    direction,
    class: riskClass,
    category: known.category,
    label: known.name,
    incident: known.incident,
    label_source: known.source,
    label_version: known.version,
    address: formatAddress(network, fromHex(address)),
    addresses: 1,
    hops,
    inferred,
    weight: decimalText(weight),
    value: decimalText(value),
    share: shareOf(value, sides[direction].whole),
    path: finding.steps.map((step) => explainStep(assessment, step, hashes)),
  }
}

function explainStep(
  { network }: Assessment,
  step: Step,
  hashes: Hashes,
): RiskExplanation['pieces'][number]['path'][number] {
  return {
    address: formatAddress(network, fromHex(step.address)),
    tx: step.tx === '' ? '' : formatTxHashHex(hashes.get(step.tx) ?? step.tx),
    coin: coinById(step.coin)?.identifier ?? '',
    time: step.time,
    through: step.through === '' ? '' : formatAddress(network, fromHex(step.through)),
    swap: step.swap,
  }
}
