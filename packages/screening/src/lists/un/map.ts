import { findCountries, findCountry } from '../find-country.ts'
import type { BirthPeriod, ListEntry, ListedDocument, ListedName } from '../list-entry.ts'
import { makeEntry } from '../make-entry.ts'
import { parseBirthDates } from '../parse-birth-dates.ts'
import type { XmlElement } from '../read-xml-elements.ts'

export function mapUnElement(element: XmlElement): ListEntry | undefined {
  const isPerson = element.name === 'INDIVIDUAL'
  const text = (name: string) => child(element, name)?.text ?? ''
  const whole = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map(text).filter(Boolean).join(' ')
  const names: ListedName[] = [
    { text: whole, quality: 'primary' },
    { text: text('NAME_ORIGINAL_SCRIPT'), quality: 'strong' },
  ]
  for (const alias of all(element, isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS')) {
    const quality = child(alias, 'QUALITY')?.text.toLowerCase() === 'low' ? 'weak' : 'strong'
    // Some alias fields contain more than one alias.
    for (const name of (child(alias, 'ALIAS_NAME')?.text ?? '').split(';'))
      names.push({ text: name, quality })
  }
  return makeEntry({
    id: text('REFERENCE_NUMBER') || text('DATAID'),
    kind: isPerson ? 'person' : 'organisation',
    names,
    birthDates: all(element, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap(birthPeriods),
    nationalities: all(child(element, 'NATIONALITY'), 'VALUE').flatMap((value) => findCountries(value.text)),
    documents: all(element, 'INDIVIDUAL_DOCUMENT').flatMap(mapDocument),
    gender: text('GENDER'),
    programs: [text('UN_LIST_TYPE')],
  })
}

function birthPeriods(date: XmlElement): BirthPeriod[] {
  const text = (name: string) => child(date, name)?.text ?? ''
  const circa = text('TYPE_OF_DATE') === 'APPROXIMATELY'
  const range =
    text('FROM_YEAR') === '' ? '' : `${text('FROM_YEAR')} to ${text('TO_YEAR') || text('FROM_YEAR')}`
  const written = range || text('DATE') || text('DATE_OF_BIRTH') || text('YEAR')
  return parseBirthDates(written).map((period) => ({ ...period, circa: circa || period.circa }))
}

function mapDocument(document: XmlElement): ListedDocument[] {
  const number = child(document, 'NUMBER')?.text ?? ''
  const type = child(document, 'TYPE_OF_DOCUMENT')?.text ?? ''
  const country = findCountry(
    child(document, 'ISSUING_COUNTRY')?.text ?? child(document, 'COUNTRY_OF_ISSUE')?.text ?? '',
  )
  if (number === '') return []
  return [{ number, ...(type !== '' && { type }), ...(country !== undefined && { country }) }]
}

const all = (element: XmlElement | undefined, name: string) =>
  element?.children.filter((each) => each.name === name) ?? []

const child = (element: XmlElement | undefined, name: string) =>
  element?.children.find((each) => each.name === name)
