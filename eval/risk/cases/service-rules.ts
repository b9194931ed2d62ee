import type { Category } from '@touchstone/kyt'

export type Service = { readonly name: string; readonly category: Category }

/**
 * Terms that investigators use to label the parties of a case. These terms take precedence over the terms for
 * services: a "bridge exploiter" is not a bridge, and a "hack terminus" is the end of a trail rather than a
 * service.
 */
const partyWords = [
  /\b(thie(f|ves)|theft|stolen|steal(er|ing)?|heist|robber)/,
  /\bhack(s|ed|er|ers|ing)?\b/,
  /\bexploit/,
  /\bphish/,
  /\battack/,
  /\bdrain(s|ed|er|ers|ing)?\b/,
  /\b(scam|fraud|ponzi|rug ?pull|ransom|malware|launder|mule|victim|compromised)/,
  /\b(malicious|suspicious|suspected|sanction|blacklist|ofac\b|lazarus|dprk)/,
  // Terms that the dataset uses to label positions in the flow of funds.
  /\b(terminus|intermedia|peel(ing)? chain|collector|splitter|consolidat|funder)/,
  /\btransit [0-9a-f]{4}\b/,
  /\bo?src\d*\b/,
]

/** Names that refer to a single owner rather than to a shared service. */
const privateWords = [
  /^(unknown|unlabell?ed|none|null|nan|n\/a|-|eoa)$/,
  /^0x[0-9a-f]+$/i,
  /\.eth$/i,
  // A word followed by the first characters of the address. Investigators label unnamed addresses in this
  // form.
  /^[a-z]+_[0-9a-f]{4}(_[0-9a-f]{4})?$/,
  /\b(gnosis safe|safe proxy|multi ?sig)\b/,
]

/**
 * The first matching rule applies. Risky categories come first, so that a mixer's router is classified as a
 * mixer.
 */
const categoryWords: readonly (readonly [Category, RegExp])[] = [
  ['mixer', /\b(tornado|mixers?|tumbler|railgun|sinbad|blender|chipmixer|wasabi|privacy pools?|aztec)\b/],
  [
    'risk_exchange',
    /\b(exch|change ?now|change ?hero|fixed ?float|side ?shift|simple ?swap|stealth ?ex|lets ?exchange|godex|exolix|easybit|swapuz|trocador|majestic bank|garantex|grinex|suex|chatex|bitzlato|huione)\b/,
  ],
  ['gambling', /\b(stake(?! ?dao)|rollbit|roobet|duelbits|bc game|\w*casino|bets?|1xbet|gambl\w*|lottery)\b/],
  [
    'bridge',
    /\b(\w*bridge|hop|across|stargate|synapse|symbiosis|wormhole|multichain|anyswap|celer|thorchain|maya ?chain|chainflip|orbiter|layer ?zero|axelar|squid|connext|ren(vm|btc)?|li fi|lifi|swft|inbox|spoke pool|gateway|portal|rhino|owlto|meson|relay|poly network)\b/,
  ],
  ['nft', /\b(opensea|blur|looksrare|nfts?)\b/],
  [
    'dex',
    /\b(\w*swap|\w*dex|1inch|0x protocol|0x exchange proxy|cow protocol|curve|balancer|kyber\w*|dodo|bancor|odos|matcha|hashflow|router|aggregat\w*|settlement)\b/,
  ],
  [
    'defi',
    /\b(aave|compound|maker(dao)?|lido|yearn|convex|frax|morpho|pendle|eigen\w*|staking|lending|pool|tokens?|weth|stablecoin|wrapped)\b/,
  ],
]

const normalized = (label: string) =>
  label
    .toLowerCase()
    .replaceAll(/[_:.,()[\]|-]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()

/**
 * Returns the service and category that a label identifies, or undefined if the label does not identify a
 * service.
 */
export function serviceOf(label: string): Service | undefined {
  const name = label.trim()
  const words = normalized(name)
  if (name === '' || words === '') return undefined
  if (partyWords.some((word) => word.test(words))) return undefined
  if (privateWords.some((word) => word.test(name) || word.test(words))) return undefined
  // Labels of exchange addresses contain only the exchange's name. Any name that matches no rule is therefore
  // treated as an exchange.
  const category = categoryWords.find(([, word]) => word.test(words))?.[0] ?? 'exchange'
  return { name, category }
}

/**
 * Returns whether the address is a deposit address, which belongs to one customer of a service and only
 * receives funds.
 */
export function isDepositAddress(service: Service): boolean {
  return /\bdeposit\b/.test(normalized(service.name))
}

/** Returns whether the service is an exchange or a pool whose label carries no risk of its own. */
export function isOrdinaryService(service: Service | undefined): boolean {
  return service !== undefined && ['exchange', 'dex', 'bridge', 'nft', 'defi'].includes(service.category)
}
