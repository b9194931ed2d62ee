import type { ConfirmDocument, DocumentFieldName } from '@touchstone/contract'
import { isSameName } from '@touchstone/documents'
import type { Draft } from '../journey/draft.ts'

/** What a person may write otherwise. All else comes from the document: a wrong reading takes another picture. */
export const correctable = ['surname', 'givenNames'] as const

type Document = NonNullable<Draft['document']>

/**
 * Takes a person's own writing of the name where its letters are those of the zone, and nothing else. A check digit would
 * not do for the rest: one birth date in ten has the same, and the zone has no century.
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

/** The name as the zone has it, whatever was made of it since. */
export function namesRead({ fields, asRead }: Document) {
  return asRead ?? { surname: fields.surname, givenNames: fields.givenNames, cut: false }
}
