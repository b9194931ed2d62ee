import type { Category } from '../categories.ts'

/**
 * The concepts of the taxonomy that TagPacks use (INTERPOL's Dark Web and Virtual Assets taxonomy and what GraphSense
 * added to it) as our categories. A concept that says who somebody is but nothing of a trade or a risk that we tell
 * apart (a user, a miner, a charity) is a plain 'wallet'. What is not in the table is not known to us.
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
  // Talking people into signing their coins away: the drainers.
  ['social_engineering', 'phishing'],

  ['money_laundering', 'laundering'],

  // The issuer of a token has frozen the address; nobody has said why.
  ['black_list', 'suspected_malicious'],

  ['mixing', 'mixer'],
  ['mixing_service', 'mixer'],
  ['coinjoin', 'mixer'],

  // Despicable, and yet no crime by itself.
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
