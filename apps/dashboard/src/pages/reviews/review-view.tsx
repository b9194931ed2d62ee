import type { Review } from '@touchstone/contract'
import { useSearch } from 'wouter'
import { Account } from '../../parts/account.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { Badge, TestBadge } from '../../parts/badge.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useReviews } from '../../session/use-operator.ts'
import { useTexts } from '../../texts/texts.ts'
import { Decide } from './decide.tsx'
import { factName } from './fact-name.ts'
import { Hits } from './hits.tsx'
import { readListSearch, writeListSearch } from './list-search.ts'
import { LookAlikes } from './look-alikes.tsx'
import { Opinions } from './opinions.tsx'
import { Pictures } from './pictures.tsx'

/** Shows the case, its findings and its decision. The server records each view in the audit log. */
export function ReviewView({ id }: { id: number }) {
  const texts = useTexts()
  const search = writeListSearch(readListSearch(useSearch()))
  const review = useReviews<Review>('/reviews/show', { id }, { once: true })
  return (
    <Page
      title={texts.reviews.one(id)}
      lead={texts.reviews.oneLead}
      back={<BackLink href={`/open${search}`} text={texts.reviews.title} />}
    >
      <WhenLoaded of={review} rows={6}>
        {(review) => (
          <>
            <Section
              title={texts.reviews.kinds[review.kind].name}
              text={texts.reviews.kinds[review.kind].why}
              actions={review.test && <TestBadge />}
            >
              <dl className="facts">
                <div>
                  <dt className="label">{texts.people.id}</dt>
                  <dd>
                    {review.svcId === '' ? '–' : <Account value={review.svcId} what={texts.people.id} />}
                  </dd>
                </div>
                <div>
                  <dt className="label">{texts.reviews.merchant}</dt>
                  <dd>{review.merchant}</dd>
                </div>
                <div>
                  <dt className="label">{texts.reviews.since}</dt>
                  <dd>
                    <Moment at={review.openedAt} />
                  </dd>
                </div>
                {review.facts.map(({ name, value }) => (
                  <div key={`${name} ${value}`}>
                    <dt className="label">{factName(texts.reviews.factWords, name)}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </Section>
            {review.hits.length > 0 && (
              <Section title={texts.reviews.hits} text={texts.reviews.hitsWhy}>
                <Hits hits={review.hits} />
              </Section>
            )}
            <LookAlikes lookAlikes={review.lookAlikes} />
            {review.decision === null && review.hasPictures && <Pictures id={id} />}
            {review.opinions.length > 0 && <Opinions review={review} />}
            {review.decision === null ? <Decide review={review} /> : <Decided review={review} />}
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}

function Decided({ review: { kind, decision, decidedBy, decidedAt } }: { review: Review }) {
  const texts = useTexts()
  if (decision === null) return null
  return (
    <Section title={texts.reviews.decision}>
      <p>
        <Badge>{texts.reviews.kinds[kind][decision]}</Badge> <span className="mono">{decidedBy}</span>{' '}
        {decidedAt !== null && <Moment at={decidedAt} />}
      </p>
    </Section>
  )
}
