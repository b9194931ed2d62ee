import type { RiskReport } from '@touchstone/contract'
import { useEffect, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Empty, MissingChoices, WhenLoaded } from '../../parts/states.tsx'
import { useCoins } from '../../session/use-coins.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { ReportView } from './report-view.tsx'
import { Screening } from './screening.tsx'

type RiskQuery = { coin: string; address: string; txid: string }

/**
 * Keeps the query in the fragment of the page's address, so that reports can be bookmarked. Browsers do not
 * send the fragment to servers.
 */
function queryOf(hash: string): RiskQuery | undefined {
  const search = new URLSearchParams(hash.slice(1))
  const query = {
    coin: search.get('coin') ?? '',
    address: search.get('address') ?? '',
    txid: search.get('txid') ?? '',
  }
  return query.coin !== '' && (query.address !== '' || query.txid !== '') ? query : undefined
}

function hashOf({ coin, address, txid }: RiskQuery): string {
  return `#${new URLSearchParams({ coin, ...(address !== '' && { address }), ...(txid !== '' && { txid }) })}`
}

function useRiskQuery(): [RiskQuery | undefined, (query: RiskQuery) => void] {
  const [query, setCurrent] = useState(() => queryOf(location.hash))
  useEffect(() => {
    const read = () => setCurrent(queryOf(location.hash))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return [
    query,
    (next) => {
      location.hash = hashOf(next)
      setCurrent(next)
    },
  ]
}

export default function RiskPage() {
  const texts = useTexts()
  const [query, setQuery] = useRiskQuery()
  const [typed, setTyped] = useState<Partial<RiskQuery>>(query ?? {})
  // Updates the form to match the report after the member navigates back or follows a link.
  useEffect(() => {
    if (query) setTyped(query)
  }, [query])
  const { coin, choices, loaded, isEmpty } = useCoins(typed.coin)
  const { address = '', txid = '' } = typed
  const body = query && {
    coin: query.coin,
    ...(query.address !== '' && { address: query.address }),
    ...(query.txid !== '' && { txid: query.txid }),
  }
  const report = useLoad<RiskReport>('/risk', body ?? {}, { enabled: body !== undefined, ofOne: true })
  return (
    <Page
      title={texts.risk.title}
      lead={texts.risk.lead}
      actions={
        report.data && (
          <Button icon="printer" onPress={() => print()}>
            {texts.risk.print}
          </Button>
        )
      }
    >
      <form
        className="card filters no-print"
        onSubmit={(event) => {
          event.preventDefault()
          setQuery({ coin, address: address.trim(), txid: txid.trim() })
        }}
      >
        <Select
          label={texts.risk.coin}
          value={coin}
          choices={choices}
          onValue={(coin) => setTyped({ ...typed, coin })}
        />
        <Field
          label={texts.risk.address}
          wide
          value={address}
          onValue={(address) => setTyped({ ...typed, address })}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          className="mono"
        />
        <Field
          label={texts.risk.txid}
          wide
          value={txid}
          onValue={(txid) => setTyped({ ...typed, txid })}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          className="mono"
        />
        <MissingChoices of={loaded} />
        <div className="form-actions">
          <Button look="primary" icon="search" running={report.isFetching}>
            {texts.risk.ask}
          </Button>
        </div>
      </form>
      {!query && (
        <section className="card section">
          {isEmpty ? (
            <Empty title={texts.risk.noCoins} text={texts.risk.noCoinsWhy} />
          ) : (
            <Empty title={texts.risk.noQuery} text={texts.risk.noQueryWhy} />
          )}
        </section>
      )}
      {!isEmpty && query === undefined && <Screening />}
      {query && (
        <WhenLoaded of={report} rows={8}>
          {(report) => <ReportView key={hashOf(query)} query={query} report={report} />}
        </WhenLoaded>
      )}
    </Page>
  )
}
