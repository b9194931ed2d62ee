import { amountIn, amountSigns } from '@touchstone/design'
import { type ReactNode, useState } from 'react'
import { Account } from '../../parts/account.tsx'
import { Button } from '../../parts/button.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { ShownGraph, ShownLink, ShownNode } from './graph.ts'
import { amountOf, Category, Expand, Period } from './node-panel.tsx'
import type { Explorer } from './use-explorer.ts'
import type { GraphWords } from './use-words.ts'

/** Lists what the graph shows: nodes and transfers. */
export function GraphTables({
  shown,
  explorer,
  words,
}: {
  shown: ShownGraph
  explorer: Explorer
  words: GraphWords
}) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { select, selected } = explorer
  const byId = new Map(shown.nodes.map((node) => [node.id, node]))
  const usd = (value: bigint | undefined) =>
    value === undefined ? '–' : amountIn('', value, amountSigns).trim()
  const sums = new Map<string, { received: bigint; sent: bigint }>()
  for (const { from, to, usd: value = 0n, transfer } of shown.links) {
    if (transfer !== undefined) continue
    const [sender, recipient] = [from, to].map((id) => {
      const known = sums.get(id) ?? { received: 0n, sent: 0n }
      sums.set(id, known)
      return known
    })
    if (sender) sender.sent += value
    if (recipient) recipient.received += value
  }
  const nodeButton = (id: string): ReactNode => {
    const node = byId.get(id)
    if (node === undefined) return null
    return (
      <button type="button" className="link-button" aria-pressed={id === selected} onClick={() => select(id)}>
        {words.nodeTitle(node)}
      </button>
    )
  }
  const nodeColumns: Column<ShownNode>[] = [
    { name: texts.explorer.node, cell: ({ id }) => nodeButton(id) },
    {
      name: texts.explorer.what,
      cell: (node) =>
        node.known === null ? (
          <span className="muted">{words.nodeDetail(node)}</span>
        ) : (
          <Category category={node.known.category} risk={node.known.class} />
        ),
    },
    {
      name: texts.coverage.title,
      cell: ({ state, kind }) =>
        kind === 'address' ? (
          <span className={state === 'complete' ? '' : 'muted'}>{texts.explorer.states[state]}</span>
        ) : (
          '–'
        ),
    },
    { name: texts.explorer.shownIn, number: true, cell: ({ id }) => usd(sums.get(id)?.received) },
    { name: texts.explorer.shownOut, number: true, cell: ({ id }) => usd(sums.get(id)?.sent) },
    {
      name: texts.common.actions,
      cell: ({ id, kind }) =>
        (kind === 'address' || kind === 'name') && (
          <span className="form-actions no-print">
            <Expand node={id} direction="in" explorer={explorer} />
            <Expand node={id} direction="out" explorer={explorer} />
          </span>
        ),
    },
  ]
  const linkColumns: Column<ShownLink>[] = [
    { name: texts.explorer.sender, cell: ({ from }) => nodeButton(from) },
    { name: texts.explorer.recipient, cell: ({ to }) => nodeButton(to) },
    {
      name: texts.explorer.amount,
      number: true,
      cell: ({ flows }) => (
        <>
          {flows.map(({ coin, amount }) => (
            <span key={coin} className="detail">
              {amountOf(amount)} {coin}
            </span>
          ))}
        </>
      ),
    },
    { name: 'USD', number: true, cell: ({ usd: value }) => usd(value) },
    {
      name: texts.risk.count,
      number: true,
      cell: ({ id, count }) => (
        <button
          type="button"
          className="link-button"
          aria-pressed={id === selected}
          onClick={() => select(id)}
        >
          {numberOf(count)}
          <span className="visually-hidden"> {texts.explorer.transfersTitle}</span>
        </button>
      ),
    },
    {
      name: texts.explorer.period,
      cell: ({ first, last, transfer, from }) =>
        transfer === undefined ? (
          <Period first={first} last={last} />
        ) : (
          <>
            <Moment at={transfer.time * 1000} />
            {transfer.txid !== '' && (
              <Account
                value={transfer.txid}
                what={texts.explorer.hash}
                place={{ network: byId.get(from)?.atoms[0]?.network ?? '', txid: transfer.txid }}
              />
            )}
          </>
        ),
    },
  ]
  return (
    <>
      <Section title={texts.explorer.links} text={texts.explorer.linksWhy}>
        <Listed rows={shown.links}>
          {(rows) => (
            <Table caption={texts.explorer.links} rows={rows} keyOf={({ id }) => id} columns={linkColumns} />
          )}
        </Listed>
      </Section>
      <Section title={texts.explorer.nodes} text={texts.explorer.nodesWhy}>
        <Listed rows={shown.nodes}>
          {(rows) => (
            <Table caption={texts.explorer.nodes} rows={rows} keyOf={({ id }) => id} columns={nodeColumns} />
          )}
        </Listed>
      </Section>
    </>
  )
}

const mostListed = 50

function Listed<Row>({
  rows,
  children,
}: {
  rows: readonly Row[]
  children(rows: readonly Row[]): ReactNode
}) {
  const texts = useTexts()
  const [all, setAll] = useState(false)
  if (rows.length === 0) return <p className="muted small">{texts.explorer.nothingShown}</p>
  return (
    <>
      {children(all ? rows : rows.slice(0, mostListed))}
      {rows.length > mostListed && !all && (
        <Button look="quiet" onPress={() => setAll(true)}>
          {texts.transfers.all(rows.length)}
        </Button>
      )}
    </>
  )
}
