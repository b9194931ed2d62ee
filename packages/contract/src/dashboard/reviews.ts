import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Count, SvcId, Time } from './parts.ts'

/** The kinds of review. */
export const reviewKinds = [
  'sanction',
  'rescreening',
  'faceprint',
  'liveness',
  'document',
  'identity',
] as const

/** Number of reviews on a page. */
export const reviewsPerPage = 50

/**
 * Maximum number of characters by which a reviewer's reading of a machine-readable zone can differ from the
 * software's reading. Check digits are not counted.
 */
export const maxZoneChanges = 3

/** Query parameters of the review list. */
export const ReviewsQuery = Type.Object({
  decided: Type.Optional(oneOf(['yes', 'no'])),
  kind: Type.Optional(oneOf(reviewKinds)),
  /** The `next` value of the previous page. */
  after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}\\.[0-9]{1,15}$' })),
})

const reviewFields = {
  id: Type.Integer({ minimum: 1 }),
  kind: oneOf(reviewKinds),
  svcId: SvcId,
  merchant: Type.String(),
  programNo: Type.String(),
  /** Whether the program is in test mode. */
  test: Type.Boolean(),
  openedAt: Time,
  decision: nullable(oneOf(['clear', 'confirm'])),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(Time),
  /** Whether the decision requires the agreement of two members. */
  byTwo: Type.Boolean(),
  /** Member who gave the first opinion, with which a second member must agree. */
  firstBy: nullable(Type.String()),
}

/** A page of open reviews, oldest first, or of decided reviews, newest first. */
export const Reviews = Type.Object({
  reviews: Type.Array(Type.Object(reviewFields), { maxItems: reviewsPerPage }),
  /** Where the next page begins. Null on the last page. */
  next: nullable(Type.String()),
})
export type Reviews = Static<typeof Reviews>

/** Request for a single review with its evidence. */
export const ShowReview = Type.Object({ id: Type.Integer({ minimum: 1 }) })

/** A sanctions-list entry that may match the person. The feature scores add up to the total score. */
export const ListHit = Type.Object({
  list: Type.String(),
  version: Type.String(),
  entryId: Type.String(),
  kind: Type.String(),
  name: Type.String(),
  primaryName: Type.String(),
  programs: Type.Array(Type.String()),
  score: Type.Number(),
  threshold: Type.Number(),
  features: Type.Array(Type.Object({ feature: Type.String(), part: Type.Number(), detail: Type.String() })),
  agreed: Type.Array(Type.Object({ asked: Type.String(), listed: Type.String(), similarity: Type.Number() })),
})
export type ListHit = Static<typeof ListHit>

/** A person with a similar face. Visible only to the operator. No picture of an enrolled face is stored. */
export const LookAlike = Type.Object({
  faceprint: oneOf(['account', 'forgotten', 'refused', 'deleted']),
  enrolledAt: nullable(Time),
  keptUntil: nullable(Time),
  /** The number of faceprints that were searched. */
  searched: Count,
  /** The proportion of strangers who are at least this similar. */
  strangers: Type.Number(),
  sameDocument: Type.Boolean(),
  sameBirthYear: Type.Boolean(),
  /** The fields of both documents. Empty if one of the people has not shown a document. */
  fields: Type.Array(
    Type.Object({
      name: oneOf(['surname', 'givenNames', 'birthDate', 'sex', 'nationality', 'documentNumber']),
      now: Type.String(),
      earlier: Type.String(),
      same: Type.Boolean(),
    }),
  ),
  suggests: oneOf(['clear', 'confirm', 'undecided']),
})
export type LookAlike = Static<typeof LookAlike>

/** A review with its evidence. It contains personal data and is visible only to reviewers. */
export const Review = Type.Object({
  ...reviewFields,
  hits: Type.Array(ListHit),
  /** Similar faces, the most similar one first. */
  lookAlikes: Type.Array(LookAlike),
  /** All findings except list hits and similar faces, in the format in which the checker reported them. */
  facts: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  hasPictures: Type.Boolean(),
  /** The lines of the document's machine-readable zone, as read by the software. */
  zoneRead: Type.Array(Type.String()),
  /** All opinions, oldest first, if two members must decide. */
  opinions: Type.Array(
    Type.Object({
      decision: oneOf(['clear', 'confirm']),
      by: Type.String(),
      at: Time,
      note: Type.String(),
      /** The lines of a document's machine-readable zone, as read by this member. */
      reading: Type.Array(Type.String()),
      /** Why the opinion is no longer valid. Null if it is still valid. */
      ended: nullable(oneOf(['withdrawn', 'disagreed'])),
    }),
  ),
  /**
   * Whether the signed-in member gave the first opinion. The member can withdraw this opinion but not confirm
   * it.
   */
  firstIsYours: Type.Boolean(),
})
export type Review = Static<typeof Review>

/** Images of a review. */
export const ReviewPictures = Type.Object({
  pictures: Type.Array(
    Type.Object({
      type: oneOf(['jpg', 'png', 'webp', 'bin']),
      base64: Type.String(),
      /** The instruction that was shown at this moment of the liveness recording. */
      asked: Type.Optional(Type.String()),
    }),
  ),
})
export type ReviewPictures = Static<typeof ReviewPictures>

/** Decides a review. */
export const DecideReview = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  decision: oneOf(['clear', 'confirm']),
  note: Type.String({ minLength: 1, maxLength: 2000 }),
  /** The correct lines of the machine-readable zone. Sent only if the document was misread. */
  zone: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { minItems: 2, maxItems: 3 })),
})
export type DecideReview = Static<typeof DecideReview>

/**
 * Result of submitting a decision. `first` means that a second member must agree. `disagreed` means that the
 * two opinions differ, so the review is open again.
 */
export const ReviewDecided = Type.Object({ outcome: oneOf(['decided', 'first', 'disagreed']) })
export type ReviewDecided = Static<typeof ReviewDecided>

/** Whether the merchant's members decide the reviews of its programs, and whether two members must agree. */
export const ReviewRule = Type.Object({ delegated: Type.Boolean(), byTwo: Type.Boolean() })
export type ReviewRule = Static<typeof ReviewRule>
/** Whether two operators must agree on a decision. */
export const ServiceReviewRule = Type.Object({ byTwo: Type.Boolean() })
export type ServiceReviewRule = Static<typeof ServiceReviewRule>

/** Request to screen a name against the sanctions lists. */
export const ScreenByHand = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 300 }),
  birthDate: Type.Optional(Type.String({ maxLength: 10 })),
  nationality: Type.Optional(Type.String({ maxLength: 3 })),
})
export type ScreenByHand = Static<typeof ScreenByHand>
/** Sanctions-list entries that match a name. */
export const ScreeningResult = Type.Object({
  hits: Type.Array(ListHit),
  policy: Type.String(),
  /** The lists that were searched. */
  lists: Type.Array(
    Type.Object({
      list: Type.String(),
      version: Type.String(),
      publishedAt: nullable(Type.String()),
      importedAt: Time,
      entries: Count,
    }),
  ),
})
export type ScreeningResult = Static<typeof ScreeningResult>

/** Imported sanctions lists. */
export const SanctionLists = Type.Object({
  lists: Type.Array(
    Type.Object({
      list: Type.String(),
      version: Type.String(),
      publishedAt: nullable(Type.String()),
      importedAt: Time,
      state: oneOf(['staged', 'current', 'replaced', 'refused']),
      entries: Count,
      names: Count,
    }),
  ),
})
export type SanctionLists = Static<typeof SanctionLists>
