import type { riskDescriptions } from '@touchstone/contract'

/**
 * Every label category, most significant first. If an address has labels in several categories, the most
 * significant category takes precedence.
 */
export const categories = [
  'sanctioned',
  'malicious',
  'theft',
  'ransom',
  'phishing',
  'laundering',
  'suspected_malicious',
  'mixer',
  'high_risk',
  'risk_exchange',
  'gambling',
  'medium_risk',
  'exchange',
  'dex',
  'bridge',
  'nft',
  'defi',
  'contract',
  'wallet',
  'ens',
  'twitter',
] as const

export type Category = (typeof categories)[number]

export type RiskClass = 'severe' | 'suspected' | 'high' | 'medium' | 'none'

/** The texts and attributes that operations return for a category. */
export type CategoryFacts = {
  /** The `label_type` that the labels operation returns. */
  readonly labelType: 'exchange' | 'defi' | 'mixer' | 'nft' | ''
  readonly riskClass: RiskClass
  /** The action that the actions operation reports for an address in this category. */
  readonly action: string
  /** The texts about the address itself in the score's `detail_list`. */
  readonly descriptions: readonly (typeof riskDescriptions)[number][]
  /** The member of the profile's `use_platform` in which interactions with the address are counted. */
  readonly platform?: 'exchange' | 'dex' | 'mixer' | 'nft'
  /** The member of the profile's `malicious_event` in which interactions with the address are counted. */
  readonly event?: 'phishing' | 'ransom' | 'stealing' | 'laundering'
  /** The member of the profile's `relation_info`. */
  readonly relation?: 'wallet' | 'ens' | 'twitter'
  /**
   * Whether the service pools its users' funds. A pool's outflow cannot be matched to its inflow, so tracing
   * ends at the pool.
   */
  readonly pooled: boolean
  /**
   * Whether the service receives funds and pays them out in the same transaction, so that the transaction
   * shows whose funds are paid out.
   */
  readonly atOnce?: true
}

/**
 * The texts and attributes of each category. The action for every category in the severe risk class is
 * 'Malicious', which matches the score's texts. The action for suspected or tagged categories is only
 * 'Suspicious', because a stronger claim could be defamatory. The action for categories that only identify an
 * address (wallets, names, accounts) is 'Transfer'.
 */
export const categoryFacts: Readonly<Record<Category, CategoryFacts>> = {
  sanctioned: {
    labelType: '',
    riskClass: 'severe',
    action: 'Malicious',
    descriptions: ['Malicious Address'],
    pooled: false,
  },
  malicious: {
    labelType: '',
    riskClass: 'severe',
    action: 'Malicious',
    descriptions: ['Malicious Address'],
    pooled: false,
  },
  theft: {
    labelType: '',
    riskClass: 'severe',
    action: 'Malicious',
    descriptions: ['Malicious Address', 'Involved Theft Activity'],
    event: 'stealing',
    pooled: false,
  },
  ransom: {
    labelType: '',
    riskClass: 'severe',
    action: 'Malicious',
    descriptions: ['Malicious Address', 'Involved Ransom Activity'],
    event: 'ransom',
    pooled: false,
  },
  phishing: {
    labelType: '',
    riskClass: 'severe',
    action: 'Malicious',
    descriptions: ['Malicious Address', 'Involved Phishing Activity'],
    event: 'phishing',
    pooled: false,
  },
  laundering: {
    labelType: '',
    riskClass: 'severe',
    action: 'Malicious',
    descriptions: ['Malicious Address'],
    event: 'laundering',
    pooled: false,
  },
  suspected_malicious: {
    labelType: '',
    riskClass: 'suspected',
    action: 'Suspicious',
    descriptions: ['Suspected Malicious Address'],
    pooled: false,
  },
  mixer: {
    labelType: 'mixer',
    riskClass: 'high',
    action: 'Mixer',
    descriptions: ['Mixer'],
    platform: 'mixer',
    pooled: true,
  },
  high_risk: {
    labelType: '',
    riskClass: 'high',
    action: 'Suspicious',
    descriptions: ['High-risk Tag Address'],
    pooled: false,
  },
  risk_exchange: {
    labelType: 'exchange',
    riskClass: 'medium',
    action: 'Exchange',
    descriptions: ['Risk Exchange'],
    platform: 'exchange',
    pooled: true,
  },
  gambling: {
    labelType: '',
    riskClass: 'medium',
    action: 'Gambling',
    descriptions: ['Gambling'],
    pooled: true,
  },
  medium_risk: {
    labelType: '',
    riskClass: 'medium',
    action: 'Suspicious',
    descriptions: ['Medium-risk Tag Address'],
    pooled: false,
  },
  exchange: {
    labelType: 'exchange',
    riskClass: 'none',
    action: 'Exchange',
    descriptions: [],
    platform: 'exchange',
    pooled: true,
  },
  dex: {
    labelType: 'defi',
    riskClass: 'none',
    action: 'DEX',
    descriptions: [],
    platform: 'dex',
    pooled: true,
    atOnce: true,
  },
  bridge: {
    labelType: 'defi',
    riskClass: 'none',
    action: 'Bridge',
    descriptions: [],
    pooled: true,
    atOnce: true,
  },
  nft: {
    labelType: 'nft',
    riskClass: 'none',
    action: 'NFT',
    descriptions: [],
    platform: 'nft',
    pooled: true,
    atOnce: true,
  },
  defi: {
    labelType: 'defi',
    riskClass: 'none',
    action: 'DeFi',
    descriptions: [],
    pooled: true,
    atOnce: true,
  },
  contract: { labelType: '', riskClass: 'none', action: 'Contract', descriptions: [], pooled: false },
  wallet: {
    labelType: '',
    riskClass: 'none',
    action: 'Transfer',
    descriptions: [],
    relation: 'wallet',
    pooled: false,
  },
  ens: {
    labelType: '',
    riskClass: 'none',
    action: 'Transfer',
    descriptions: [],
    relation: 'ens',
    pooled: false,
  },
  twitter: {
    labelType: '',
    riskClass: 'none',
    action: 'Transfer',
    descriptions: [],
    relation: 'twitter',
    pooled: false,
  },
}

const ranks = new Map<string, number>(categories.map((category, rank) => [category, rank]))

export function isCategory(text: string): text is Category {
  return ranks.has(text)
}

/** Returns the category that takes precedence among several, or `undefined` if there are none. */
export function mostSignificant(found: Iterable<Category>): Category | undefined {
  let best: Category | undefined
  for (const category of found) {
    if (best === undefined || (ranks.get(category) ?? 0) < (ranks.get(best) ?? 0)) best = category
  }
  return best
}
