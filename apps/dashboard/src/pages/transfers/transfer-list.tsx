import type { ListTransfers, TransferPage } from '@touchstone/contract'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { Account } from '../../parts/account.tsx'
import { LevelBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { StepPager } from '../../parts/pager.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, DecisionBadge, OwnNumber } from '../../parts/transfer-cells.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { useMemberName } from './use-members.ts'

const decisions = ['allow', 'hold', 'block'] as const
type Decision = (typeof decisions)[number]

/** The part of the list that is in the URL. A customer's number can be personal data, so it is not. */
function useListSearch(of: string) {
  const [, go] = useLocation()
  const search = new URLSearchParams(useSearch())
  const chosen = search.get('decision') ?? ''
  const decision = decisions.find((one) => one === chosen)
  const pages = (search.get('pages') ?? '').split('-').filter((page) => /^\d+$/.test(page))
  const show = (next: { decision?: string | undefined; pages: readonly string[] }) => {
    const query = new URLSearchParams({
      ...(next.decision && { decision: next.decision }),
      ...(next.pages.length > 0 && { pages: next.pages.join('-') }),
    })
    go(`/${of}${query.size === 0 ? '' : `?${query}`}`)
  }
  return { decision, pages, show, text: search.size === 0 ? '' : `?${search}` }
}

/** Lists the transfers on hold, the member's own ones, or all. */
export function TransferList({ of }: { of: 'held' | 'mine' | 'all' }) {
  const texts = useTexts()
  const { decision, pages, show } = useListSearch(of)
  const [typed, setTyped] = useState('')
  const [customer, setCustomer] = useState('')
  const nameOf = useMemberName()
  const after = pages.at(-1)
  const held = of === 'held' ? ('hold' as Decision) : decision
  const body: ListTransfers = {
    order: of === 'all' ? 'newest' : 'oldest',
    ...(held && { decision: held }),
    ...(of === 'mine' && { mine: true }),
    ...(customer !== '' && { customer }),
    ...(after !== undefined && { after }),
  }
  const list = useLoad<TransferPage>('/transfers/list', body)
  return (
    <Section title={texts.customerTransfers[of]} text={texts.customerTransfers[`${of}Why`]}>
      {of !== 'mine' && (
        <form
          className="filters filters-wide"
          onSubmit={(event) => {
            event.preventDefault()
            setCustomer(typed.trim())
            show({ decision, pages: [] })
          }}
        >
          <Field
            label={texts.customerTransfers.customerFind}
            value={typed}
            onValue={setTyped}
            maxLength={128}
            autoComplete="off"
          />
          {of === 'all' && (
            <Select
              label={texts.customerTransfers.decision}
              value={decision ?? ''}
              choices={[
                { value: '', name: texts.customerTransfers.any },
                ...decisions.map((value) => ({ value, name: texts.customerTransfers.decisions[value] })),
              ]}
              onValue={(value) => show({ decision: value, pages: [] })}
            />
          )}
          <div className="form-actions">
            <Button icon="search">{texts.customerTransfers.search}</Button>
            {customer !== '' && (
              <Button
                look="quiet"
                onPress={() => {
                  setTyped('')
                  setCustomer('')
                  show({ decision, pages: [] })
                }}
              >
                {texts.customerTransfers.clear}
              </Button>
            )}
          </div>
        </form>
      )}
      <WhenLoaded of={list} rows={8}>
        {({ transfers, next }) =>
          transfers.length === 0 ? (
            <Empty
              title={texts.customerTransfers.empty}
              text={
                of === 'all' && held === undefined
                  ? texts.customerTransfers.emptyWhy
                  : texts.customerTransfers.emptyHeldWhy
              }
            />
          ) : (
            <>
              <Table
                caption={texts.customerTransfers[of]}
                rows={transfers}
                keyOf={({ id }) => id}
                columns={[
                  {
                    name: texts.customerTransfers.transfer,
                    cell: ({ id, customerId, transfer }) => (
                      <>
                        <Link href={`/show/${id}`} className="plain-link">
                          <OwnNumber value={transfer.reference} />
                        </Link>
                        <span className="detail small">
                          <Link href={`~/dashboard/customers/show/${customerId}`}>
                            <OwnNumber value={transfer.customer} />
                          </Link>
                        </span>
                      </>
                    ),
                  },
                  {
                    name: texts.customerTransfers.at,
                    cell: ({ transfer }) => <Moment at={transfer.time * 1000} />,
                  },
                  {
                    name: texts.customerTransfers.amount,
                    cell: ({ transfer }) => <Amount transfer={transfer} />,
                  },
                  {
                    name: texts.customerTransfers.counterparty,
                    cell: ({ id, transfer: { coin, address } }) => (
                      <Account
                        value={address}
                        what={texts.customerTransfers.counterparty}
                        copy={false}
                        place={{ coin, address, transfer: String(id) }}
                      />
                    ),
                  },
                  {
                    name: texts.customerTransfers.risk,
                    cell: ({ transfer: { score, risk_level, coverage } }) => (
                      <LevelBadge score={score} level={risk_level} coverage={coverage.state} />
                    ),
                  },
                  {
                    name: texts.customerTransfers.decision,
                    cell: ({ transfer, firstBy }) => (
                      <>
                        <DecisionBadge decision={transfer.decision} />
                        <span className="detail muted small">
                          {firstBy === ''
                            ? transfer.decided_by === 'member'
                              ? texts.customerTransfers.by.member
                              : decidingRules(transfer) || texts.customerTransfers.by.rules
                            : texts.customerTransfers.waitsForSecond}
                        </span>
                      </>
                    ),
                  },
                  { name: texts.customerTransfers.assigned, cell: ({ assignedTo }) => nameOf(assignedTo) },
                ]}
              />
              <StepPager
                {...(pages.length > 0 && { toBefore: () => show({ decision, pages: pages.slice(0, -1) }) })}
                {...(next !== null && { toNext: () => show({ decision, pages: [...pages, next] }) })}
              />
            </>
          )
        }
      </WhenLoaded>
    </Section>
  )
}

const decidingRules = ({ rules }: TransferPage['transfers'][number]['transfer']) =>
  rules
    .filter(({ decided }) => decided)
    .map(({ name }) => name)
    .join(', ')
