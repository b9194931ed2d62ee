/**
 * Formats of the line with postcode and town. `country` is set only if no other country uses the format. For
 * example, dozens of countries write four or five plain digits before the town.
 */
export const postcodeShapes: readonly { shape: RegExp; country?: string }[] = [
  { shape: /\b(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})\b/, country: 'GBR' },
  { shape: /\b([A-Z]\d[A-Z] ?\d[A-Z]\d)\b/, country: 'CAN' },
  { shape: /\b([AC-FHKNPRTV-Y]\d[\dW] [\dAC-FHKNPRTV-Y]{4})\b/, country: 'IRL' },
  {
    shape:
      /\b(?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) (\d{5}(?:-\d{4})?)\b/,
    country: 'USA',
  },
  { shape: /\b(?:NSW|VIC|QLD|TAS|ACT|NT|SA|WA) (\d{4})\b/, country: 'AUS' },
  { shape: /^(\d{4} ?[A-Z]{2})\b (?=\p{Lu})/u, country: 'NLD' },
  { shape: /\b(\d{2}-\d{3}) (?=\p{Lu})/u, country: 'POL' },
  { shape: /\b(\d{4}-\d{3}) (?=\p{Lu})/u, country: 'PRT' },
  { shape: /\b(\d{5}-\d{3})\b/, country: 'BRA' },
  { shape: /^(LV-\d{4})\b|\b(LV-\d{4})$/, country: 'LVA' },
  { shape: /^(LT-\d{5})\b/, country: 'LTU' },
  { shape: /^(?:D-|DE-)(\d{5})\b/, country: 'DEU' },
  { shape: /^(?:A-|AT-)(\d{4})\b/, country: 'AUT' },
  { shape: /^(?:CH-)(\d{4})\b/, country: 'CHE' },
  { shape: /^(?:F-|FR-)(\d{5})\b/, country: 'FRA' },
  { shape: /^(\d{3} \d{2}) (?=\p{Lu})/u },
  { shape: /^(\d{4,6}) (?=\p{Lu}\p{L})/u },
  { shape: /\p{L}[,]? (\d{4,6})$/u },
]
