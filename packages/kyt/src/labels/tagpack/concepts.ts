import type { Category } from '../categories.ts'

/**
 * Maps the concepts of the TagPack taxonomy (INTERPOL's Dark Web and Virtual Assets taxonomy, extended by
 * GraphSense) to categories. A concept that describes an owner without a relevant activity or risk (such as a
 * user, a miner or a charity) maps to 'wallet'. All other concepts are unknown.
 */
export const concepts: ReadonlyMap<string, Category> = new Map<string, Category>([
  ['sanction', 'sanctioned'],

  ['terrorism', 'malicious'],
  ['child_sexual_abuse', 'malicious'],
  ['sexual_abuse', 'malicious'],
  ['violence', 'malicious'],
  ['torture', 'malicious'],
  ['weapons', 'malicious'],
  ['drugs', 'malicious'],
  ['perpetrator', 'malicious'],
  ['abuse', 'malicious'],
  ['financial_crime', 'malicious'],
  ['payment_card_fraud', 'malicious'],
  ['scam', 'malicious'],
  ['investment_fraud', 'malicious'],
  ['ponzi_scheme', 'malicious'],
  ['pyramid_scheme', 'malicious'],

  ['service_hack', 'theft'],
  ['hacking', 'theft'],

  ['ransomware', 'ransom'],
  ['extortion', 'ransom'],
  ['sextortion', 'ransom'],

  ['phishing', 'phishing'],
  // Drainers, which trick people into signing away their coins.
  ['social_engineering', 'phishing'],

  ['money_laundering', 'laundering'],

  // The token's issuer has frozen the address for an unknown reason.
  ['black_list', 'suspected_malicious'],

  ['mixing', 'mixer'],
  ['mixing_service', 'mixer'],
  ['coinjoin', 'mixer'],

  // Activities that are objectionable, but not crimes in themselves.
  ['extremism', 'high_risk'],
  ['dark_web', 'high_risk'],

  ['gambling', 'gambling'],

  ['gray_usage', 'medium_risk'],

  ['exchange', 'exchange'],
  ['atm', 'exchange'],

  ['defi_dex', 'dex'],
  ['defi_bridge', 'bridge'],
  ['collectible', 'nft'],

  ['defi', 'defi'],
  ['defi_lending', 'defi'],
  ['defi_derivative', 'defi'],

  ['hosted_wallet', 'wallet'],
  ['wallet_service', 'wallet'],
  ['escrow_wallet', 'wallet'],
  ['ico_wallet', 'wallet'],
  ['cold_wallet', 'wallet'],
  ['hot_wallet', 'wallet'],
  ['warm_wallet', 'wallet'],
  ['entity', 'wallet'],
  ['organization', 'wallet'],
  ['user', 'wallet'],
  ['victim', 'wallet'],
  ['donation', 'wallet'],
  ['service', 'wallet'],
  ['white_usage', 'wallet'],
  ['miner', 'wallet'],
  ['mining_service', 'wallet'],
  ['faucet', 'wallet'],
  ['market', 'wallet'],
  ['shop', 'wallet'],
  ['index', 'wallet'],
  ['search_engine', 'wallet'],
  ['filesharing', 'wallet'],
  ['messaging_service', 'wallet'],
  ['hosting', 'wallet'],
  ['vpn', 'wallet'],
  ['payment_processor', 'wallet'],
])
