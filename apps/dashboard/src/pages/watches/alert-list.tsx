import type { Alerts } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { Account } from '../../parts/account.tsx'
import { LevelBadge } from '../../parts/badge.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

/** Lists alerts. Each one shows what changed and why, with a link to the explanation. */
export function AlertList() {
  const texts = useTexts()
  const [before, setBefore] = useState<number>()
  const list = useLoad<Alerts>(`/alerts${before === undefined ? '' : `?before=${before}`}`)
  return (
    <Section title={texts.watches.alerts} text={texts.watches.alertsWhy}>
      <WhenLoaded of={list}>
        {({ alerts, more }) =>
          alerts.length === 0 ? (
            <Empty title={texts.overview.noAlerts} text={texts.overview.noAlertsWhy} />
          ) : (
            <>
              <Table
                caption={texts.watches.alerts}
                rows={alerts}
                keyOf={({ id }) => id}
                columns={[
                  { name: texts.watches.at, cell: ({ at }) => <Moment at={at} /> },
                  {
                    name: texts.risk.address,
                    cell: ({ coin, address }) => (
                      <>
                        <Account value={address} what={texts.risk.address} place={{ coin, address }} />
                        <span className="muted small detail">{coin}</span>
                      </>
                    ),
                  },
                  {
                    name: texts.watches.change,
                    cell: ({ from, to }) => (
                      <>
                        <LevelBadge {...from} /> <span aria-hidden="true">→</span>{' '}
                        <span className="visually-hidden">{texts.watches.to}</span>
                        <LevelBadge {...to} />
                      </>
                    ),
                  },
                  {
                    name: texts.risk.why,
                    cell: ({ details, incident }) => (
                      <>
                        {[...details, ...(incident === '' ? [] : [incident])].map((detail) => (
                          <span key={detail} className="detail">
                            {detail}
                          </span>
                        ))}
                      </>
                    ),
                  },
                  {
                    name: texts.common.actions,
                    cell: ({ coin, address }) => (
                      <Link href={`~/dashboard/risk#${new URLSearchParams({ coin, address })}`}>
                        {texts.watches.explain}
                      </Link>
                    ),
                  },
                ]}
              />
              <Pager
                first={before === undefined}
                next={more}
                toFirst={() => setBefore(undefined)}
                toNext={() => setBefore(alerts.at(-1)?.seq)}
              />
            </>
          )
        }
      </WhenLoaded>
    </Section>
  )
}
