import type { Review, Reviews } from '@touchstone/contract'
import { Link, useLocation, useSearch } from 'wouter'
import { Badge, TestBadge } from '../../parts/badge.tsx'
import { Select } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { StepPager } from '../../parts/pager.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useReviews } from '../../session/use-operator.ts'
import { useTexts } from '../../texts/texts.ts'
import { type ListSearch, readListSearch, writeListSearch } from './list-search.ts'

/** Duplicated here because an import from the contract would add the contract's schemas to the bundle. */
const kinds = [
  'sanction',
  'rescreening',
  'faceprint',
  'liveness',
  'document',
  'identity',
] as const satisfies readonly Review['kind'][]

export function ReviewList({ decided }: { decided: 'yes' | 'no' }) {
  const texts = useTexts()
  const isOpen = decided === 'no'
  const [, go] = useLocation()
  const text = useSearch()
  const search = readListSearch(text)
  const { kind, pages } = search
  const after = pages.at(-1)
  const query = new URLSearchParams({ decided, ...(kind !== '' && { kind }), ...(after && { after }) })
  const reviews = useReviews<Reviews>(`/reviews?${query}`)
  const show = (change: Partial<ListSearch>) =>
    go(`/${isOpen ? 'open' : 'decided'}${writeListSearch({ ...search, ...change })}`)
  return (
    <Section
      title={isOpen ? texts.reviews.open : texts.reviews.decided}
      text={isOpen ? texts.reviews.openWhy : texts.reviews.decidedWhy}
    >
      <div className="filters">
        <Select
          label={texts.reviews.kind}
          value={kind}
          choices={[
            { value: '', name: texts.reviews.allKinds },
            ...kinds.map((value) => ({ value, name: texts.reviews.kinds[value].name })),
          ]}
          onValue={(chosen) => show({ kind: chosen, pages: [] })}
        />
      </div>
      <WhenLoaded of={reviews}>
        {({ reviews, next }) =>
          reviews.length === 0 ? (
            <Empty title={texts.reviews.empty} text={texts.reviews.emptyWhy} />
          ) : (
            <>
              <Table
                caption={texts.reviews.title}
                rows={reviews}
                keyOf={({ id }) => id}
                columns={[
                  {
                    name: texts.reviews.review,
                    cell: ({ id, kind, test }) => (
                      <>
                        <Link href={`/show/${id}${writeListSearch(search)}`} className="plain-link">
                          {id}, {texts.reviews.kinds[kind].name}
                        </Link>{' '}
                        {test && <TestBadge />}
                      </>
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
              <StepPager
                {...(pages.length > 0 && { toBefore: () => show({ pages: pages.slice(0, -1) }) })}
                {...(next !== null && { toNext: () => show({ pages: [...pages, next] }) })}
              />
            </>
          )
        }
      </WhenLoaded>
    </Section>
  )
}
