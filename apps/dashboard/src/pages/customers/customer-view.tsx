import type { Customer, TransferPage } from '@touchstone/contract'
import { Link } from 'wouter'
import { Account } from '../../parts/account.tsx'
import { AddToCase } from '../../parts/add-to-case.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { LevelBadge } from '../../parts/badge.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Amount, DecisionBadge, OwnNumber, useUsd } from '../../parts/transfer-cells.tsx'
import { useSession } from '../../session/session.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

/** Shows what the transfers of a customer add up to. */
export function CustomerView({ id }: { id: string }) {
  const texts = useTexts().customers
  const shown = useLoad<Customer>('/customers/show', { id }, { ofOne: true })
  return (
    <Page
      title={shown.data === undefined ? texts.customer : texts.one(shown.data.customer)}
      lead={texts.oneLead}
      actions={shown.data && <AddToCase references={[{ kind: 'customer', ref: shown.data.customer }]} />}
      back={<BackLink href="/" text={texts.title} />}
    >
      <WhenLoaded of={shown} rows={8}>
        {(customer) => (
          <>
            <Summary customer={customer} />
            <Newest id={id} />
            <Counterparties customer={customer} />
            <History customer={customer} />
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}

function Summary({ customer }: { customer: Customer }) {
  const texts = useTexts()
  const { allows } = useSession()
  const numberOf = useNumber()
  const usdOf = useUsd()
  const { account, svcId, verification, decisions } = customer
  const sumOf = ({ count, usd, unpriced }: Customer['deposits']) => (
    <span>
      {texts.customers.sums(numberOf(count), usdOf(usd))}
      {unpriced > 0 && (
        <span className="detail muted small">{texts.customers.unpriced(numberOf(unpriced))}</span>
      )}
    </span>
  )
  return (
    <Section title={texts.customers.summary}>
      <Facts
        rows={[
          [
            texts.customers.highest,
            // The sums do not contain the coverage, so a low level is never shown as safe.
            <LevelBadge
              key="level"
              score={customer.highest_score}
              level={customer.highest_risk_level}
              coverage="partial"
            />,
          ],
          [texts.customers.deposits, sumOf(customer.deposits)],
          [texts.customers.withdrawals, sumOf(customer.withdrawals)],
          [texts.customerTransfers.decisions.allow, numberOf(decisions.allow)],
          [texts.customerTransfers.decisions.hold, numberOf(decisions.hold)],
          [texts.customerTransfers.decisions.block, numberOf(decisions.block)],
          [texts.customers.first, <Moment key="first" at={customer.first_transfer * 1000} />],
          [texts.customers.last, <Moment key="last" at={customer.last_transfer * 1000} />],
          [texts.customerTransfers.verification, texts.customerTransfers.verifications[verification]],
          ...(account === ''
            ? []
            : ([
                [
                  texts.customers.account,
                  <Account key="account" value={account} what={texts.customers.account} />,
                ],
              ] as const)),
          ...(svcId !== null && allows('people.read')
            ? ([
                [
                  texts.customers.person,
                  <Link key="person" href={`~/dashboard/people/${encodeURIComponent(svcId)}`}>
                    <Account value={svcId} what={texts.people.id} copy={false} />
                  </Link>,
                ],
              ] as const)
            : []),
        ]}
      />
    </Section>
  )
}

function Newest({ id }: { id: string }) {
  const texts = useTexts()
  const list = useLoad<TransferPage>('/transfers/list', { customerId: id }, { ofOne: true })
  return (
    <Section title={texts.customers.transfers} text={texts.customerTransfers.allWhy}>
      <WhenLoaded of={list}>
        {({ transfers }) => (
          <Table
            caption={texts.customers.transfers}
            rows={transfers}
            keyOf={({ id }) => id}
            columns={[
              {
                name: texts.customerTransfers.transfer,
                cell: ({ id, transfer }) => (
                  <Link href={`~/dashboard/transfers/show/${id}`} className="plain-link">
                    <OwnNumber value={transfer.reference} />
                  </Link>
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
                cell: ({ transfer }) => <DecisionBadge decision={transfer.decision} />,
              },
            ]}
          />
        )}
      </WhenLoaded>
    </Section>
  )
}

const lowestScore = 3

function Counterparties({ customer: { counterparties } }: { customer: Customer }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const usdOf = useUsd()
  return (
    <Section title={texts.customers.counterparties} text={texts.customers.counterpartiesWhy}>
      <Table
        caption={texts.customers.counterparties}
        rows={counterparties}
        keyOf={({ coin, address }) => `${coin} ${address}`}
        columns={[
          {
            name: texts.customerTransfers.counterparty,
            cell: ({ coin, address }) => (
              <Account
                value={address}
                what={texts.customerTransfers.counterparty}
                place={{ coin, address }}
              />
            ),
          },
          { name: texts.customers.transfers, number: true, cell: ({ count }) => numberOf(count) },
          { name: texts.customers.sum, number: true, cell: ({ usd }) => usdOf(usd) },
          {
            name: texts.customerTransfers.risk,
            number: true,
            // An address without data has the lowest score, which must not be shown as safe.
            cell: ({ score }) => (score > lowestScore ? score : '–'),
          },
          {
            name: texts.customerTransfers.report,
            cell: ({ coin, address }) => (
              <Link href={`~/dashboard/risk#${new URLSearchParams({ coin, address })}`}>
                {texts.customerTransfers.report}
              </Link>
            ),
          },
        ]}
      />
    </Section>
  )
}

function History({ customer: { history } }: { customer: Customer }) {
  const texts = useTexts()
  return (
    <Section title={texts.customers.history} text={texts.customers.historyWhy}>
      <Table
        caption={texts.customers.history}
        rows={history.map((made, index) => ({ ...made, index }))}
        keyOf={({ index }) => index}
        columns={[
          { name: texts.customerTransfers.at, cell: ({ at }) => <Moment at={at * 1000} /> },
          { name: texts.customerTransfers.reference, cell: ({ reference }) => reference },
          {
            name: texts.customerTransfers.decision,
            cell: ({ decision }) => <DecisionBadge decision={decision} />,
          },
          { name: texts.customerTransfers.who, cell: ({ by }) => texts.customerTransfers.by[by] },
        ]}
      />
    </Section>
  )
}
