import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { LookAlike } from '../journey/draft.ts'
import { loadState } from '../journey/load-state.ts'
import type { ReviewRow } from '../journey/review-store.ts'
import { type FileOfDocument, type Identity, identityAt, openIdentity } from '../people/identity.ts'
import { compareIdentity, documentsOf } from '../people/one-identity.ts'
import { ownerOfFace } from '../people/owner-of-face.ts'
import { selectPersonFile } from '../people/person-file-store.ts'
import { identityIn } from '../steps/identity-in.ts'

/** The fields that are compared between two documents, in the order in which a reviewer reads them. */
const comparedFields = [
  'surname',
  'givenNames',
  'birthDate',
  'sex',
  'nationality',
  'documentNumber',
] as const satisfies readonly (keyof FileOfDocument)[]

/** The basis of the operator's decision about a similar face. */
export type LookAlikeView = Pick<LookAlike, 'searched' | 'strangers' | 'sameDocument' | 'sameBirthYear'> & {
  /** Whose faceprint it is. `deleted` if it was deleted after the review was opened. */
  faceprint: 'account' | 'forgotten' | 'refused' | 'deleted'
  enrolledAt: string
  keptUntil: string
  /**
   * The documents of both people, or nothing if one of them has not shown a document or the document's data
   * has been deleted.
   */
  fields: { name: (typeof comparedFields)[number]; now: string; earlier: string; same: boolean }[]
  /** The decision that the documents support. */
  suggests: 'clear' | 'confirm' | 'undecided'
}

/**
 * Describes similar faces. Reads the other person's data now instead of storing it with the review, so that it is
 * no longer shown after the person's erasure.
 */
export async function describeLookAlikes(
  context: VerificationContext,
  review: ReviewRow,
  lookAlikes: readonly LookAlike[],
): Promise<LookAlikeView[]> {
  if (lookAlikes.length === 0) return []
  const { draft } = await loadState(context, review.journeyId)
  const shown = draft.document && identityIn(draft)
  const gallery = await context.checkers.gallery()
  const views: LookAlikeView[] = []
  for (const { faceprint, searched, strangers, sameDocument, sameBirthYear } of lookAlikes) {
    const record = await gallery.recordOf(faceprint)
    const earlier = record?.purpose === 'person' ? await identityOfFace(context, faceprint) : undefined
    views.push({
      ...{ searched, strangers, sameDocument, sameBirthYear },
      faceprint: record ? kinds[record.purpose] : 'deleted',
      enrolledAt: record?.enrolledAt.toISOString() ?? '',
      keptUntil: record?.expiresAt?.toISOString() ?? '',
      fields: shown && earlier ? compareFields(shown, earlier) : [],
      suggests: suggestion({ shown, earlier, sameDocument }),
    })
  }
  return views
}

const kinds = { person: 'account', forgotten: 'forgotten', refused: 'refused' } as const

async function identityOfFace(
  context: VerificationContext,
  faceprint: string,
): Promise<Identity | undefined> {
  const personId = await ownerOfFace(context, faceprint)
  if (personId === undefined) return undefined
  const file = await selectPersonFile(journeyTablesOf(context), personId)
  if (!file?.identitySealed) return undefined
  // Omits documents that only one merchant's reviewer has read.
  return identityAt(openIdentity(context, personId, file.identitySealed), 0)
}

function compareFields(shown: Identity, earlier: Identity): LookAlikeView['fields'] {
  const documents = documentsOf(earlier)
  const nearest = documents.find((each) => compareIdentity(each, shown) === 'same') ?? documents[0]
  return comparedFields.map((name) => {
    const [now, before] = [shown[name], nearest?.[name] ?? '']
    return { name, now, earlier: before, same: now.toUpperCase() === before.toUpperCase() }
  })
}

function suggestion(of: {
  shown: Identity | undefined
  earlier: Identity | undefined
  sameDocument: boolean
}): LookAlikeView['suggests'] {
  const { shown, earlier, sameDocument } = of
  if (sameDocument) return 'confirm'
  if (!shown || !earlier) return 'undecided'
  // Relatives and people who changed their names match in either the birth date or the name, but not in both.
  const relation = compareIdentity(earlier, shown)
  return relation === 'same' ? 'confirm' : relation === 'other-person' ? 'clear' : 'undecided'
}
