import type { ConfirmDocument, DocumentFieldName } from '@touchstone/contract'
import { isSameName } from '@touchstone/documents'
import type { Draft } from '../journey/draft.ts'

/**
 * The fields that a person may correct. All others come from the document; a misreading requires another
 * picture.
 */
export const correctable = ['surname', 'givenNames'] as const

type Document = NonNullable<Draft['document']>

/**
 * Applies a person's spelling of the name if its letters match the zone. Check digits would not protect other
 * fields: one birth date in ten has the same digit, and the zone has no century.
 */
export function correctDocument(
  document: Document,
  corrections: ConfirmDocument['corrections'],
): { fields: Document['fields']; refused: DocumentFieldName[] } {
  const said = Object.entries(corrections).map(([name, value]) => [name, value.trim()] as const)
  const changed = new Map(
    said.filter(([name, value]) => value !== document.fields[name as DocumentFieldName]),
  )
  const fields = {
    ...document.fields,
    surname: changed.get('surname') ?? document.fields.surname,
    givenNames: changed.get('givenNames') ?? document.fields.givenNames,
  }
  const isName = (name: string) => correctable.some((each) => each === name)
  const sameName = ![...changed.keys()].some(isName) || isSameName(namesRead(document), fields)
  const refused = [...changed.keys()].filter((name) => !isName(name) || !sameName) as DocumentFieldName[]
  return refused.length > 0 ? { fields: document.fields, refused } : { fields, refused }
}

/** Returns the name as in the zone, even after a correction. */
export function namesRead({ fields, asRead }: Document) {
  return asRead ?? { surname: fields.surname, givenNames: fields.givenNames, cut: false }
}
