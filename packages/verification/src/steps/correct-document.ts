import type { ConfirmDocument, DocumentFieldName } from '@touchstone/contract'
import { isSameName } from '@touchstone/documents'
import type { Draft } from '../journey/draft.ts'

/**
 * The fields that a person can correct. All other fields are read from the document; if one is misread, the
 * person takes another picture.
 */
export const correctable = ['surname', 'givenNames'] as const

type Document = NonNullable<Draft['document']>

/**
 * Applies a person's spelling of the name if its letters match the machine-readable zone. Other fields cannot
 * be corrected, because check digits would not protect them: one in ten birth dates has the same check digit,
 * and the zone contains no century.
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

/**
 * Returns the name as it appears in the machine-readable zone, even if the person has corrected the spelling.
 */
export function namesRead({ fields, asRead }: Document) {
  return asRead ?? { surname: fields.surname, givenNames: fields.givenNames, cut: false }
}
