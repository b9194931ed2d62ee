import {
  type CustomerTransfer,
  type CustomerTransferDirection,
  defaultTransferRules,
  describeRule,
  type TransferRule,
  type VerificationState,
} from '@touchstone/contract'
import { findCoin } from '../coins/find-coin.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { divideHalfEven } from '../lookup/numbers.ts'
import type { CounterpartyAssessment } from '../operations/get-risk-score.ts'
import { fingerprintOf } from '../policy/fingerprint.ts'
import type { RiskPolicy } from '../policy/risk-policy.ts'
import { toMillionths } from '../policy/scale.ts'
import { priceAt } from '../prices/day-prices.ts'
import { decimalText, modelVersion } from '../risk/score/explain-risk.ts'
import { valueDecimals } from '../risk/valuation.ts'
import { type AppliedRule, decide, type RuleDecision } from '../rules/decide.ts'
import { describeFound } from '../rules/describe-found.ts'
import type { CustomerHistory, Exposure, TransferFacts } from '../rules/transfer-facts.ts'
import type { PastRow } from './transfer-store.ts'

/** The rules of a policy. */
export const rulesOf = ({ rules }: RiskPolicy): readonly TransferRule[] => rules ?? defaultTransferRules

/** The values on which a decision is based, as stored and as answered. */
export type StoredFacts = Pick<
  CustomerTransfer,
  | 'dust'
  | 'rules'
  | 'shadow_decision'
  | 'shadow_rules'
  | 'score'
  | 'risk_level'
  | 'exposure'
  | 'coverage'
  | 'verification'
  | 'customer_country'
  | 'model'
> & {
  /** The limit for dust in the policy, in millionths of a USD. */
  readonly dust_usd: string
}

/** What identifies a transfer among the customer's others. */
export type TransferPlace = {
  readonly direction: CustomerTransferDirection
  readonly coin: string
  readonly network: number
  readonly address: string
  readonly time: number
}

export type Decided = RuleDecision & { readonly usd: bigint | undefined; readonly facts: StoredFacts }

/** Decides on a transfer and describes what the decision is based on. */
export function decideTransfer(of: {
  place: TransferPlace
  usd: bigint | undefined
  assessed: CounterpartyAssessment
  policy: RiskPolicy
  history: CustomerHistory
  verification: VerificationState | undefined
  country: string | undefined
}): Decided {
  const { place, usd, assessed, policy, history, verification, country } = of
  const exposure = assessed.exposure.map(({ value, ...one }) => ({
    ...one,
    usd: assessed.isInUsd ? value : '',
  }))
  const base = {
    score: assessed.score,
    risk_level: assessed.risk_level,
    exposure,
    coverage: assessed.coverage,
    verification: verification ?? ('unknown' as const),
    customer_country: country ?? '',
    dust_usd: String(dustOf(policy)),
  }
  const decided = decide(rulesOf(policy), { facts: factsOf(place, { ...base, usd }), history })
  return {
    ...decided,
    usd,
    facts: {
      ...base,
      dust: decided.isDust,
      rules: decided.rules.map(describeApplied),
      shadow_decision: decided.shadowDecision,
      shadow_rules: decided.shadowRules.map(describeApplied),
      model: {
        score_version: modelVersion,
        policy_version: policy.version,
        policy_fingerprint: fingerprintOf(policy),
        ledger_version: assessed.versions.ledger,
        label_version: assessed.versions.labels,
        price_version: assessed.versions.prices,
      },
    },
  }
}

/** The limit for dust, in millionths of a USD. */
export const dustOf = (policy: RiskPolicy): bigint => toMillionths(policy.dust_usd, valueDecimals)

type KnownFacts = Pick<
  StoredFacts,
  'score' | 'risk_level' | 'exposure' | 'coverage' | 'verification' | 'customer_country' | 'dust_usd'
> & { readonly usd: bigint | undefined }

/** Returns the facts that rules test, from stored ones. */
export function factsOf(place: TransferPlace, known: KnownFacts): TransferFacts {
  const { direction, coin, time } = place
  return {
    ...{ direction, coin, time, address: addressIdOf(place) },
    usd: known.usd,
    dustUsd: BigInt(known.dust_usd),
    score: known.score,
    level: known.risk_level,
    exposure: known.exposure.map(
      ({ category, directness, side, usd, share }): Exposure => ({
        category: category as Exposure['category'],
        directness,
        side: side === '' ? undefined : side,
        usd: usd === '' ? undefined : millionthsOf(usd),
        share: millionthsOf(share),
      }),
    ),
    coverage: known.coverage.state,
    verification: known.verification === 'unknown' ? undefined : known.verification,
    customerCountry: known.customer_country === '' ? undefined : known.customer_country,
  }
}

/** Identifies an address among a customer's counterparties. */
export const addressIdOf = ({ network, address }: { network: number; address: string }): string =>
  `${network} ${address}`

export const pastOf = (row: PastRow) => ({
  direction: row.direction,
  address: addressIdOf(row),
  time: row.time,
  usd: row.usd === null ? undefined : BigInt(row.usd),
})

const millionthsOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''))

function describeApplied({ rule, decided, found }: AppliedRule): CustomerTransfer['rules'][number] {
  return {
    name: rule.name,
    action: rule.action,
    decided,
    text: describeRule(rule),
    values: found.map(describeFound),
  }
}

/** Describes an amount of money as the operations return it. */
export const usdText = (usd: bigint | null | undefined): string => (usd == null ? '' : decimalText(usd))

/** Returns an amount's value at the daily price, in millionths of a USD. `undefined` if the coin has no price. */
export async function usdValueOf(
  reader: KytReader,
  { coin: identifier, amount, time }: { coin: string; amount: bigint; time: number },
): Promise<bigint | undefined> {
  const coin = findCoin(identifier)
  if (coin === undefined) return undefined
  const price = coin.stable === 'USD' ? oneUsd : await priceOf(reader, coin.id, time)
  return price === undefined
    ? undefined
    : divideHalfEven(amount * price * 10n ** BigInt(valueDecimals), oneUsd * 10n ** BigInt(coin.decimals))
}

const oneUsd = 10n ** 12n

async function priceOf(reader: KytReader, coin: number, time: number): Promise<bigint | undefined> {
  // Discards cached prices that have changed since.
  await reader.versions()
  const prices = (await reader.prices([coin])).get(coin)
  return prices && priceAt(prices, time)
}

/** Length of the window before a transfer that its decision needs, in seconds. */
export function historySeconds(policy: RiskPolicy, place: TransferPlace, usd: bigint | undefined): number {
  const windows = rulesOf(policy).flatMap(({ when }) =>
    ('all' in when ? when.all : when.any)
      .flatMap((part) => ('fact' in part ? [part] : 'all' in part ? part.all : part.any))
      .map((condition) => ('hours' in condition ? condition.hours * 3600 : 0)),
  )
  const mayBeDust = place.direction === 'deposit' && usd !== undefined && usd < dustOf(policy)
  return Math.max(0, mayBeDust ? 30 * 86_400 : 0, ...windows)
}
