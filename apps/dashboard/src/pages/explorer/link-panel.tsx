import type { ExplorerTransfers } from '@touchstone/contract'
import { amountIn, amountSigns, millionths } from '@touchstone/design'
import { Account } from '../../parts/account.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import type { Atom, ShownGraph, ShownLink } from './graph.ts'
import { amountOf, Period, Wide } from './node-panel.tsx'
import type { GraphWords } from './use-words.ts'

/** Shows the transfers of the selected link. */
export function LinkPanel({ link, shown, words }: { link: ShownLink; shown: ShownGraph; words: GraphWords }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const find = (id: string) => shown.nodes.find((node) => node.id === id)
  const [from, to] = [find(link.from), find(link.to)]
  const [sender, recipient] = [onlyAddress(from?.atoms), onlyAddress(to?.atoms)]
  return (
    <section className="card section" aria-label={texts.explorer.selected}>
      <h2>
        {from && words.nodeTitle(from)} → {to && words.nodeTitle(to)}
      </h2>
      {link.transfer !== undefined && (
        <dl className="facts">
          <div>
            <dt className="label">{texts.explorer.hash}</dt>
            <dd>
              {link.transfer.txid === '' ? (
                texts.explorer.noHash
              ) : (
                <Account
                  value={link.transfer.txid}
                  what={texts.explorer.hash}
                  place={{ network: sender?.network ?? recipient?.network ?? '', txid: link.transfer.txid }}
                />
              )}
            </dd>
          </div>
          <div>
            <dt className="label">{texts.explorer.date}</dt>
            <dd>
              <Moment at={link.transfer.time * 1000} seconds />
            </dd>
          </div>
        </dl>
      )}
      <Wide what={texts.explorer.links}>
        <Table
          caption={texts.explorer.links}
          rows={link.flows}
          keyOf={({ coin }) => coin}
          columns={[
            { name: texts.risk.coin, cell: ({ coin }) => coin },
            { name: texts.explorer.amount, number: true, cell: ({ amount }) => amountOf(amount) },
            {
              name: 'USD',
              number: true,
              cell: ({ usd }) => (usd === null ? '–' : amountIn('', millionths(usd), amountSigns).trim()),
            },
            { name: texts.risk.count, number: true, cell: ({ count }) => numberOf(count) },
            { name: texts.explorer.period, cell: ({ first, last }) => <Period first={first} last={last} /> },
          ]}
        />
      </Wide>
      {link.transfer === undefined && sender !== undefined && recipient !== undefined && (
        <Transfers sender={sender} recipient={recipient} />
      )}
    </section>
  )
}

const onlyAddress = (atoms: readonly Atom[] = []): Atom | undefined =>
  atoms.length === 1 && atoms[0]?.kind === 'address' ? atoms[0] : undefined

function Transfers({ sender, recipient }: { sender: Atom; recipient: Atom }) {
  const texts = useTexts()
  const { network } = sender
  const body = { network, from: sender.address, to: recipient.address }
  const found = useLoad<ExplorerTransfers>('/explorer/transfers', body, { ofOne: true })
  return (
    <div>
      <h3>{texts.explorer.transfersTitle}</h3>
      <WhenLoaded of={found}>
        {({ transfers, more }) => (
          <>
            <ul className="found">
              {transfers.map(({ txid, time, coin, amount }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a transaction can contain equal transfers
                <li key={`${txid} ${coin} ${index}`}>
                  <Account value={txid} what={texts.explorer.hash} copy={false} place={{ network, txid }} />
                  <span>
                    {amount === null ? '–' : amountOf(amount)} {coin}
                  </span>
                  <span className="muted small">
                    <Moment at={time * 1000} />
                  </span>
                </li>
              ))}
            </ul>
            {more && <p className="muted small">{texts.explorer.newestOnly}</p>}
          </>
        )}
      </WhenLoaded>
    </div>
  )
}
