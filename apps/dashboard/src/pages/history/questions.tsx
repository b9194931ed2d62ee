import type { Question, QuestionRule, Questions as QuestionsPage } from '@touchstone/contract'
import { useState } from 'react'
import { Account } from '../../parts/account.tsx'
import { LevelBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Checkbox, Field, Select } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useCoins } from '../../session/use-coins.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

type Filter = { of?: { coin: string; address: string }; member?: string }

/** Lists who asked about what and what the answer was, for all addresses, one address or one member. */
export function Questions() {
  const texts = useTexts()
  const numberOf = useNumber()
  const { path } = useSession()
  const [filter, setFilter] = useState<Filter>({})
  const [before, setBefore] = useState<number>()
  const isFiltered = filter.of !== undefined || filter.member !== undefined
  const body = { ...filter, ...(before !== undefined && { before }) }
  const loaded = useLoad<QuestionsPage>('/questions/list', body)
  const show = (next: Filter) => {
    setBefore(undefined)
    setFilter(next)
  }
  const days = numberOf(loaded.data?.keptDays ?? 0)
  return (
    <>
      <Section
        title={texts.history.questions}
        text={loaded.data && texts.history.questionsWhy(days)}
        actions={
          <a className="button" href={`/dashboard/api${path}/questions.csv`} download>
            <Icon name="download" />
            {texts.history.export}
          </a>
        }
      >
        <Find isFiltered={isFiltered} onFind={show} />
        <WhenLoaded of={loaded} rows={8}>
          {({ questions, more }) =>
            questions.length === 0 ? (
              <Empty
                title={isFiltered ? texts.history.noneFound : texts.history.noQuestions}
                text={isFiltered ? texts.history.noneFoundWhy : texts.history.noQuestionsWhy}
              />
            ) : (
              <>
                <List questions={questions} onMember={(member) => show({ member })} />
                <Pager
                  first={before === undefined}
                  next={more}
                  toFirst={() => setBefore(undefined)}
                  toNext={() => setBefore(questions.at(-1)?.seq)}
                />
              </>
            )
          }
        </WhenLoaded>
      </Section>
      <Rule />
    </>
  )
}

function Find({ isFiltered, onFind }: { isFiltered: boolean; onFind: (filter: Filter) => void }) {
  const texts = useTexts()
  const [chosen, setChosen] = useState<string>()
  const [address, setAddress] = useState('')
  const { coin, choices } = useCoins(chosen)
  return (
    <form
      className="filters no-print"
      onSubmit={(event) => {
        event.preventDefault()
        onFind(address.trim() === '' ? {} : { of: { coin, address: address.trim() } })
      }}
    >
      <Select label={texts.risk.coin} value={coin} choices={choices} onValue={setChosen} />
      <Field
        label={texts.history.find}
        wide
        value={address}
        onValue={setAddress}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        className="mono"
      />
      <div className="form-actions">
        <Button icon="search">{texts.history.search}</Button>
        {isFiltered && (
          <Button
            look="quiet"
            onPress={() => {
              setAddress('')
              onFind({})
            }}
          >
            {texts.history.clear}
          </Button>
        )}
      </div>
    </form>
  )
}

function List({
  questions,
  onMember,
}: {
  questions: readonly Question[]
  onMember: (member: string) => void
}) {
  const texts = useTexts()
  return (
    <Table
      caption={texts.history.questions}
      rows={questions}
      keyOf={({ seq }) => seq}
      columns={[
        { name: texts.history.at, cell: ({ at }) => <Moment at={at} /> },
        {
          name: texts.history.by,
          cell: ({ by, member }) =>
            member === null ? (
              <span className="mono">{by}</span>
            ) : (
              <button
                type="button"
                className="link"
                title={texts.history.onlyOf}
                onClick={() => onMember(member)}
              >
                {by}
              </button>
            ),
        },
        { name: texts.history.channel, cell: ({ channel }) => texts.history.channels[channel] },
        { name: texts.risk.coin, cell: ({ coin }) => coin },
        { name: texts.history.about, cell: (question) => <About of={question} /> },
        {
          name: texts.history.answer,
          cell: ({ score, level, coverage }) => <LevelBadge {...{ score, level, coverage }} />,
        },
        {
          name: texts.history.versions,
          cell: ({ versions }) => (
            <span className="mono small">
              {[versions.model, versions.policy, versions.ledger, versions.labels, versions.prices].join(
                ' / ',
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

/** Shows the address and the transaction of a question. */
export function About({
  of: { coin, address, txid },
}: {
  of: { coin: string; address: string; txid: string }
}) {
  const texts = useTexts()
  return (
    <>
      {address !== '' && <Account value={address} what={texts.risk.address} place={{ coin, address }} />}
      {txid !== '' && <Account value={txid} what={texts.transaction.hash} place={{ coin, txid }} />}
    </>
  )
}

/** Whether questions through the API are recorded. */
function Rule() {
  const texts = useTexts()
  const { allows } = useSession()
  const rule = useLoad<QuestionRule>('/questions/rule')
  const change = useChange<QuestionRule>('/questions/rule')
  return (
    <Section title={texts.history.rule} text={texts.history.ruleWhy}>
      <WhenLoaded of={rule} rows={1}>
        {({ recordsApi }) => (
          <Checkbox
            label={texts.history.recordsApi}
            checked={recordsApi}
            disabled={change.running || !allows('settings.change')}
            onValue={(recordsApi) => void change.run({ recordsApi })}
          />
        )}
      </WhenLoaded>
      <Refusal error={change.refusal} />
    </Section>
  )
}
