import type { SanctionLists } from '@touchstone/contract'
import { Badge } from '../../parts/badge.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useReviews } from '../../session/use-operator.ts'
import { useTexts } from '../../texts/texts.ts'

export function Lists() {
  const texts = useTexts()
  const numberOf = useNumber()
  const lists = useReviews<SanctionLists>('/lists')
  return (
    <Section title={texts.reviews.lists} text={texts.reviews.listsWhy}>
      <WhenLoaded of={lists}>
        {({ lists }) =>
          lists.length === 0 ? (
            <Empty title={texts.reviews.noLists} text={texts.reviews.noListsWhy} />
          ) : (
            <Table
              caption={texts.reviews.lists}
              rows={lists}
              keyOf={({ list, version, importedAt }) => `${list} ${version} ${importedAt}`}
              columns={[
                { name: texts.reviews.list, cell: ({ list }) => list },
                {
                  name: texts.reviews.version,
                  cell: ({ version }) => <span className="mono">{version}</span>,
                },
                { name: texts.reviews.published, cell: ({ publishedAt }) => publishedAt ?? '–' },
                { name: texts.reviews.imported, cell: ({ importedAt }) => <Moment at={importedAt} /> },
                { name: texts.reviews.entries, number: true, cell: ({ entries }) => numberOf(entries) },
                {
                  name: texts.keys.state,
                  cell: ({ state }) => <Badge>{texts.reviews.listStates[state]}</Badge>,
                },
              ]}
            />
          )
        }
      </WhenLoaded>
    </Section>
  )
}
