/**
 * The reason why a node rejected a transaction. Node implementations use different messages for the same
 * reason.
 */
export type Refusal =
  /** The node already has the transaction. */
  | 'known'
  /**
   * The nonce has already been used: by this transaction, by an earlier transaction for the job, or by a
   * foreign transaction.
   */
  | 'nonce-too-low'
  /** Another transaction with this nonce is pending, and this transaction's fee is too low to replace it. */
  | 'replacement-underpriced'
  | 'underpriced'
  | 'insufficient-funds'
  /** Any other reason. */
  | 'refused'

const patterns: readonly (readonly [Refusal, RegExp])[] = [
  ['known', /already known|known transaction|already imported|already exists|already in|AlreadyKnown/i],
  [
    'nonce-too-low',
    /nonce too low|nonce is too low|OldNonce|invalid nonce.*(expected|got)|nonce.*already used/i,
  ],
  ['replacement-underpriced', /replacement|could not replace|ReplacementNotAllowed|another.*same nonce/i],
  [
    'insufficient-funds',
    /insufficient (funds|balance)|InsufficientFunds|(not|n't have) enough (funds|balance)/i,
  ],
  [
    'underpriced',
    /underpriced|fee (per gas )?(too low|less than)|(less|lower) than (the )?(block )?base ?fee|gas ?price (is )?(too low|below)|below (the )?(minimum|base)|FeeTooLow|tip.*(too low|below)|insufficient fee/i,
  ],
]

export function classifyRefusal(message: string): Refusal {
  return patterns.find(([, pattern]) => pattern.test(message))?.[0] ?? 'refused'
}
