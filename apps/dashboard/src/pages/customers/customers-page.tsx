import type { CustomerPage, ListCustomers } from '@touchstone/contract'
import { useState } from 'react'
import { Link, Route, Switch } from 'wouter'
import { LevelBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { StepPager } from '../../parts/pager.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useUsd } from '../../parts/transfer-cells.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { CustomerView } from './customer-view.tsx'

export default function CustomersPage() {
  return (
    <Switch>
      <Route path="/show/:id">{({ id }) => <CustomerView key={id} id={id} />}</Route>
      <Route>
        <CustomerList />
      </Route>
    </Switch>
  )
}

/** Lists the customers. A customer's number can be personal data, so the search is not part of the URL. */
function CustomerList() {
  const texts = useTexts().customers
  const { search, clear } = useTexts().customerTransfers
  const numberOf = useNumber()
  const usdOf = useUsd()
  const [typed, setTyped] = useState('')
  const [customer, setCustomer] = useState('')
  const [pages, setPages] = useState<readonly string[]>([])
  const after = pages.at(-1)
  const body: ListCustomers = {
    ...(customer !== '' && { customer }),
    ...(after !== undefined && { after }),
  }
  const list = useLoad<CustomerPage>('/customers/list', body)
  const find = (wanted: string) => {
    setTyped(wanted)
    setCustomer(wanted)
    setPages([])
  }
  return (
    <Page title={texts.title} lead={texts.lead}>
      <form
        className="card filters"
        onSubmit={(event) => {
          event.preventDefault()
          find(typed.trim())
        }}
      >
        <Field label={texts.find} value={typed} onValue={setTyped} maxLength={128} autoComplete="off" />
        <div className="form-actions">
          <Button look="primary" icon="search">
            {search}
          </Button>
          {customer !== '' && (
            <Button look="quiet" onPress={() => find('')}>
              {clear}
            </Button>
          )}
        </div>
      </form>
      <section className="card section" aria-label={texts.title}>
        <WhenLoaded of={list} rows={10}>
          {({ customers, next }) =>
            customers.length === 0 ? (
              <Empty title={texts.empty} text={customer === '' ? texts.emptyWhy : texts.notFound} />
            ) : (
              <>
                <Table
                  caption={texts.title}
                  rows={customers}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      name: texts.customer,
                      cell: ({ id, customer }) => (
                        <Link href={`/show/${id}`} className="plain-link">
                          {customer}
                        </Link>
                      ),
                    },
                    { name: texts.transfers, number: true, cell: ({ transfers }) => numberOf(transfers) },
                    { name: texts.held, number: true, cell: ({ held }) => numberOf(held) },
                    { name: texts.sum, number: true, cell: ({ usd }) => usdOf(usd) },
                    {
                      name: texts.highest,
                      // The sums do not contain the coverage, so a low level is never shown as safe.
                      cell: ({ score, level }) => (
                        <LevelBadge score={score} level={level} coverage="partial" />
                      ),
                    },
                    { name: texts.last, cell: ({ last }) => <Moment at={last} /> },
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
      </section>
    </Page>
  )
}
