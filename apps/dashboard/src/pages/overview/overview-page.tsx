import type { Overview } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { Account } from '../../parts/account.tsx'
import { LevelBadge } from '../../parts/badge.tsx'
import { DayBars } from '../../parts/bars.tsx'
import { Select } from '../../parts/field.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { Funnel } from './funnel.tsx'

const spans = ['7', '30', '90'] as const

export default function OverviewPage() {
  const texts = useTexts()
  const [days, setDays] = useState<string>('30')
  const overview = useLoad<Overview>(`/overview?days=${days}`)
  return (
    <Page
      title={texts.overview.title}
      lead={texts.overview.lead}
      actions={
        <Select
          label={texts.overview.span}
          value={days}
          choices={spans.map((value) => ({ value, name: texts.overview.days(value) }))}
          onValue={setDays}
        />
      }
    >
      <WhenLoaded of={overview} rows={8}>
        {(shown) => <Content overview={shown} />}
      </WhenLoaded>
    </Page>
  )
}

function Content({ overview }: { overview: Overview }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { days, totals, funnels, duration, alerts } = overview
  const names = days.map(({ day }) => day)
  return (
    <>
      <dl className="figures">
        {(['started', 'verified', 'meids'] as const).map((name) => (
          <div key={name} className="card figure">
            <dt className="label">{texts.overview.totals[name]}</dt>
            <dd>
              {numberOf(totals[name])}
              <span className="muted small">{texts.overview.inAll}</span>
            </dd>
          </div>
        ))}
        <div className="card figure">
          <dt className="label">{texts.overview.median}</dt>
          <dd>
            {duration.medianSeconds === null ? '–' : texts.overview.minutes(duration.medianSeconds)}
            {duration.ninetyPercentSeconds !== null && (
              <span className="muted small">
                {texts.overview.ninety(texts.overview.minutes(duration.ninetyPercentSeconds))}
              </span>
            )}
          </dd>
        </div>
      </dl>
      <Section title={texts.overview.daily} text={texts.overview.dailyWhy}>
        <DayBars
          title={texts.overview.daily}
          days={names}
          series={[
            { name: texts.overview.started, look: 'look-quiet', of: days.map(({ started }) => started) },
            { name: texts.overview.verified, look: 'look-accent', of: days.map(({ verified }) => verified) },
          ]}
        />
      </Section>
      <Funnels funnels={funnels} />
      <Section title={texts.overview.calls} text={texts.overview.callsWhy}>
        <DayBars
          title={texts.overview.calls}
          days={names}
          series={[
            { name: texts.overview.allCalls, look: 'look-accent', of: days.map(({ calls }) => calls) },
            { name: texts.overview.errors, look: 'look-high', of: days.map(({ errors }) => errors) },
            { name: texts.overview.limited, look: 'look-moderate', of: days.map(({ limited }) => limited) },
          ]}
        />
      </Section>
      {alerts !== null && (
        <Section title={texts.overview.alerts} text={texts.overview.alertsWhy}>
          {alerts.length === 0 ? (
            <Empty title={texts.overview.noAlerts} text={texts.overview.noAlertsWhy} />
          ) : (
            <Table
              caption={texts.overview.alerts}
              rows={alerts}
              keyOf={({ id }) => id}
              columns={[
                { name: texts.watches.at, cell: ({ at }) => <Moment at={at} /> },
                { name: texts.risk.coin, cell: ({ coin }) => coin },
                {
                  name: texts.risk.address,
                  cell: ({ coin, address }) => (
                    <Account value={address} what={texts.risk.address} place={{ coin, address }} />
                  ),
                },
                { name: texts.watches.from, cell: ({ from }) => <LevelBadge level={from} /> },
                { name: texts.watches.to, cell: ({ to }) => <LevelBadge level={to} /> },
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
          )}
        </Section>
      )}
    </>
  )
}

/** Shows the funnel of one program at a time, because programs of different kinds have different steps. */
function Funnels({ funnels }: Pick<Overview, 'funnels'>) {
  const texts = useTexts()
  const [programNo, setProgramNo] = useState<string>()
  const shown = funnels.find((funnel) => funnel.programNo === programNo) ?? funnels[0]
  return (
    <Section
      title={texts.overview.funnel}
      text={texts.overview.funnelWhy}
      actions={
        shown && (
          <Select
            label={texts.people.program}
            value={shown.programNo}
            choices={funnels.map(({ programNo, name, kind }) => ({
              value: programNo,
              name: `${name} (${kind})`,
            }))}
            onValue={setProgramNo}
          />
        )
      }
    >
      {shown === undefined ? (
        <Empty title={texts.overview.nobody} text={texts.overview.nobodyWhy} />
      ) : (
        <Funnel steps={shown.steps} />
      )}
    </Section>
  )
}
