import type { ExplorerFound } from '@touchstone/contract'
import { mostCountedAddresses } from '@touchstone/contract'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Account } from '../../parts/account.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { type ExplorerPlace, explorerLink } from '../../parts/explorer-link.ts'
import { Field } from '../../parts/field.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

/** One box for addresses, transactions, names, customers and transfers. `find` is the text searched for. */
export function SearchBox({
  find,
  onFind,
  onOpen,
}: {
  find: string
  onFind(text: string): void
  onOpen(place: ExplorerPlace): void
}) {
  const texts = useTexts()
  const [typed, setTyped] = useState(find)
  useEffect(() => {
    if (find !== '') setTyped(find)
  }, [find])
  const found = useLoad<ExplorerFound>(
    '/explorer/search',
    { text: find },
    { enabled: find !== '', ofOne: true },
  )
  const only = found.data && onlyPlace(found.data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens a single result once it is found
  useEffect(() => {
    if (only !== undefined) onOpen(only)
  }, [found.data])
  return (
    <section className="card section no-print" aria-label={texts.explorer.search}>
      <form
        className="explorer-search"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== '') onFind(typed.trim())
        }}
      >
        <Field
          label={texts.explorer.find}
          hint={texts.explorer.findHint}
          value={typed}
          onValue={setTyped}
          type="search"
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
        />
        <Button look="primary" icon="search" running={found.isFetching}>
          {texts.explorer.search}
        </Button>
      </form>
      {find !== '' && only === undefined && (
        <WhenLoaded of={found} rows={2}>
          {(answer) => <Results found={answer} />}
        </WhenLoaded>
      )}
    </section>
  )
}

/** Returns what to open without asking: the only result, or the only address with data. */
export function onlyPlace(found: ExplorerFound): ExplorerPlace | undefined {
  const { addresses, transactions, names, customers, transfers, cases } = found
  const places: ExplorerPlace[] = [
    ...addresses.map(({ network, address }) => ({ network, address })),
    ...transactions.map(({ network, txid }) => ({ network, txid })),
    ...names.map(({ name }) => ({ name })),
  ]
  if (customers.length + transfers.length + cases.length > 0) return undefined
  if (places.length === 1) return places[0]
  const seen = addresses.filter((one) => one.transfers > 0 || one.known !== null)
  const [first] = seen
  return seen.length === 1 && addresses.length === places.length && first !== undefined
    ? { network: first.network, address: first.address }
    : undefined
}

function Results({ found }: { found: ExplorerFound }) {
  const texts = useTexts()
  const numberOf = useNumber()
  const { addresses, transactions, names, customers, transfers, cases } = found
  const lists: readonly (readonly unknown[])[] = [addresses, transactions, names, customers, transfers, cases]
  const isEmpty = lists.every((list) => list.length === 0)
  if (isEmpty)
    return (
      <p className="muted" role="status">
        {texts.explorer.nothing}
      </p>
    )
  return (
    <div role="status">
      {addresses.length > 1 && <p>{texts.explorer.severalNetworks}</p>}
      <ul className="found">
        {addresses.map(({ network, address, known, transfers: count, canFetch }) => (
          <li key={network}>
            <Badge>{network}</Badge>
            <Account value={address} what={texts.risk.address} copy={false} place={{ network, address }} />
            {known && <span>{known.name}</span>}
            <span className="muted small">
              {count > 0
                ? texts.explorer.transfers(numberOf(count))
                : canFetch
                  ? texts.explorer.states.none
                  : texts.risk.neverSeen}
            </span>
          </li>
        ))}
        {transactions.map(({ network, txid, time, transfers: count }) => (
          <li key={`${network} ${txid}`}>
            <Badge>{network}</Badge>
            <Account value={txid} what={texts.explorer.hash} copy={false} place={{ network, txid }} />
            <span className="muted small">
              {texts.explorer.transfers(numberOf(count))} · <Moment at={time * 1000} />
            </span>
          </li>
        ))}
        {names.map(({ name, category, addresses: count }) => (
          <li key={name}>
            <Badge>{texts.explorer.categories[category] ?? category}</Badge>
            <Link href={explorerLink({ name })}>{name}</Link>
            <span className="muted small">
              {texts.explorer.addresses(count)}
              {count === mostCountedAddresses && '+'}
            </span>
          </li>
        ))}
        {transfers.map(({ id, reference, coin, address, decision }) => (
          <li key={id}>
            <Badge>{texts.explorer.transfer}</Badge>
            <Link href={`~/dashboard/transfers/show/${id}`}>{reference}</Link>
            <span className="muted small">{texts.explorer.decisions[decision]}</span>
            <Account
              value={address}
              what={texts.risk.address}
              copy={false}
              place={{ coin, address, transfer: String(id) }}
            />
          </li>
        ))}
        {customers.map(({ id, customer }) => (
          <li key={id}>
            <Badge>{texts.explorer.customer}</Badge>
            <Link href={`~/dashboard/customers/show/${id}`}>{customer}</Link>
          </li>
        ))}
        {cases.map(({ number, title, status }) => (
          <li key={number}>
            <Badge>{texts.cases.case}</Badge>
            <Link href={`~/dashboard/cases/show/${number}`}>
              {number}, {title}
            </Link>
            <span className="muted small">{texts.cases.statuses[status]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
