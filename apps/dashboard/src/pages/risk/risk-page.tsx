import type { RiskCoins, RiskReport } from '@touchstone/contract'
import { useEffect, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Empty, MissingChoices, Shown } from '../../parts/states.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { ReportView } from './report-view.tsx'

type Question = { coin: string; address: string; txid: string }

/** The question stands behind the #, which browsers send to nobody: a report can be kept as a bookmark. */
function questionOf(hash: string): Question | undefined {
  const search = new URLSearchParams(hash.slice(1))
  const question = {
    coin: search.get('coin') ?? '',
    address: search.get('address') ?? '',
    txid: search.get('txid') ?? '',
  }
  return question.coin !== '' && (question.address !== '' || question.txid !== '') ? question : undefined
}

function hashOf({ coin, address, txid }: Question): string {
  return `#${new URLSearchParams({ coin, ...(address !== '' && { address }), ...(txid !== '' && { txid }) })}`
}

function useQuestion(): [Question | undefined, (question: Question) => void] {
  const [question, setQuestion] = useState(() => questionOf(location.hash))
  useEffect(() => {
    const read = () => setQuestion(questionOf(location.hash))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return [
    question,
    (next) => {
      location.hash = hashOf(next)
      setQuestion(next)
    },
  ]
}

export default function RiskPage() {
  const texts = useTexts()
  const [asked, ask] = useQuestion()
  const [typed, setTyped] = useState<Question>(asked ?? { coin: 'ETH', address: '', txid: '' })
  // Also after the way back, or a link from another page: the form says what the report is about.
  useEffect(() => {
    if (asked) setTyped(asked)
  }, [asked])
  const coins = useLoad<RiskCoins>('/risk/coins')
  const body = asked && {
    coin: asked.coin,
    ...(asked.address !== '' && { address: asked.address }),
    ...(asked.txid !== '' && { txid: asked.txid }),
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
          ask({ coin: typed.coin, address: typed.address.trim(), txid: typed.txid.trim() })
        }}
      >
        <Select
          label={texts.risk.coin}
          value={typed.coin}
          choices={(coins.data?.coins ?? [typed.coin]).map((value) => ({ value, name: value }))}
          onValue={(coin) => setTyped({ ...typed, coin })}
        />
        <Field
          label={texts.risk.address}
          wide
          value={typed.address}
          onValue={(address) => setTyped({ ...typed, address })}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          className="mono"
        />
        <Field
          label={texts.risk.txid}
          wide
          value={typed.txid}
          onValue={(txid) => setTyped({ ...typed, txid })}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          className="mono"
        />
        <MissingChoices of={coins} />
        <div className="form-actions">
          <Button look="primary" icon="search" running={report.isFetching}>
            {texts.risk.ask}
          </Button>
        </div>
      </form>
      {!asked && (
        <section className="card section">
          <Empty title={texts.risk.notAsked} text={texts.risk.notAskedWhy} />
        </section>
      )}
      {asked && (
        <Shown of={report} rows={8}>
          {(report) => <ReportView key={hashOf(asked)} asked={asked} report={report} />}
        </Shown>
      )}
    </Page>
  )
}
