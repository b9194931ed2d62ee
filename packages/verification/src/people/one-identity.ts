import { isSameName } from '@touchstone/documents'
import type { FileOfDocument, Identity } from './identity.ts'

/**
 * How a document relates to the person's stored identity. A document with the result `other-name` needs a
 * review, because people change their names, and one with `other-person` is rejected.
 */
export type IdentityRelation = 'same' | 'other-name' | 'other-person'

export function compareIdentity(stored: Identity | undefined, shown: Identity): IdentityRelation {
  if (stored === undefined) return 'same'
  if (stored.birthDate !== shown.birthDate) {
    const isUnknown = stored.birthDate === '' || shown.birthDate === ''
    return isUnknown ? 'other-name' : 'other-person'
  }
  return documentsOf(stored).some((each) => isNameOf(each, shown)) ? 'same' : 'other-name'
}

/** Returns all documents of a person, the latest first. */
export function documentsOf({ earlier = [], ...latest }: Identity): FileOfDocument[] {
  return [latest, ...earlier]
}

/**
 * Adds a document of the same person to the stored identity. Keeps the earlier documents, because all of the
 * person's names are screened.
 */
export function withDocument(stored: Identity | undefined, shown: Identity): Identity {
  const { earlier: _, ...latest } = shown
  const others = stored ? documentsOf(stored) : []
  const earlier = others.filter((each) => JSON.stringify(each) !== JSON.stringify(latest))
  return { ...latest, ...(earlier.length > 0 && { earlier }) }
}

/** Compares the names in the machine-readable zones. A name that fills its zone may be truncated. */
function isNameOf(stored: FileOfDocument, shown: FileOfDocument): boolean {
  const [first, second] = [zoneOf(stored), zoneOf(shown)]
  if (first.surname === second.surname && first.givenNames === second.givenNames) return true
  return isSameName(first, second) || isSameName(second, first)
}

function zoneOf({ surname, givenNames, asRead, cut }: FileOfDocument) {
  return { ...(asRead ?? { surname, givenNames }), cut: cut === true }
}
