import type {
  CoverageState,
  CustomerTransferDirection,
  Directness,
  RiskLevel,
  VerificationState,
} from '@touchstone/contract'
import type { Category } from '../labels/categories.ts'
import type { Direction } from '../policy/risk-policy.ts'

/** A counterparty's connection to a category of addresses. */
export type Exposure = {
  readonly category: Category
  readonly directness: Directness
  /** The side of the counterparty on which the funds are. `undefined` for its own label. */
  readonly side: Direction | undefined
  /** In millionths of a USD. `undefined` for the own label, and if the values are not in USD. */
  readonly usd: bigint | undefined
  /** Fraction of the funds of the side, in millionths. */
  readonly share: bigint
}

/** What is known about a transfer itself when it is decided. Does not include the customer's other transfers. */
export type TransferFacts = {
  readonly direction: CustomerTransferDirection
  readonly coin: string
  /** Identifies the counterparty's address. */
  readonly address: string
  /** Unix seconds. */
  readonly time: number
  /** In millionths of a USD. `undefined` if the coin has no price. */
  readonly usd: bigint | undefined
  /** Deposits from one address below this sum are dust. In millionths of a USD. */
  readonly dustUsd: bigint
  readonly score: number
  readonly level: RiskLevel
  readonly exposure: readonly Exposure[]
  readonly coverage: CoverageState
  /** `undefined` if it could not be determined. */
  readonly verification: VerificationState | undefined
  readonly customerCountry: string | undefined
}

/** An earlier transfer of the same customer. */
export type PastTransfer = Pick<TransferFacts, 'direction' | 'address' | 'time' | 'usd'>

/** The transfers of the same customer that were registered earlier. */
export type CustomerHistory = {
  /** Those of the last 90 days before the transfer, newest first, up to `maxRecent`. */
  readonly recent: readonly PastTransfer[]
  /** When the customer's last transfer before this one took place, without dust. Unix seconds. */
  readonly lastActivity: number | undefined
  /** Whether the customer had a transfer with the same address before. */
  readonly isKnownAddress: boolean
}

/** Length of the window of `recent`, in seconds. No rule looks further back. */
export const recentSeconds = 90 * 86_400
/** Maximum number of earlier transfers that are taken into account. */
export const maxRecent = 2000
/** Deposits from one address within this time are added up to determine whether they are dust. */
const dustSeconds = 30 * 86_400

/**
 * Whether a deposit is dust: with the deposits of the last 30 days from the same address, it is worth less than
 * the policy's limit. Anybody can send dust to a customer, so it says nothing about the customer.
 */
export function isDust(facts: TransferFacts, { recent }: CustomerHistory): boolean {
  if (facts.direction !== 'deposit' || facts.usd === undefined) return false
  let sum = facts.usd
  for (const one of recent) {
    if (one.direction !== 'deposit' || one.address !== facts.address) continue
    if (one.time <= facts.time - dustSeconds) continue
    if (one.usd === undefined) return false
    sum += one.usd
  }
  return sum < facts.dustUsd
}

/** Whether an earlier transfer counts as activity of the customer. A single deposit of dust does not. */
export function isActivity({ direction, usd }: PastTransfer, dustUsd: bigint): boolean {
  return direction !== 'deposit' || usd === undefined || usd >= dustUsd
}

/**
 * Selects the history of a transfer from the customer's transfers that were registered before it, given in the
 * order of registration.
 */
export function historyOf(facts: TransferFacts, earlier: readonly PastTransfer[]): CustomerHistory {
  const before = earlier.filter(({ time }) => time <= facts.time)
  const active = before.filter((one) => isActivity(one, facts.dustUsd)).map(({ time }) => time)
  return {
    recent: before
      .map((one, index) => ({ one, index }))
      .filter(({ one }) => one.time > facts.time - recentSeconds)
      .sort((a, b) => b.one.time - a.one.time || b.index - a.index)
      .slice(0, maxRecent)
      .map(({ one }) => one),
    lastActivity: active.length === 0 ? undefined : active.reduce((last, time) => Math.max(last, time)),
    isKnownAddress: earlier.some(({ address }) => address === facts.address),
  }
}
