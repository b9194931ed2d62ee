import { findCountries } from '../find-country.ts'
import { ftmKind } from '../ftm-kind.ts'
import type { ListEntry, ListedName } from '../list-entry.ts'
import { makeEntry } from '../make-entry.ts'
import { parseBirthDates } from '../parse-birth-dates.ts'
import type { CsvRow } from '../read-csv-rows.ts'

export function mapOpenSanctionsRow({ values }: CsvRow): ListEntry | undefined {
  const several = (name: string) =>
    (values[name] ?? '').split(';').map((value) => value.trim().replace(/^"|"$/g, ''))
  return makeEntry({
    id: values.id ?? '',
    kind: ftmKind(values.schema ?? ''),
    names: [
      { text: values.name ?? '', quality: 'primary' },
      ...several('aliases').map((text): ListedName => ({ text, quality: 'strong' })),
    ],
    birthDates: several('birth_date').flatMap(parseBirthDates),
    nationalities: several('countries').flatMap(findCountries),
    documents: several('identifiers').map((number) => ({ number })),
    programs: [...several('program_ids'), ...several('dataset')],
  })
}
