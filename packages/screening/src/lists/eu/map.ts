import { createHash } from 'node:crypto'
import { findCountries, findCountry } from '../find-country.ts'
import type { BirthPeriod, EntryKind, ListEntry, ListedDocument, ListedName } from '../list-entry.ts'
import { type EntryDraft, makeEntry } from '../make-entry.ts'
import { parseBirthDates } from '../parse-birth-dates.ts'
import type { CsvRow } from '../read-csv-rows.ts'

/**
 * Titles that precede names on the lists. Titles are removed, because they would otherwise count as parts of
 * the name.
 */
const titles =
  /^(?:(?:(?:lt|lieutenant|maj|major|brig|brigadier|col|colonel|gen|general|capt|captain|sgt|sergeant|cpl|adm|admiral|rear|vice|staff|marshal|dr|prof|professor|mr|mrs|ms|miss|sir|eng|engineer|sheikh|hon|h\.?e|president|minister|ambassador)\.?(?=[\s-]))[\s-]+)+/i

const ofOtherScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/**
 * Splits a free-text field into names. Names are separated by semicolons or numbered with `(a)`, `(b)`. Text
 * in brackets is a separate name if it is in another script. If it is in the same script, it is an
 * alternative spelling of the preceding part.
 */
function splitNames(field: string): string[] {
  return field
    .replace(/\((?:[a-z]|[ivx]+|\d+)\)/gi, ';')
    .split(/[;\n]/)
    .flatMap(splitBrackets)
    .flatMap(splitCommas)
    .map((name) => name.replace(titles, '').replace(/^[\s,.:]+|[\s,:]+$/g, ''))
    .filter((name) => name !== '' && !/:$|^(?:text of image|russian|korean|in \w+)$/i.test(name))
}

function splitBrackets(text: string): string[] {
  const inBrackets = [...text.matchAll(/[([]([^()[\]]*)[)\]]/g)].map((match) => match[1] ?? '')
  const rest = text.replace(/[([][^()[\]]*[)\]]?/g, ' ').trim()
  const others = inBrackets.filter((part) => ofOtherScript.test(part) && !ofOtherScript.test(rest))
  return [rest, ...others.flatMap((part) => part.split(','))]
}

/**
 * Splits text at the commas if every part has at least two words. Otherwise the text is one name, such as
 * "Last, First".
 */
function splitCommas(text: string): string[] {
  const parts = text.split(',')
  return parts.length > 1 && parts.every((part) => /\S\s+\S/.test(part.trim())) ? parts : [text]
}

const kinds = new Map<string, EntryKind>([
  ['person', 'person'],
  ['p', 'person'],
  ['legalentity', 'organisation'],
  ['organization', 'organisation'],
  ['company', 'organisation'],
  ['enterprise', 'organisation'],
  ['e', 'organisation'],
  ['vessel', 'vessel'],
])

/** Maps one row of an annex to one entry. */
export function mapAnnexRow({ values }: CsvRow): ListEntry | undefined {
  const value = (name: string) => values[name] ?? ''
  const named = (column: string, quality: ListedName['quality']) =>
    splitNames(value(column)).map((text): ListedName => ({ text, quality }))
  const [first, ...others] = named('name', 'primary')
  return makeEntry({
    id: [value('celex'), value('annex'), value('recordid') || wordsId(value('name'))]
      .filter(Boolean)
      .join('/'),
    kind: kinds.get(value('schema').toLowerCase()) ?? 'unknown',
    names: [
      ...(first === undefined ? [] : [first]),
      ...others.map(({ text }): ListedName => ({ text, quality: 'strong' })),
      ...named('alias', 'strong'),
      ...named('previousname', 'strong'),
      ...named('weakalias', 'weak'),
    ],
    birthDates: parseBirthDates(value('birthdate')),
    nationalities: findCountries(value('nationality')),
    documents: ['passportnumber', 'idnumber', 'taxnumber', 'inncode'].flatMap((column) =>
      documentsOf(value(column), column),
    ),
    gender: value('gender'),
    programs: [value('programkey')],
  })
}

/** Creates the identifier for an annex entry that has no number. */
const wordsId = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 12)

/**
 * Finds document numbers in free text: `MP 3413113 and MP 2387911`, `passport number A2823222 (issued 2013)`.
 */
function documentsOf(text: string, type: string): ListedDocument[] {
  const numbers =
    text.replace(/\([^)]*\)/g, ' ').match(/\b(?:[A-Z]{1,3}[ -]?)?[A-Z0-9]*\d{4}[A-Z0-9/-]*\b/g) ?? []
  return numbers.map((number) => ({ number, type }))
}

/** Combines adjacent rows for the same entity, as found in the Commission's format, into one entry. */
export function createCommissionDraft(id: string) {
  const names: ListedName[] = []
  const birthDates: BirthPeriod[] = []
  const nationalities: string[] = []
  const documents: ListedDocument[] = []
  const programs: string[] = []
  const draft: EntryDraft = { id, kind: 'unknown', names, birthDates, nationalities, documents, programs }
  return {
    add({ values }: CsvRow): void {
      const value = (name: string) => (values[name] ?? '').trim()
      const kind = kinds.get(
        (value('entity_subjecttype') || value('entity_subjecttype_classificationcode')).toLowerCase(),
      )
      if (kind !== undefined) draft.kind = kind
      const name =
        value('namealias_wholename') ||
        ['firstname', 'middlename', 'lastname'].map((part) => value(`namealias_${part}`)).join(' ')
      if (name.trim() !== '') names.push({ text: name, quality: names.length === 0 ? 'primary' : 'strong' })
      draft.gender ||= value('namealias_gender')
      const birth =
        value('birthdate_birthdate') ||
        (value('birthdate_yearrangefrom') &&
          `${value('birthdate_yearrangefrom')} to ${value('birthdate_yearrangeto')}`) ||
        value('birthdate_year')
      const circa = /^(true|1|yes)$/i.test(value('birthdate_circa'))
      for (const period of parseBirthDates(birth))
        birthDates.push({ ...period, circa: circa || period.circa })
      for (const column of ['citizenship_countryiso2code', 'citizenship_countrydescription'])
        nationalities.push(...findCountries(value(column)))
      const number = value('identification_number')
      const country = findCountry(value('identification_countryiso2code'))
      const type = value('identification_typedescription')
      if (number !== '')
        documents.push({ number, ...(type !== '' && { type }), ...(country !== undefined && { country }) })
      programs.push(value('entity_regulation_programme'))
    },
    finish: () => makeEntry(draft),
  }
}
