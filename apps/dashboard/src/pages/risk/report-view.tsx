import type { RiskExplanation, RiskReport } from '@touchstone/contract'
import { dialArc, dialPoint, shownLevel } from '@touchstone/design'
import { useState } from 'react'
import { Account, Explored } from '../../parts/account.tsx'
import { AddToCase } from '../../parts/add-to-case.tsx'
import { Badge, LevelBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'
import { Decision } from './decision.tsx'
import { Exposure } from './exposure.tsx'
import { Formula, Pieces } from './pieces.tsx'
import { bodyOf, type RiskQuery } from './risk-query.ts'
import { Transaction } from './transaction.tsx'
import { Transfers } from './transfers.tsx'

/** The gap between two bands, in points. */
const gap = 1.2

/** Shows the score on the four bands of its policy. */
function Dial({ explanation }: { explanation: RiskExplanation }) {
  const texts = useTexts()
  const { score, risk_level: level, policy, coverage } = explanation
  const isUnknown = shownLevel(level, coverage.state) === 'NoData'
  const { moderate, high, severe } = policy.levels
  const bands = [
    { look: 'dial-low', from: 0, to: moderate },
    { look: 'dial-moderate', from: moderate, to: high },
    { look: 'dial-high', from: high, to: severe },
    { look: 'dial-severe', from: severe, to: 100 + gap },
  ]
  const [x, y] = dialPoint(score)
  return (
    <div className="score">
      <svg className={isUnknown ? 'dial dial-unknown' : 'dial'} viewBox="0 0 120 70" aria-hidden="true">
        {bands.map(
          ({ look, from, to }) =>
            to - gap > from && (
              <path key={look} className={`dial-band ${look}`} d={dialArc(from, to - gap)} />
            ),
        )}
        {!isUnknown && <circle className="dial-mark" cx={x} cy={y} r="6" />}
      </svg>
      <p className="score-value">
        <span className="visually-hidden">{texts.risk.score}: </span>
        <span className="score-number">{isUnknown ? '–' : score}</span>
        {!isUnknown && <span className="muted"> / 100</span>}
      </p>
      <LevelBadge level={level} coverage={coverage.state} />
    </div>
  )
}

/** Shows the report for a compliance officer: score, reasons, sources and rules. */
export function ReportView({ query, report }: { query: RiskQuery; report: RiskReport }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { explanation, labels, overview, counterparties, transaction } = report
  const { own } = explanation
  return (
    <>
      <section className="card section report-head" aria-label={texts.risk.score}>
        <div>
          <dl className="facts">
            <div>
              <dt className="label">{texts.risk.coin}</dt>
              <dd>{query.coin}</dd>
            </div>
            {query.address !== '' && (
              <div>
                <dt className="label">{texts.risk.address}</dt>
                <dd>
                  <Account
                    value={query.address}
                    what={texts.risk.address}
                    place={{ coin: query.coin, address: query.address }}
                  />
                </dd>
              </div>
            )}
            {query.txid !== '' && (
              <div>
                <dt className="label">{texts.risk.txid}</dt>
                <dd>
                  <Account
                    value={query.txid}
                    what={texts.risk.txid}
                    place={{ coin: query.coin, txid: query.txid }}
                  />
                </dd>
              </div>
            )}
            <div>
              <dt className="label">{texts.risk.knownAs}</dt>
              <dd>
                {own === null ? (
                  explanation.known ? (
                    texts.risk.noLabel
                  ) : (
                    texts.risk.neverSeen
                  )
                ) : (
                  <>
                    <Explored place={{ name: own.label }}>{own.label}</Explored> (
                    {own.category.replaceAll('_', ' ')})
                  </>
                )}
              </dd>
            </div>
            {explanation.hacking_event !== '' && (
              <div>
                <dt className="label">{texts.risk.incident}</dt>
                <dd>{explanation.hacking_event}</dd>
              </div>
            )}
          </dl>
          {query.address !== '' && <Watch query={query} />}
          <AddToCase
            references={[
              query.address === ''
                ? { kind: 'transaction', ref: `${query.coin}:${query.txid}` }
                : { kind: 'address', ref: `${query.coin}:${query.address}` },
            ]}
          />
        </div>
        <Dial explanation={explanation} />
      </section>
      <Decision query={bodyOf(query)} report={report} />
      {transaction !== null && <Transaction transaction={transaction} />}
      <Data explanation={explanation} />
      {shownLevel(explanation.risk_level, explanation.coverage.state) !== 'NoData' && (
        <Section title={texts.risk.why}>
          <ul className="reasons">
            {explanation.reason_codes.map((reason) => (
              <li key={JSON.stringify(reason)}>{texts.risk.reason(reason)}</li>
            ))}
          </ul>
        </Section>
      )}
      <Exposure explanation={explanation} />
      <Pieces query={query} explanation={explanation} />
      <Section title={texts.risk.labels} text={texts.risk.labelsWhy}>
        {labels.length === 0 ? (
          <p className="muted small">{texts.risk.noLabels}</p>
        ) : (
          <Table
            caption={texts.risk.labels}
            rows={labels}
            keyOf={({ name, source, category }) => `${name} ${source} ${category}`}
            columns={[
              {
                name: texts.risk.label,
                cell: ({ name }) => <Explored place={{ name }}>{name}</Explored>,
              },
              {
                name: texts.risk.category,
                cell: ({ category }) => <Badge>{category.replaceAll('_', ' ')}</Badge>,
              },
              { name: texts.risk.source, cell: ({ source, version }) => `${source}, ${version}` },
              {
                name: texts.risk.read,
                cell: ({ readAt }) => (readAt === null ? '–' : <Moment at={readAt} />),
              },
            ]}
          />
        )}
      </Section>
      {overview !== null && (
        <Section title={texts.risk.overview}>
          <dl className="facts">
            {(
              [
                [texts.risk.balance, `${numberOf(overview.balance, 4)} ${query.coin}`],
                [texts.risk.received, `${numberOf(overview.total_received, 4)} ${query.coin}`],
                [texts.risk.sent, `${numberOf(overview.total_spent, 4)} ${query.coin}`],
                [texts.risk.count, numberOf(overview.txs_count)],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt className="label">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {overview.txs_count > 0 && (
              <>
                <div>
                  <dt className="label">{texts.risk.first}</dt>
                  <dd>
                    <Moment at={overview.first_seen * 1000} />
                  </dd>
                </div>
                <div>
                  <dt className="label">{texts.risk.last}</dt>
                  <dd>
                    <Moment at={overview.last_seen * 1000} />
                  </dd>
                </div>
              </>
            )}
          </dl>
        </Section>
      )}
      {counterparties.length > 0 && (
        <Section title={texts.risk.counterparties}>
          <Table
            caption={texts.risk.counterparties}
            rows={counterparties}
            keyOf={({ name }) => name}
            columns={[
              {
                name: texts.risk.name,
                cell: ({ name }) => (
                  <Explored place={name === 'Unknown' ? undefined : { name }}>{name}</Explored>
                ),
              },
              { name: query.coin, number: true, cell: ({ amount }) => numberOf(amount, 4) },
              {
                name: texts.risk.share,
                cell: ({ percent }) => (
                  <div className="meter">
                    <svg className="meter-picture" aria-hidden="true">
                      <rect className="look-accent" width={`${percent}%`} height="100%" />
                    </svg>
                    {numberOf(percent, 2)} %
                  </div>
                ),
              },
            ]}
          />
        </Section>
      )}
      {query.address !== '' && <Transfers coin={query.coin} address={query.address} />}
      <Formula explanation={explanation} />
    </>
  )
}

/** Shows how much of the history the score is based on. */
function Data({ explanation: { coverage, coverage_codes: reasons } }: { explanation: RiskExplanation }) {
  const texts = useTexts()
  const { state, from, to, as_of: asOf, sources } = coverage
  return (
    <Section title={texts.coverage.title} text={texts.coverage.states[state]}>
      <dl className="facts">
        {from !== null && to !== null && (
          <div>
            <dt className="label">{texts.coverage.period}</dt>
            <dd>
              <Moment at={from * 1000} /> – <Moment at={to * 1000} />
            </dd>
          </div>
        )}
        {asOf !== null && (
          <div>
            <dt className="label">{texts.coverage.asOf}</dt>
            <dd>
              <Moment at={asOf * 1000} />
            </dd>
          </div>
        )}
        {sources.length > 0 && (
          <div>
            <dt className="label">{texts.coverage.sources}</dt>
            <dd>{sources.join(', ')}</dd>
          </div>
        )}
        {state === 'partial' && (
          <div>
            <dt className="label">{texts.coverage.gaps}</dt>
            <dd>{reasons.map(texts.risk.coverageReason).join(' ')}</dd>
          </div>
        )}
      </dl>
    </Section>
  )
}

function Watch({ query: { coin, address } }: { query: RiskQuery }) {
  const texts = useTexts()
  const { allows } = useSession()
  const watch = useChange<{ coin: string; address: string }>('/watches/add')
  const [isAdded, setAdded] = useState(false)
  if (!allows('watches.change')) return null
  return (
    <div className="no-print">
      <Refusal error={watch.refusal} />
      {isAdded ? (
        <p role="status">
          <Badge tone="accent" icon="bell">
            {texts.risk.watched}
          </Badge>
        </p>
      ) : (
        <Button
          icon="bell"
          running={watch.running}
          onPress={() => void watch.run({ coin, address }).then((added) => setAdded(added !== undefined))}
        >
          {texts.risk.watch}
        </Button>
      )}
    </div>
  )
}
