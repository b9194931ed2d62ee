import type { maxReviewsListed, Reviews } from '@touchstone/contract'
import { Link } from 'wouter'
import { Badge } from '../../parts/badge.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useReviews } from '../../session/use-operator.ts'
import { useTexts } from '../../texts/texts.ts'

/** Duplicated here because an import from the contract would add the contract's schemas to the bundle. */
const most: typeof maxReviewsListed = 200

export function ReviewList({ decided }: { decided: 'yes' | 'no' }) {
  const texts = useTexts()
  const reviews = useReviews<Reviews>(`/reviews?decided=${decided}`)
  const isOpen = decided === 'no'
  return (
    <Section
      title={isOpen ? texts.reviews.open : texts.reviews.decided}
      text={isOpen ? texts.reviews.openWhy(most) : texts.reviews.decidedWhy(most)}
    >
      <WhenLoaded of={reviews}>
        {({ reviews }) =>
          reviews.length === 0 ? (
            <Empty title={texts.reviews.empty} text={texts.reviews.emptyWhy} />
          ) : (
            <Table
              caption={texts.reviews.title}
              rows={reviews}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: texts.reviews.review,
                  cell: ({ id, kind }) => (
                    <Link href={`/show/${id}`} className="plain-link">
                      {id}, {texts.reviews.kinds[kind].name}
                    </Link>
                  ),
                },
                { name: texts.reviews.merchant, cell: ({ merchant }) => merchant },
                { name: texts.reviews.since, cell: ({ openedAt }) => <Moment at={openedAt} /> },
                {
                  name: texts.reviews.decision,
                  cell: ({ kind, decision, firstBy, byTwo }) => {
                    if (decision !== null) return <Badge>{texts.reviews.kinds[kind][decision]}</Badge>
                    if (firstBy !== null) return <Badge tone="accent">{texts.reviews.waitsForSecond}</Badge>
                    return byTwo ? texts.reviews.takesTwo : '–'
                  },
                },
                {
                  name: texts.audit.by,
                  cell: ({ decidedBy, firstBy }) => (
                    <span className="mono">{decidedBy ?? firstBy ?? '–'}</span>
                  ),
                },
              ]}
            />
          )
        }
      </WhenLoaded>
    </Section>
  )
}
