import type { ServiceHealth } from '@touchstone/contract'
import type { ReactNode } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useOperator } from '../../session/use-operator.ts'
import { useTexts } from '../../texts/texts.ts'

type State = ServiceHealth['store']['state']

const looks = {
  good: { tone: 'passed', icon: 'check' },
  attention: { tone: 'moderate', icon: 'alert' },
  failed: { tone: 'failed', icon: 'close' },
  off: { tone: 'plain' },
} as const

/** Findings of the checks, the most serious first. */
const worst = ['wrong', 'note', 'good']
const stateOf = { good: 'good', note: 'attention', wrong: 'failed' } as const

/** Shows the state of each part of the service, with details. */
export function Health() {
  const texts = useTexts()
  const health = useOperator<ServiceHealth>('/health')
  return (
    <Section
      title={texts.health.title}
      text={texts.health.why}
      actions={<Button onPress={() => void health.refetch()}>{texts.health.again}</Button>}
    >
      <WhenLoaded of={health} rows={9}>
        {(found) => <Parts found={found} />}
      </WhenLoaded>
    </Section>
  )
}

function Parts({ found }: { found: ServiceHealth }) {
  const texts = useTexts().health
  const numberOf = useNumber()
  const { store, limits, origins, ledger, sources, alerts, jobs, workers, lists, chains, mail, reviews } =
    found
  const { journeys, rights, audit } = found
  const rows: { name: string; state: State; detail: ReactNode }[] = [
    { name: texts.store, state: store.state, detail: texts.engines[store.engine] },
    {
      name: texts.limits,
      state: limits.state,
      detail: limits.shared ? texts.limitsShared : texts.limitsOwn,
    },
    {
      name: texts.origins,
      state: origins.state,
      detail: origins.shared ? texts.originShared : texts.originsSeparate,
    },
    {
      name: texts.ledger,
      state: ledger.state,
      detail: (
        <>
          {ledger.state !== 'off' && ledger.networks.length === 0 && sources.sources.length === 0 && (
            <span className="detail">{texts.emptyLedger}</span>
          )}
          {ledger.networks.map(({ network, newestBlock, followed, period, sources, gaps }) => (
            <span key={network} className="detail">
              {texts.height(network, numberOf(newestBlock))}{' '}
              {period !== null && (
                <>
                  {sources.join(', ')}: <Moment at={period.from} /> – <Moment at={period.to} />{' '}
                </>
              )}
              {gaps.map(({ first, last }) => `${texts.gap(numberOf(first), numberOf(last))} `)}
              {followed && <Followed network={followed} />}
            </span>
          ))}
          {ledger.unpriced.length > 0 && (
            <span className="detail">
              {texts.unpriced(ledger.unpriced.slice(0, 10).join(', '), numberOf(ledger.unpriced.length))}
            </span>
          )}
          {ledger.lastAt !== null && (
            <span className="detail">
              {texts.lastImport} <Moment at={ledger.lastAt} />
            </span>
          )}
          {ledger.importsRunning > 0 && (
            <span className="detail">{texts.importing(numberOf(ledger.importsRunning))}</span>
          )}
          {ledger.watchesPaused && <span className="detail">{texts.paused}</span>}
        </>
      ),
    },
    {
      name: texts.sources,
      state: sources.state,
      detail: sources.sources.length === 0 ? texts.noSources : <Sources found={sources} />,
    },
    {
      name: texts.alerts,
      state: alerts.state,
      detail: texts.alertCounts(numberOf(alerts.pending), numberOf(alerts.dead)),
    },
    {
      name: texts.lists,
      state: lists.state,
      detail:
        lists.lists.length === 0
          ? texts.noLists
          : lists.lists.map(({ list, version, importedAt, state }) => (
              <span key={list} className="detail">
                {list}, {version}: <Moment at={importedAt} /> {state === 'attention' && texts.old}
              </span>
            )),
    },
    {
      name: texts.chains,
      state: chains.state,
      detail: chains.jobs.map(({ chainId, status, count }) => (
        <span key={`${chainId} ${status}`} className="detail">
          {texts.chainJobs(chainId, texts.chainJobStates[status], numberOf(count))}
        </span>
      )),
    },
    {
      name: texts.mail,
      state: mail.state,
      detail: mail.state === 'off' ? texts.mailbox : texts.mails(numberOf(mail.sent), numberOf(mail.failed)),
    },
    {
      name: texts.reviews,
      state: reviews.state,
      detail: (
        <>
          {texts.waiting(numberOf(reviews.waiting))}{' '}
          {reviews.since !== null && (
            <>
              {texts.since} <Moment at={reviews.since} />
            </>
          )}
        </>
      ),
    },
    {
      name: texts.journeys,
      state: journeys.state,
      detail: (
        <>
          {texts.stuck(numberOf(journeys.stuck))}{' '}
          {journeys.since !== null && (
            <>
              {texts.since} <Moment at={journeys.since} />
            </>
          )}
          {journeys.reasons.map(({ step, code, count }) => (
            <span key={`${step} ${code}`} className="detail">
              {texts.stuckAt(step, code, numberOf(count))}
            </span>
          ))}
          {journeys.stuck > 0 && <span className="detail">{texts.stuckRemedy}</span>}
        </>
      ),
    },
    {
      name: texts.rights,
      state: rights.state,
      detail: rights.forged.length === 0 ? texts.rightsSigned : <ForgedRows rows={rights.forged} />,
    },
    {
      name: texts.audit,
      state: audit.state,
      detail: audit.damaged.length === 0 ? texts.auditChained : <DamagedLogs logs={audit.damaged} />,
    },
    {
      name: texts.workers,
      state: workers.state,
      detail: workers.state === 'off' ? texts.workHere : <Workers found={workers} />,
    },
    {
      name: texts.jobs,
      state: jobs.state,
      detail: texts.jobCounts(
        numberOf(sumOf(jobs.queues, 'waiting')),
        numberOf(sumOf(jobs.queues, 'running')),
        numberOf(sumOf(jobs.queues, 'failed')),
      ),
    },
  ]
  return (
    <>
      <p className="muted small">
        {texts.version(found.version)} <Moment at={found.at} seconds />
      </p>
      <Table
        caption={texts.title}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: texts.part, cell: ({ name }) => name },
          {
            name: texts.state,
            cell: ({ state }) => <Badge {...looks[state]}>{texts.states[state]}</Badge>,
          },
          { name: texts.detail, cell: ({ detail }) => detail },
        ]}
      />
      <details className="behind" open={found.checks.some((each) => each.state !== 'good')}>
        <summary>{texts.checks}</summary>
        <p className="muted">{texts.checksWhy}</p>
        <Table
          caption={texts.checks}
          rows={[...found.checks].sort((a, b) => worst.indexOf(a.state) - worst.indexOf(b.state))}
          keyOf={({ check, found }) => `${check} ${found}`}
          columns={[
            { name: texts.part, cell: ({ check }) => check },
            {
              name: texts.state,
              cell: ({ state }) => <Badge {...looks[stateOf[state]]}>{texts.states[stateOf[state]]}</Badge>,
            },
            {
              name: texts.detail,
              cell: ({ found, remedy }) => (
                <>
                  <span className="detail">{found}</span>
                  {remedy && <span className="detail muted">{remedy}</span>}
                </>
              ),
            },
          ]}
        />
      </details>
      <details className="behind">
        <summary>{texts.queues}</summary>
        <Table
          caption={texts.queues}
          rows={jobs.queues}
          keyOf={({ name }) => name}
          columns={[
            { name: texts.queue, cell: ({ name }) => <code>{name}</code> },
            { name: texts.jobsWaiting, number: true, cell: ({ waiting }) => numberOf(waiting) },
            { name: texts.jobsRunning, number: true, cell: ({ running }) => numberOf(running) },
            { name: texts.jobsFailed, number: true, cell: ({ failed }) => numberOf(failed) },
            {
              name: texts.since,
              cell: ({ waitingSince }) => (waitingSince === null ? '–' : <Moment at={waitingSince} />),
            },
          ]}
        />
      </details>
    </>
  )
}

/** Shows the sources of histories and their problems. */
function Sources({ found: { sources, onlySource } }: { found: ServiceHealth['sources'] }) {
  const texts = useTexts().health
  return (
    <>
      {sources.map(({ name, host, state, problem, backedOffUntil, answeredAt }) => (
        <span key={name} className="detail">
          {name}: {host}{' '}
          {answeredAt !== null && (
            <>
              {texts.answered} <Moment at={answeredAt} />{' '}
            </>
          )}
          {state !== 'good' && problem !== null && <strong>{texts.sourceProblems[problem]} </strong>}
          {backedOffUntil !== null && (
            <>
              {texts.notQueriedUntil} <Moment at={backedOffUntil} seconds />
            </>
          )}
        </span>
      ))}
      {onlySource.length > 0 && <span className="detail">{texts.onlySource(onlySource.join(', '))}</span>}
    </>
  )
}

function DamagedLogs({ logs }: { logs: ServiceHealth['audit']['damaged'] }) {
  const texts = useTexts().health
  return (
    <>
      {logs.slice(0, 10).map(({ chain }) => (
        <span key={chain} className="detail">
          <code>{chain}</code>
        </span>
      ))}
      <strong className="detail">{texts.auditDamaged(String(logs.length))}</strong>
    </>
  )
}

function ForgedRows({ rows }: { rows: ServiceHealth['rights']['forged'] }) {
  const texts = useTexts().health
  return (
    <>
      {rows.slice(0, 10).map(({ table, id }) => (
        <span key={`${table} ${id}`} className="detail">
          <code>
            {table} {id}
          </code>
        </span>
      ))}
      <strong className="detail">{texts.rightsForged(String(rows.length))}</strong>
    </>
  )
}

/** Shows the processes that read documents and measure faces, and their queue. */
function Workers({ found }: { found: ServiceHealth['workers'] }) {
  const texts = useTexts().health
  const numberOf = useNumber()
  return (
    <>
      {texts.work(numberOf(found.waiting), numberOf(found.running))}{' '}
      {found.waitingSince !== null && (
        <>
          {texts.since} <Moment at={found.waitingSince} seconds />
        </>
      )}
      {found.workers.length === 0 && <strong className="detail">{texts.noWorkers}</strong>}
      {found.workers.map(({ name, version, state, faces, documents, done, failed, since, seenAt }) => (
        <span key={`${name} ${since}`} className="detail">
          {texts.worker(name, version, numberOf(faces), numberOf(documents))}{' '}
          {texts.workDone(numberOf(done), numberOf(failed))}{' '}
          {state === 'off' && <strong>{texts.otherKey}</strong>}
          {state === 'attention' && (
            <strong>
              {texts.unseen} <Moment at={seenAt} seconds />
            </strong>
          )}
        </span>
      ))}
    </>
  )
}

type FollowedNetwork = NonNullable<ServiceHealth['ledger']['networks'][number]['followed']>

/** Shows how many blocks the ledger is behind its chain. */
function Followed({ network: { state, lastBlock, lastBlockAt, head } }: { network: FollowedNetwork }) {
  const texts = useTexts().health
  const numberOf = useNumber()
  return (
    <>
      {texts.followed(numberOf(lastBlock))}
      {lastBlockAt !== null && (
        <>
          {' '}
          {texts.madeAt} <Moment at={lastBlockAt} />
        </>
      )}
      {head !== null && (
        <>
          , {texts.behind(numberOf(head.behind))} <Moment at={head.askedAt} />
          {state === 'attention' && <strong> {texts.late}</strong>}
        </>
      )}
    </>
  )
}

function sumOf(queues: ServiceHealth['jobs']['queues'], name: 'waiting' | 'running' | 'failed'): number {
  return queues.reduce((sum, queue) => sum + queue[name], 0)
}
