import type { ReportFile, RiskReport } from '@touchstone/contract'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty, MissingChoices, WhenLoaded } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useCoins } from '../../session/use-coins.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { ReportView } from './report-view.tsx'
import { bodyOf, type RiskBody, type RiskQuery } from './risk-query.ts'
import { Screening } from './screening.tsx'

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

/** Problems that are shown at the field that causes them. */
const fieldProblems: readonly ('risk.unsupportedCoin' | 'risk.invalidAddress' | 'risk.unknownTransaction')[] =
  ['risk.unsupportedCoin', 'risk.invalidAddress', 'risk.unknownTransaction']

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
  const body = query && bodyOf(query)
  const isAsked =
    query !== undefined &&
    coin === query.coin &&
    address.trim() === query.address &&
    txid.trim() === query.txid
  const report = useLoad<RiskReport>('/risk', body ?? {}, { enabled: body !== undefined, ofOne: true })
  const [isEmptyQuery, setEmptyQuery] = useState(false)
  const code = (report.error as ApiError | null)?.code ?? ''
  const isAtField = isAsked && report.data === undefined && fieldProblems.some((each) => each === code)
  /** The problem is shown until the member changes the query. */
  const problemOf = (of: (typeof fieldProblems)[number]) =>
    isAtField && code === of ? texts.refusals[of] : undefined
  return (
    <Page
      title={texts.risk.title}
      lead={texts.risk.lead}
      actions={
        report.data &&
        body && (
          <>
            <SaveReport body={body} />
            <Button icon="printer" onPress={() => print()}>
              {texts.risk.print}
            </Button>
          </>
        )
      }
    >
      <form
        className="card filters no-print"
        onSubmit={(event) => {
          event.preventDefault()
          setEmptyQuery(address.trim() === '' && txid.trim() === '')
          if (address.trim() === '' && txid.trim() === '') return
          setQuery({ coin, address: address.trim(), txid: txid.trim() })
        }}
      >
        <Select
          label={texts.risk.coin}
          value={coin}
          choices={choices}
          problem={problemOf('risk.unsupportedCoin')}
          onValue={(coin) => setTyped({ ...typed, coin })}
        />
        <Field
          label={texts.risk.address}
          wide
          value={address}
          problem={isEmptyQuery ? texts.risk.nothingEntered : problemOf('risk.invalidAddress')}
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
          problem={problemOf('risk.unknownTransaction')}
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
      {query && !isAtField && (
        <WhenLoaded of={report} rows={8}>
          {(report) => <ReportView key={hashOf(query)} query={query} report={report} />}
        </WhenLoaded>
      )}
    </Page>
  )
}

/** Saves the answer as a signed report, and opens it. */
function SaveReport({ body }: { body: RiskBody }) {
  const texts = useTexts()
  const [, go] = useLocation()
  const save = useChange<RiskBody, ReportFile>('/reports')
  return (
    <>
      <Refusal error={save.refusal} />
      <Button
        icon="download"
        running={save.running}
        onPress={() =>
          void save
            .run(body)
            .then((file) => file !== undefined && go(`~/dashboard/history/reports/${file.report.id}`))
        }
      >
        {texts.report.save}
      </Button>
    </>
  )
}
