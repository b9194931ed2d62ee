import type { ListHit, Review, Reviews } from '@touchstone/contract'
import type { Hit } from '@touchstone/screening'
import type { LookAlikeView, OpinionView, ReviewView } from '@touchstone/verification'

export function reviewLine(view: ReviewView): Reviews['reviews'][number] {
  const { id, kind, svcId, merchant, programNo, openedAt, decision, decidedBy, decidedAt, byTwo, firstBy } =
    view
  return {
    ...{ id, kind, svcId, merchant, programNo, openedAt, test: view.test },
    decision: decision === 'clear' || decision === 'confirm' ? decision : null,
    decidedBy: decidedBy === '' ? null : decidedBy,
    decidedAt: decidedAt === '' ? null : decidedAt,
    byTwo,
    firstBy: firstBy === '' ? null : firstBy,
  }
}

/** Converts findings for display: a match with its details, and any other finding as names and values. */
export function reviewView(
  { detail, opinions, ...view }: ReviewView & { detail: object; opinions: OpinionView[] },
  memberNo: string,
): Review {
  const {
    hits = [],
    lines = [],
    pictures: _,
    film: __,
    lookAlikes = [],
    ...rest
  } = detail as { hits?: Hit[]; lines?: string[]; lookAlikes?: LookAlikeView[] } & Record<string, unknown>
  return {
    ...reviewLine(view),
    hits: hits.map(hitLine),
    lookAlikes: lookAlikes.map(({ enrolledAt, keptUntil, ...rest }) => ({
      ...rest,
      enrolledAt: enrolledAt === '' ? null : enrolledAt,
      keptUntil: keptUntil === '' ? null : keptUntil,
    })),
    facts: Object.entries(rest).flatMap(([name, value]) => factsOf(name, value)),
    hasPictures: view.kind === 'document' || view.kind === 'liveness',
    zoneRead: lines,
    opinions: opinions.map(({ ended, ...opinion }) => ({ ...opinion, ended: ended === '' ? null : ended })),
    firstIsYours: view.firstBy === memberNo,
  }
}

export function hitLine(hit: Hit): ListHit {
  const { list, version, entryId, kind, name, primaryName, programs, score, threshold, features, agreed } =
    hit
  return {
    ...{ list, version, entryId, kind, name, primaryName, programs: [...programs], score, threshold },
    features: features.map(({ feature, part, why }) => ({ feature, part, detail: why })),
    agreed: agreed.map(({ asked, listed, similarity }) => ({ asked, listed, similarity })),
  }
}

function factsOf(name: string, value: unknown): Review['facts'] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((each, index) => factsOf(`${name} ${index + 1}`, each))
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([inner, each]) => factsOf(`${name} ${inner}`, each))
  return [{ name, value: String(value) }]
}
