import type { RiskAnswer } from '@touchstone/contract'
import { Account } from '../../parts/account.tsx'
import { Moment, useAmount, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/texts.ts'

type Transaction = NonNullable<RiskAnswer['transaction']>

/** Shows the transfers of a transaction: sender, recipient, amount and date. */
export function Transaction({ transaction }: { transaction: Transaction }) {
  const texts = useTexts()
  const numberOf = useNumber()
  return (
    <Section title={texts.transaction.title}>
      <dl className="facts">
        <div>
          <dt className="label">{texts.transaction.date}</dt>
          <dd>
            <Moment at={transaction.time * 1000} seconds />
          </dd>
        </div>
        <div>
          <dt className="label">{texts.transaction.block}</dt>
          <dd>{numberOf(transaction.block)}</dd>
        </div>
      </dl>
      <TransactionTransfers transaction={transaction} />
    </Section>
  )
}

export function TransactionTransfers({ transaction: { transfers, more } }: { transaction: Transaction }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const amountOf = useAmount()
  const rows = transfers.map((transfer, place) => ({ ...transfer, place }))
  return (
    <>
      <Table
        caption={texts.transaction.title}
        rows={rows}
        keyOf={({ place }) => place}
        columns={[
          {
            name: texts.transaction.from,
            cell: ({ from, coin }) =>
              from === '' ? (
                texts.transaction.minted
              ) : (
                <Account value={from} what={texts.transaction.from} place={{ coin, address: from }} />
              ),
          },
          {
            name: texts.transaction.to,
            cell: ({ to, fee, coin }) =>
              to === '' ? (
                texts.transaction[fee ? 'fee' : 'burnt']
              ) : (
                <Account value={to} what={texts.transaction.to} place={{ coin, address: to }} />
              ),
          },
          {
            name: texts.transaction.amount,
            number: true,
            cell: ({ amount, coin }) => `${amountOf(amount)} ${coin}`,
          },
        ]}
      />
      {more > 0 && <p className="muted small">{texts.transaction.more(numberOf(more))}</p>}
    </>
  )
}
