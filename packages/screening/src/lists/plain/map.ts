import { createHash } from 'node:crypto'
import { findCountries } from '../find-country.ts'
import { type EntryKind, entryKinds, type ListEntry, type ListedName } from '../list-entry.ts'
import { makeEntry } from '../make-entry.ts'
import { parseBirthDates } from '../parse-birth-dates.ts'
import type { CsvRow } from '../read-csv-rows.ts'

/**
 * Maps a row with the columns `id`, `name`, `aliases`, `birth_date`, `nationality`, `documents`, `gender`,
 * `kind`, `program`; multiple values in a column are separated by semicolons. Without an `id`, the identifier
 * is derived from the row's content, so that an unchanged row has the same identifier in the next version.
 */
export function mapPlainRow({ values }: CsvRow): ListEntry | undefined {
  const value = (name: string) => (values[name] ?? '').trim()
  const several = (name: string) => value(name).split(';')
  const kind = value('kind').toLowerCase() as EntryKind
  return makeEntry({
    id:
      value('id') ||
      createHash('sha256')
        .update(`${value('name')}\n${value('birth_date')}`)
        .digest('hex')
        .slice(0, 16),
    kind: entryKinds.includes(kind) ? kind : 'person',
    names: [
      { text: value('name'), quality: 'primary' },
      ...several('aliases').map((text): ListedName => ({ text, quality: 'strong' })),
    ],
    birthDates: parseBirthDates(value('birth_date')),
    nationalities: several('nationality').flatMap(findCountries),
    documents: several('documents').map((number) => ({ number: number.trim() })),
    gender: value('gender'),
    programs: several('program'),
  })
}
