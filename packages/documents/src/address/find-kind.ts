import type { ProofKind } from './address-proof-reading.ts'

const signs: readonly (readonly [ProofKind, RegExp])[] = [
  [
    'tax-letter',
    /\b(tax (return|assessment|authority|office|notice|code)|council tax|revenue|inland|finanzamt)\b/gi,
  ],
  [
    'bank-statement',
    /\b(bank statement|account statement|opening balance|closing balance|iban|sort code|current account|savings)\b/gi,
  ],
  ['utility-bill', /\b(electricity|gas|water|kwh|meter|energy|supply address|sewage|tariff|utility)\b/gi],
  ['telecom-bill', /\b(broadband|mobile|phone|internet|fibre|landline|telecom|minutes|data plan)\b/gi],
  ['insurance-letter', /\b(insurance|policy (number|holder)|premium|insured|cover)\b/gi],
  ['rental-contract', /\b(tenancy|landlord|tenant|rent(al)?|lease)\b/gi],
  [
    'government-letter',
    /\b(municipality|registration office|residence (certificate|permit)|city council|ministry|electoral)\b/gi,
  ],
]

/**
 * Returns the kind whose keywords occur most often in the letter, or unknown if there is a tie or no keyword
 * is found.
 */
export function findKind(text: string): ProofKind {
  const counted = signs
    .map(([kind, words]) => ({
      kind,
      count: new Set((text.match(words) ?? []).map((word) => word.toLowerCase())).size,
    }))
    .sort((a, b) => b.count - a.count)
  const [first, second] = counted
  if (first === undefined || first.count === 0 || first.count === second?.count) return 'unknown'
  return first.kind
}
