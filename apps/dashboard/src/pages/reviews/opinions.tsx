import type { Review } from '@touchstone/contract'
import { Badge } from '../../parts/badge.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/texts.ts'

/** Shows the opinions on a review that needs two people, including withdrawn and conflicting opinions. */
export function Opinions({ review: { kind, opinions } }: { review: Review }) {
  const texts = useTexts()
  return (
    <Section title={texts.reviews.opinions} text={texts.reviews.opinionsWhy}>
      <Table
        caption={texts.reviews.opinions}
        rows={opinions.map((opinion, index) => ({ ...opinion, index }))}
        keyOf={({ index }) => index}
        columns={[
          { name: texts.audit.at, cell: ({ at }) => <Moment at={at} /> },
          { name: texts.audit.by, cell: ({ by }) => <span className="mono">{by}</span> },
          {
            name: texts.reviews.decision,
            cell: ({ decision, ended }) => (
              <>
                <Badge>{texts.reviews.kinds[kind][decision]}</Badge>{' '}
                {ended !== null && <span className="muted small">{texts.reviews.ended[ended]}</span>}
              </>
            ),
          },
          {
            name: texts.reviews.note,
            cell: ({ note, reading }) => (
              <>
                {note}
                {reading.map((line) => (
                  <span key={line} className="detail mono">
                    {line}
                  </span>
                ))}
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}
