import type { CasePage, ListTriage, TriageKind, TriagePage } from '@touchstone/contract'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Account } from '../../parts/account.tsx'
import { LevelBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Select } from '../../parts/field.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { StepPager } from '../../parts/pager.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { CountFigures, Due } from './case-parts.tsx'
import { useMembers } from './use-members.ts'

type Entry = TriagePage['entries'][number]
type Filters = { kind: string; assignedTo: string; state: string }

const kinds = ['alert', 'transfer', 'review'] as const satisfies readonly TriageKind[]

/** Lists alerts, held transfers and reviews that wait for a member, and changes several of them at once. */
export function TriageList() {
  const texts = useTexts()
  const [filters, setFilters] = useState<Filters>({ kind: '', assignedTo: '', state: 'open' })
  const [pages, setPages] = useState<string[]>([])
  const [chosen, setChosen] = useState<readonly number[]>([])
  const { kind, assignedTo, state } = filters
  const after = pages.at(-1)
  const query = {
    ...(kind !== '' && { kind: kind as TriageKind }),
    ...(assignedTo !== '' && { assignedTo }),
    ...(state === 'overdue' && { overdue: true }),
    ...(state === 'done' && { done: true }),
    ...(after !== undefined && { after }),
  } satisfies ListTriage
  const list = useLoad<TriagePage>('/triage/list', query)
  const change = (next: Partial<Filters>) => {
    setFilters({ ...filters, ...next })
    setPages([])
    setChosen([])
  }
  const turn = (next: string[]) => {
    setPages(next)
    setChosen([])
  }
  return (
    <>
      {list.data && <CountFigures {...list.data} />}
      <Section title={texts.cases.waiting} text={texts.cases.waitingWhy}>
        <FilterFields filters={filters} onChange={change} />
        <WhenLoaded of={list}>
          {({ entries, next }) =>
            entries.length === 0 ? (
              <Empty title={texts.cases.noWaiting} text={texts.cases.noWaitingWhy} />
            ) : (
              <>
                {state !== 'done' && (
                  <Bulk
                    entries={entries.filter(({ id }) => chosen.includes(id))}
                    onDone={() => setChosen([])}
                  />
                )}
                <Entries
                  entries={entries}
                  chosen={chosen}
                  onChoose={setChosen}
                  canChoose={state !== 'done'}
                />
                <StepPager
                  {...(pages.length > 0 && { toBefore: () => turn(pages.slice(0, -1)) })}
                  {...(next !== null && { toNext: () => turn([...pages, next]) })}
                />
              </>
            )
          }
        </WhenLoaded>
      </Section>
    </>
  )
}

function FilterFields({ filters, onChange }: { filters: Filters; onChange(next: Partial<Filters>): void }) {
  const texts = useTexts()
  const { choices } = useMembers()
  const [nobody, ...members] = choices
  return (
    <div className="filters case-filters">
      <Select
        label={texts.cases.kind}
        value={filters.kind}
        choices={[
          { value: '', name: texts.cases.allKinds },
          ...kinds.map((value) => ({ value, name: texts.cases.kinds[value] })),
        ]}
        onValue={(kind) => onChange({ kind })}
      />
      <Select
        label={texts.cases.assignee}
        value={filters.assignedTo}
        choices={[
          { value: '', name: texts.cases.anybody },
          { value: 'nobody', name: nobody?.name ?? '' },
          ...members,
        ]}
        onValue={(assignedTo) => onChange({ assignedTo })}
      />
      <Select
        label={texts.cases.state}
        value={filters.state}
        choices={[
          { value: 'open', name: texts.cases.onlyOpen },
          { value: 'overdue', name: texts.cases.onlyOverdue },
          { value: 'done', name: texts.cases.onlyDone },
        ]}
        onValue={(state) => onChange({ state })}
      />
    </div>
  )
}

function Entries({
  entries,
  chosen,
  canChoose,
  onChoose,
}: {
  entries: readonly Entry[]
  chosen: readonly number[]
  canChoose: boolean
  onChoose(ids: readonly number[]): void
}) {
  const texts = useTexts()
  const { nameOf } = useMembers()
  const toggle = (id: number) =>
    onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <Table
      caption={texts.cases.waiting}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        ...(canChoose
          ? [
              {
                name: texts.cases.select,
                cell: ({ id, kind, ref }: Entry) => (
                  <input
                    type="checkbox"
                    className="row-check"
                    aria-label={texts.cases.selectWhat(`${texts.cases.kinds[kind]} ${ref}`)}
                    checked={chosen.includes(id)}
                    onChange={() => toggle(id)}
                  />
                ),
              },
            ]
          : []),
        { name: texts.cases.what, cell: (entry) => <What {...entry} /> },
        { name: texts.cases.about, cell: (entry) => <About {...entry} /> },
        { name: texts.cases.due, cell: ({ dueAt, overdue }) => <Due at={dueAt} overdue={overdue} /> },
        { name: texts.cases.assignee, cell: ({ assignedTo }) => nameOf(assignedTo) },
        {
          name: texts.cases.case,
          cell: ({ caseNumber }) =>
            caseNumber === null ? (
              '–'
            ) : (
              <Link href={`/show/${caseNumber}`}>{texts.cases.caseNo(caseNumber)}</Link>
            ),
        },
        ...(canChoose
          ? []
          : [
              {
                name: texts.cases.done,
                cell: ({ doneAt }: Entry) => doneAt !== null && <Moment at={doneAt} />,
              },
            ]),
      ]}
    />
  )
}

/** Names an entry and links to the page where it is decided. */
function What({ kind, ref, facts }: Entry) {
  const texts = useTexts()
  const name = texts.cases.kinds[kind]
  if (kind === 'review')
    return (
      <>
        <Link href={`~/dashboard/reviews/show/${ref}`}>{name}</Link>{' '}
        <span className="muted small detail">{reviewName(texts, facts.kind)}</span>
      </>
    )
  if (kind === 'alert') return name
  return (
    <>
      <Link href={`~/dashboard/transfers/show/${ref}`}>{name}</Link>
      <span className="muted small detail">
        {facts.direction === 'withdrawal' ? texts.cases.withdrawal : texts.cases.deposit} {facts.reference}
      </span>
    </>
  )
}

function reviewName(texts: ReturnType<typeof useTexts>, kind: string | number | null | undefined): string {
  const known = texts.reviews.kinds as Readonly<Record<string, { name: string }>>
  return known[String(kind)]?.name ?? ''
}

type Level = 'Low' | 'Moderate' | 'High' | 'Severe'

/** Shows what an entry is about. A level without data is never shown as low. */
function About({ kind, ref, facts }: Entry) {
  const texts = useTexts()
  const { address, coin, level, to, score, svcId } = facts
  if (kind === 'review')
    return typeof svcId === 'string' ? <Account value={svcId} what={texts.people.id} /> : '–'
  const shown = (kind === 'alert' ? to : level) as Level | null | undefined
  const query = new URLSearchParams({ coin: String(coin), address: String(address) })
  return (
    <>
      <Account
        value={String(address ?? '')}
        what={texts.risk.address}
        place={{
          ...{ coin: String(coin), address: String(address) },
          ...(kind === 'transfer' && { transfer: ref }),
        }}
      />{' '}
      <LevelBadge
        level={shown ?? 'Low'}
        coverage={shown ? 'complete' : 'none'}
        {...(typeof score === 'number' && { score })}
      />
      <span className="muted small detail">
        {facts.amount} {coin} {typeof facts.customer === 'string' && texts.cases.customer(facts.customer)}{' '}
        <Link href={`~/dashboard/risk#${query}`}>{texts.watches.explain}</Link>
      </span>
    </>
  )
}

/** Changes the selected entries. */
function Bulk({ entries, onDone }: { entries: readonly Entry[]; onDone(): void }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const [, go] = useLocation()
  const { path } = useSession()
  const { choices } = useMembers()
  const open = useLoad<CasePage>('/cases/list', { status: 'working' })
  const [member, setMember] = useState('')
  const assign = useChange<{ ids: number[]; member: string | null }>('/triage/assign')
  const add = useChange<{ ids: number[]; number: number }>('/triage/to-case')
  const start = useChange<{ title: string; triage: number[] }, { number: number }>('/cases/open')
  const finish = useChange<{ ids: number[] }>('/triage/handled')
  const ids = entries.map(({ id }) => id)
  if (ids.length === 0) return null
  const done = (answer: unknown) => answer !== undefined && onDone()
  const title = `${texts.cases.kinds[entries[0]?.kind ?? 'alert']} ${new Date().toLocaleDateString()}`
  return (
    <div className="bulk" key={path}>
      <p role="status">{texts.cases.selected(numberOf(ids.length))}</p>
      <Select label={texts.cases.assignee} value={member} choices={choices} onValue={setMember} />
      <Button
        running={assign.running}
        onPress={() => void assign.run({ ids, member: member === '' ? null : member }).then(done)}
      >
        {texts.cases.assign}
      </Button>
      <Select
        label={texts.cases.toCase}
        value=""
        choices={[
          { value: '', name: texts.cases.intoCase },
          ...(open.data?.cases ?? []).map(({ number, title }) => ({
            value: String(number),
            name: `${number}, ${title}`,
          })),
        ]}
        onValue={(number) => number !== '' && void add.run({ ids, number: Number(number) }).then(done)}
      />
      <Button
        look="primary"
        running={start.running}
        onPress={() =>
          void start.run({ title, triage: ids }).then((opened) => opened && go(`/show/${opened.number}`))
        }
      >
        {texts.cases.newCase}
      </Button>
      {entries.every(({ kind }) => kind === 'alert') && (
        <Button running={finish.running} onPress={() => void finish.run({ ids }).then(done)}>
          {texts.cases.handled}
        </Button>
      )}
      <Refusal error={assign.refusal ?? add.refusal ?? start.refusal ?? finish.refusal} />
    </div>
  )
}
