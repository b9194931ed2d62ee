import type { CasePage, ListCases } from '@touchstone/contract'
import { useState } from 'react'
import { Link } from 'wouter'
import { Checkbox, Select } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { StepPager } from '../../parts/pager.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { CountFigures, Due, PriorityBadge, StatusBadge } from './case-parts.tsx'
import { useMembers } from './use-members.ts'

const filters = ['working', 'overdue', 'closed', 'all'] as const
type Filter = (typeof filters)[number]

/** Lists the merchant's cases, newest first. */
export function CaseList() {
  const texts = useTexts()
  const { nameOf } = useMembers()
  const [filter, setFilter] = useState<Filter>('working')
  const [mine, setMine] = useState(false)
  const [pages, setPages] = useState<number[]>([])
  const after = pages.at(-1)
  const query: ListCases = {
    ...(filter === 'overdue' && { overdue: true }),
    ...((filter === 'working' || filter === 'closed') && { status: filter }),
    ...(mine && { mine }),
    ...(after !== undefined && { after }),
  }
  const list = useLoad<CasePage>('/cases/list', query)
  const names: Record<Filter, string> = {
    ...{ working: texts.cases.working, overdue: texts.cases.onlyOverdue },
    ...{ closed: texts.cases.statuses.closed, all: texts.cases.allCases },
  }
  return (
    <>
      {list.data && <CountFigures {...list.data} />}
      <Section title={texts.cases.list} text={texts.cases.listWhy}>
        <div className="filters case-filters">
          <Select
            label={texts.cases.state}
            value={filter}
            choices={filters.map((value) => ({ value, name: names[value] }))}
            onValue={(value) => {
              setFilter(value as Filter)
              setPages([])
            }}
          />
          <Checkbox
            label={texts.cases.mine}
            checked={mine}
            onValue={(value) => {
              setMine(value)
              setPages([])
            }}
          />
        </div>
        <WhenLoaded of={list}>
          {({ cases, next }) =>
            cases.length === 0 ? (
              <Empty title={texts.cases.noCases} text={texts.cases.noCasesWhy} />
            ) : (
              <>
                <Table
                  caption={texts.cases.list}
                  rows={cases}
                  keyOf={({ number }) => number}
                  columns={[
                    {
                      name: texts.cases.case,
                      cell: ({ number, title }) => (
                        <Link href={`/show/${number}`} className="plain-link">
                          {number}, {title}
                        </Link>
                      ),
                    },
                    { name: texts.cases.state, cell: ({ status }) => <StatusBadge status={status} /> },
                    {
                      name: texts.cases.priority,
                      cell: ({ priority }) => <PriorityBadge priority={priority} />,
                    },
                    { name: texts.cases.assignee, cell: ({ assignedTo }) => nameOf(assignedTo) },
                    {
                      name: texts.cases.due,
                      cell: ({ dueAt, overdue }) => <Due at={dueAt} overdue={overdue} />,
                    },
                    { name: texts.cases.opened, cell: ({ createdAt }) => <Moment at={createdAt} /> },
                  ]}
                />
                <StepPager
                  {...(pages.length > 0 && { toBefore: () => setPages(pages.slice(0, -1)) })}
                  {...(next !== null && { toNext: () => setPages([...pages, next]) })}
                />
              </>
            )
          }
        </WhenLoaded>
      </Section>
    </>
  )
}
