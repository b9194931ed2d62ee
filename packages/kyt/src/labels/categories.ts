/** Every category a label may have, most telling first: where an address has several, the first decides. */
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
