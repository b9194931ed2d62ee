import { isoCountries } from '@touchstone/common'

/** XK is not of ISO, but in use. */
export const countryCodes: readonly (readonly [alpha2: string, alpha3: string])[] = [
  ...isoCountries.map(({ alpha2, alpha3 }) => [alpha2, alpha3] as const),
  ['XK', 'XKX'],
]
