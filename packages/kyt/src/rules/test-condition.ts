import type { RuleCondition } from '@touchstone/contract'
import { toMillionths } from '../policy/scale.ts'
import type { CustomerHistory, Exposure, PastTransfer, TransferFacts } from './transfer-facts.ts'

/** The facts on which a condition is tested. */
export type Tested = { readonly facts: TransferFacts; readonly history: CustomerHistory }

/** `undefined` if a value is missing that could make the condition true. */
export type Outcome = boolean | undefined

/** What a condition found: whether it applies, and the values that it compared. */
export type Finding = { readonly applies: Outcome; readonly values: Values }
/** Exact values. Money and shares are in millionths. */
export type Values = Readonly<Record<string, bigint | number | string | undefined>>

const money = (usd: number) => toMillionths(usd, 6)

/** Tests one condition. A missing value never makes a condition true or false by itself. */
export function testCondition(condition: RuleCondition, { facts, history }: Tested): Finding {
  switch (condition.fact) {
    case 'exposure':
      return testExposure(condition, facts.exposure)
    case 'risk_level':
      return {
        applies: condition.in.includes(facts.level),
        values: { level: facts.level, score: facts.score },
      }
    case 'score':
      return { applies: facts.score >= condition.min, values: { score: facts.score } }
    case 'amount': {
      const { min_usd = 0, below_usd } = condition
      const applies =
        facts.usd === undefined
          ? undefined
          : facts.usd >= money(min_usd) && (below_usd === undefined || facts.usd < money(below_usd))
      return { applies, values: { usd: facts.usd } }
    }
    case 'direction':
      return { applies: facts.direction === condition.is, values: { direction: facts.direction } }
    case 'coin':
      return { applies: condition.in.includes(facts.coin), values: { coin: facts.coin } }
    case 'verification': {
      const { verification } = facts
      const applies = verification === undefined ? undefined : condition.in.includes(verification)
      return { applies, values: { verification } }
    }
    case 'velocity':
      return testVelocity(condition, facts, history)
    case 'first_use':
      return { applies: !history.isKnownAddress, values: {} }
    case 'structuring':
      return testStructuring(condition, facts, history)
    case 'pass_through':
      return testPassThrough(condition, facts, history)
    case 'dormant': {
      const { lastActivity } = history
      const days = lastActivity === undefined ? undefined : Math.floor((facts.time - lastActivity) / 86_400)
      return { applies: days !== undefined && days >= condition.days, values: { days } }
    }
    case 'coverage':
      return { applies: condition.in.includes(facts.coverage), values: { coverage: facts.coverage } }
    case 'customer_country': {
      const { customerCountry: country } = facts
      return {
        applies: country === undefined ? undefined : condition.in.includes(country),
        values: { country },
      }
    }
  }
}

type Of<Fact> = Extract<RuleCondition, { fact: Fact }>

function testExposure(
  { categories, directness, side, min_usd, min_share }: Of<'exposure'>,
  exposure: readonly Exposure[],
): Finding {
  const matching = exposure.filter(
    (one) =>
      categories.includes(one.category) &&
      (directness === undefined || directness.includes(one.directness)) &&
      (side === undefined || one.side === undefined || one.side === side),
  )
  const own = matching.find((one) => one.directness === 'own')
  if (own !== undefined) return { applies: true, values: { category: own.category } }
  const sides = (['received', 'sent'] as const).map((name) => matching.filter((one) => one.side === name))
  const share = sides.map((list) => list.reduce((sum, one) => sum + one.share, 0n)).reduce(larger)
  const hasUsd = matching.every(({ usd }) => usd !== undefined)
  const usd = hasUsd ? matching.reduce((sum, one) => sum + (one.usd ?? 0n), 0n) : undefined
  const isShare = min_share === undefined || share >= money(min_share)
  const isUsd = min_usd === undefined ? true : usd === undefined ? undefined : usd >= money(min_usd)
  return { applies: both(matching.length > 0 && isShare, isUsd), values: { usd, share } }
}

function testVelocity(
  { hours, direction, same_address, min_usd, min_count }: Of<'velocity'>,
  facts: TransferFacts,
  history: CustomerHistory,
): Finding {
  const counts = (one: PastTransfer) =>
    (direction === undefined || one.direction === direction) &&
    (same_address !== true || one.address === facts.address)
  // A transfer in the other direction does not change the sum, so the rule is not about this transfer.
  const list = within(facts, history, hours).filter(counts)
  const sum = sumOf(list)
  const isUsd =
    min_usd === undefined ? true : sum.known >= money(min_usd) ? true : sum.isWhole ? false : undefined
  const isCount = min_count === undefined || list.length >= min_count
  return {
    applies: both(counts(facts) && isCount, isUsd),
    values: { count: list.length, usd: sum.isWhole ? sum.known : undefined },
  }
}

function testStructuring(
  { limit_usd, within: part, min_count, hours }: Of<'structuring'>,
  facts: TransferFacts,
  history: CustomerHistory,
): Finding {
  const limit = money(limit_usd)
  const least = limit - (limit * money(part)) / 1_000_000n
  const isNear = ({ usd }: PastTransfer): Outcome =>
    usd === undefined ? undefined : usd >= least && usd < limit
  const list = within(facts, history, hours)
    .filter(({ direction }) => direction === facts.direction)
    .map(isNear)
  const sure = list.filter((near) => near === true).length
  const possible = list.filter((near) => near !== false).length
  const isEnough = sure >= min_count ? true : possible >= min_count ? undefined : false
  return { applies: both(isNear(facts), isEnough), values: { count: sure } }
}

function testPassThrough(
  { hours, min_share, min_usd = 0 }: Of<'pass_through'>,
  facts: TransferFacts,
  history: CustomerHistory,
): Finding {
  const list = within(facts, history, hours)
  const deposits = sumOf(list.filter(({ direction }) => direction === 'deposit'))
  const withdrawals = sumOf(list.filter(({ direction }) => direction === 'withdrawal'))
  const values = {
    deposited: deposits.isWhole ? deposits.known : undefined,
    withdrawn: withdrawals.isWhole ? withdrawals.known : undefined,
  }
  if (facts.direction === 'deposit' || deposits.count === 0) return { applies: false, values }
  const isEnough = deposits.known >= money(min_usd) ? true : deposits.isWhole ? false : undefined
  const isOut =
    withdrawals.known * 1_000_000n >= deposits.known * money(min_share)
      ? deposits.isWhole || undefined
      : withdrawals.isWhole
        ? false
        : undefined
  return { applies: both(isEnough, isOut), values }
}

/** The transfer and the customer's earlier transfers in a window that ends with it. */
function within(facts: TransferFacts, { recent }: CustomerHistory, hours: number): PastTransfer[] {
  return [facts, ...recent.filter(({ time }) => time > facts.time - hours * 3600)]
}

function sumOf(list: readonly PastTransfer[]): { known: bigint; isWhole: boolean; count: number } {
  return {
    known: list.reduce((sum, { usd }) => sum + (usd ?? 0n), 0n),
    isWhole: list.every(({ usd }) => usd !== undefined),
    count: list.length,
  }
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other)

/** Whether both apply. Unknown only if the answer depends on the unknown one. */
export function both(one: Outcome, other: Outcome): Outcome {
  if (one === false || other === false) return false
  return one === undefined || other === undefined ? undefined : true
}

/** Whether at least one applies. Unknown only if the answer depends on the unknown one. */
export function either(one: Outcome, other: Outcome): Outcome {
  if (one === true || other === true) return true
  return one === undefined || other === undefined ? undefined : false
}
