import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Count, SvcId, Time } from './parts.ts'

export const reviewKinds = ['sanction', 'rescreening', 'faceprint', 'liveness', 'document'] as const

/** A list of reviews has no pages: what is beyond comes up when the first of them are decided. */
export const mostReviewsListed = 200

export const ReviewsQuery = Type.Object({ decided: Type.Optional(oneOf(['yes', 'no'])) })

const line = {
  id: Type.Integer({ minimum: 1 }),
  kind: oneOf(reviewKinds),
  svcId: SvcId,
  merchant: Type.String(),
  programNo: Type.String(),
  openedAt: Time,
  decision: nullable(oneOf(['clear', 'confirm'])),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(Time),
  /** A decision takes two members who say the same. */
  byTwo: Type.Boolean(),
  /** Who has given an opinion that another member has to share. */
  firstBy: nullable(Type.String()),
}

/** Those that wait, the longest waiting first; or those that were decided, the newest first. */
export const Reviews = Type.Object({
  reviews: Type.Array(Type.Object(line), { maxItems: mostReviewsListed }),
})
export type Reviews = Static<typeof Reviews>

export const ShowReview = Type.Object({ id: Type.Integer({ minimum: 1 }) })

/** A listed party that somebody may be. The parts of its features add up to the score. */
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

/** One with what it rests on: personal data, for who decides alone. Of a look-alike nothing of the other person is in it. */
export const Review = Type.Object({
  ...line,
  hits: Type.Array(ListHit),
  /** What else is known, in the words of who checked it. */
  facts: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  hasPictures: Type.Boolean(),
  /** Where two have to decide: all that was said, the oldest first. */
  opinions: Type.Array(
    Type.Object({
      decision: oneOf(['clear', 'confirm']),
      by: Type.String(),
      at: Time,
      note: Type.String(),
      /** Of a document: the lines of its zone as this member reads them. */
      reading: Type.Array(Type.String()),
      /** Null: it holds. */
      ended: nullable(oneOf(['withdrawn', 'disagreed'])),
    }),
  ),
  /** The opinion that waits is of who asks: they may withdraw it, and can't agree with themselves. */
  firstIsYours: Type.Boolean(),
})
export type Review = Static<typeof Review>

export const ReviewPictures = Type.Object({
  pictures: Type.Array(
    Type.Object({
      type: oneOf(['jpg', 'png', 'webp', 'bin']),
      base64: Type.String(),
      /** What the person was asked to do then, in a film. */
      asked: Type.Optional(Type.String()),
    }),
  ),
})
export type ReviewPictures = Static<typeof ReviewPictures>

export const DecideReview = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  decision: oneOf(['clear', 'confirm']),
  note: Type.String({ minLength: 1, maxLength: 2000 }),
  /** Of a document that was read wrong: the lines of its zone. */
  zone: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { minItems: 2, maxItems: 3 })),
})
export type DecideReview = Static<typeof DecideReview>

/** `first`: another member has to agree. `disagreed`: the two said different things, and it is open again. */
export const ReviewDecided = Type.Object({ outcome: oneOf(['decided', 'first', 'disagreed']) })
export type ReviewDecided = Static<typeof ReviewDecided>

/** Who decides the reviews of a merchant's programs, and whether it takes two. */
export const ReviewRule = Type.Object({ delegated: Type.Boolean(), byTwo: Type.Boolean() })
export type ReviewRule = Static<typeof ReviewRule>
export const ServiceReviewRule = Type.Object({ byTwo: Type.Boolean() })
export type ServiceReviewRule = Static<typeof ServiceReviewRule>

export const ScreenByHand = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 300 }),
  birthDate: Type.Optional(Type.String({ maxLength: 10 })),
  nationality: Type.Optional(Type.String({ maxLength: 3 })),
})
export type ScreenByHand = Static<typeof ScreenByHand>
export const Screened = Type.Object({ hits: Type.Array(ListHit), policy: Type.String() })
export type Screened = Static<typeof Screened>

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
