import type { Category } from '@touchstone/kyt'

export type Service = { readonly name: string; readonly category: Category }

/**
 * Words of investigators for who belongs to a case. They come before the words for services: a "bridge exploiter" is
 * no bridge, and a "hack terminus" no service but the place where the trail ended.
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
  // The dataset's own marks of a place in the flow.
  /\b(terminus|intermedia|peel(ing)? chain|collector|splitter|consolidat|funder)/,
  /\btransit [0-9a-f]{4}\b/,
  /\bo?src\d*\b/,
]

/** Names that say whose an address is, and not that many share it. */
const privateWords = [
  /^(unknown|unlabell?ed|none|null|nan|n\/a|-|eoa)$/,
  /^0x[0-9a-f]+$/i,
  /\.eth$/i,
  // A word and the beginning of the address, as investigators number what they have no name for.
  /^[a-z]+_[0-9a-f]{4}(_[0-9a-f]{4})?$/,
  /\b(gnosis safe|safe proxy|multi ?sig)\b/,
]

/** The first that fits decides; the risky kinds come first, so that a mixer's router is a mixer. */
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

/** What a label says: a service with its category, or nothing that the ledger may be told. */
export function serviceOf(label: string): Service | undefined {
  const name = label.trim()
  const words = normalized(name)
  if (name === '' || words === '') return undefined
  if (partyWords.some((word) => word.test(words))) return undefined
  if (privateWords.some((word) => word.test(name) || word.test(words))) return undefined
  // Labels of exchanges' own addresses name the exchange and nothing else: what fits nothing else is one.
  const category = categoryWords.find(([, word]) => word.test(words))?.[0] ?? 'exchange'
  return { name, category }
}

/** A deposit address belongs to one customer of a service: money only ever enters by it. */
export function isDepositAddress(service: Service): boolean {
  return /\bdeposit\b/.test(normalized(service.name))
}
