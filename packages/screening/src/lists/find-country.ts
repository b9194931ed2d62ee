import { isoCountries } from '@touchstone/common'
import { countryWords } from './country-words.ts'

/** Kosovo has no ISO code, but XK is in common use. */
const countryCodes: readonly (readonly [alpha2: string, alpha3: string])[] = [
  ...isoCountries.map(({ alpha2, alpha3 }) => [alpha2, alpha3] as const),
  ['XK', 'XKX'],
]

const byName = new Map<string, string>()
const display = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
for (const [alpha2, alpha3] of countryCodes) {
  byName.set(alpha2.toLowerCase(), alpha2)
  byName.set(alpha3.toLowerCase(), alpha2)
  const name = display.of(alpha2)?.toLowerCase()
  if (name === undefined) continue
  byName.set(name, alpha2)
  byName.set(name.replaceAll('&', 'and').replaceAll('’', "'"), alpha2)
}
for (const [alpha2, words] of Object.entries(countryWords)) {
  for (const word of words.split('|')) byName.set(word, alpha2)
}

/** Returns the alpha-2 code of a country that is given as a code, an English name or a nationality. */
export function findCountry(text: string): string | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/^\(\w\)\s*/, '')
    .replace(/[.]$/, '')
  return byName.get(word) ?? byName.get(word.replace(/\s*\(.*$/, ''))
}

/** Finds all countries in a string: `Ukrainian, Russian`, `(a) German, (b) Moroccan`. */
export function findCountries(text: string): string[] {
  const whole = findCountry(text)
  if (whole !== undefined) return [whole]
  const parts = text.replace(/\(\w\)/g, ';').split(/[;,/]|\band\b|\bor\b/i)
  return [...new Set(parts.flatMap((part) => findCountry(part) ?? []))]
}
