import { countryOf } from '@touchstone/documents'
import type { Draft } from '../journey/draft.ts'
import { InvalidStateError } from '../journey/invalid-state-error.ts'
import type { Identity } from '../people/identity.ts'
import { namesRead } from './correct-document.ts'

/** Returns the identity that the journey's document shows. */
export function identityIn({ document }: Pick<Draft, 'document'>): Identity {
  if (!document)
    throw new InvalidStateError('draft.no-document', 'the journey has no identity from a document')
  const { surname, givenNames, birthDate, sex, nationality, number } = document.fields
  const read = namesRead(document)
  const isOwn = surname !== read.surname || givenNames !== read.givenNames
  return {
    surname,
    givenNames,
    ...(isOwn && { asRead: { surname: read.surname, givenNames: read.givenNames } }),
    ...(read.cut && { cut: true as const }),
    birthDate,
    sex: { M: 'male', F: 'female' }[sex] ?? sex,
    nationality: countryOf(nationality)?.alpha2 ?? '',
    documentNumber: number,
    ...(document.onlyAt !== undefined && { onlyAt: document.onlyAt }),
  }
}
