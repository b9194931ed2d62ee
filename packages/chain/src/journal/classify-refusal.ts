/** What a node means by refusing a transaction. Every client has its own words. */
export type Refusal =
  /** It has it already. */
  | 'known'
  /** The nonce is used up: by this one, an older one of ours, or a stranger's. */
  | 'nonce-too-low'
  /** Another transaction of this nonce waits there, and this one does not pay enough more. */
  | 'replacement-underpriced'
  | 'underpriced'
  | 'insufficient-funds'
  /** Something that we did not foresee. */
  | 'refused'

const words: readonly (readonly [Refusal, RegExp])[] = [
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
  return words.find(([, pattern]) => pattern.test(message))?.[0] ?? 'refused'
}
