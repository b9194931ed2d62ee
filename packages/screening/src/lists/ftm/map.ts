import { findCountries } from '../find-country.ts'
import { ftmKind } from '../ftm-kind.ts'
import type { ListEntry, ListedName } from '../list-entry.ts'
import { makeEntry } from '../make-entry.ts'
import { parseBirthDates } from '../parse-birth-dates.ts'
import type { FtmEntity } from './read.ts'

/**
 * The schemas that describe parties. Other schemas describe parties' addresses, passports and relationships.
 */
const parties = new Set([
  'Person',
  'LegalEntity',
  'Organization',
  'Company',
  'PublicBody',
  'Vessel',
  'Airplane',
])

export function isParty({ schema }: FtmEntity): boolean {
  return parties.has(schema)
}

export function mapFtmEntity({ id, schema, properties }: FtmEntity): ListEntry | undefined {
  const texts = (...names: string[]) =>
    names.flatMap((name) =>
      (properties[name] ?? []).filter((value): value is string => typeof value === 'string'),
    )
  const named = (quality: ListedName['quality'], ...names: string[]) =>
    texts(...names).map((text): ListedName => ({ text, quality }))
  const [first, ...others] = texts('name')
  const whole = ['firstName', 'middleName', 'lastName'].map((part) => texts(part)[0] ?? '').join(' ')
  return makeEntry({
    id,
    kind: ftmKind(schema),
    names: [
      { text: first ?? whole, quality: 'primary' },
      ...others.map((text): ListedName => ({ text, quality: 'strong' })),
      ...named('strong', 'alias', 'previousName'),
      ...named('weak', 'weakAlias'),
    ],
    birthDates: texts('birthDate').flatMap(parseBirthDates),
    nationalities: texts('nationality', 'citizenship').flatMap(findCountries),
    documents: texts('passportNumber', 'idNumber', 'taxNumber', 'registrationNumber', 'innCode').map(
      (number) => ({
        number,
      }),
    ),
    gender: texts('gender')[0],
    programs: texts('programId', 'program'),
  })
}
