import { allCountries, type Country, countryOf } from '../mrz/country-of.ts'

/** Common country names in addition to the official names. */
const otherNames: Readonly<Record<string, string>> = {
  'GREAT BRITAIN': 'GBR',
  UK: 'GBR',
  ENGLAND: 'GBR',
  SCOTLAND: 'GBR',
  WALES: 'GBR',
  'NORTHERN IRELAND': 'GBR',
  'UNITED STATES OF AMERICA': 'USA',
  'U.S.A.': 'USA',
  US: 'USA',
  'THE NETHERLANDS': 'NLD',
  NEDERLAND: 'NLD',
  HOLLAND: 'NLD',
  DEUTSCHLAND: 'DEU',
  ÖSTERREICH: 'AUT',
  SCHWEIZ: 'CHE',
  SUISSE: 'CHE',
  ESPAÑA: 'ESP',
  ITALIA: 'ITA',
  POLSKA: 'POL',
  SVERIGE: 'SWE',
  NORGE: 'NOR',
  DANMARK: 'DNK',
  SUOMI: 'FIN',
  BELGIQUE: 'BEL',
  BELGIË: 'BEL',
  BRASIL: 'BRA',
  MÉXICO: 'MEX',
  'CZECH REPUBLIC': 'CZE',
  TURKEY: 'TUR',
  TÜRKIYE: 'TUR',
  'VIET NAM': 'VNM',
  KOREA: 'KOR',
  UAE: 'ARE',
  'RUSSIAN FEDERATION': 'RUS',
}

const byName = new Map<string, Country>()
for (const country of allCountries) {
  if (country.kind !== 'country') continue
  byName.set(fold(country.name), country)
  byName.set(country.code, country)
  if (country.alpha2) byName.set(country.alpha2, country)
}
for (const [name, code] of Object.entries(otherNames)) {
  const country = countryOf(code)
  if (country) byName.set(fold(name), country)
}

/** Returns the country if the line consists only of a country name. */
export function countryInText(line: string): Country | undefined {
  return byName.get(fold(line.replace(/[.,;]+$/, '')))
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().trim()
}
