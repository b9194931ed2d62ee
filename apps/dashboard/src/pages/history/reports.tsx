import type { Reports as ReportsPage } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { LevelBadge } from '../../parts/badge.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { About } from './questions.tsx'

/** Lists the saved reports. */
export function Reports() {
  const texts = useTexts()
  const numberOf = useNumber()
  const [before, setBefore] = useState<string>()
  const loaded = useLoad<ReportsPage>('/reports/list', before === undefined ? {} : { before })
  return (
    <Section
      title={texts.history.reports}
      text={loaded.data && texts.history.reportsWhy(numberOf(loaded.data.keptDays))}
    >
      <WhenLoaded of={loaded} rows={8}>
        {({ reports, more }) =>
          reports.length === 0 ? (
            <Empty title={texts.history.noReports} text={texts.history.noReportsWhy} />
          ) : (
            <>
              <Table
                caption={texts.history.reports}
                rows={reports}
                keyOf={({ id }) => id}
                columns={[
                  { name: texts.report.created, cell: ({ at }) => <Moment at={at} /> },
                  { name: texts.report.author, cell: ({ by }) => by },
                  { name: texts.risk.coin, cell: ({ coin }) => coin },
                  { name: texts.history.about, cell: (report) => <About of={report} /> },
                  {
                    name: texts.history.answer,
                    cell: ({ score, level, coverage }) => <LevelBadge {...{ score, level, coverage }} />,
                  },
                  {
                    name: texts.common.actions,
                    cell: ({ id }) => <Link href={`/reports/${id}`}>{texts.history.open}</Link>,
                  },
                ]}
              />
              <Pager
                first={before === undefined}
                next={more}
                toFirst={() => setBefore(undefined)}
                toNext={() => setBefore(reports.at(-1)?.id)}
              />
            </>
          )
        }
      </WhenLoaded>
    </Section>
  )
}
