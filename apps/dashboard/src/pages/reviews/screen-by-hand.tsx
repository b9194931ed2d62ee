import type { ScreenByHand as Question, ScreeningResult } from '@touchstone/contract'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Moment, useNumber } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange } from '../../session/use-change.ts'
import { useReviewsPath } from '../../session/use-operator.ts'
import { useTexts } from '../../texts/texts.ts'
import { Hits } from './hits.tsx'

/** Screens a name that a member enters. Nothing is stored. */
export function ScreenByHand() {
  const texts = useTexts()
  const [typed, setTyped] = useState({ name: '', birthDate: '', nationality: '' })
  const [answer, setAnswer] = useState<ScreeningResult>()
  const screen = useChange<Question, ScreeningResult>(`${useReviewsPath()}/screen`, true)
  const set = (name: keyof typeof typed) => (value: string) => setTyped({ ...typed, [name]: value })
  return (
    <>
      <form
        className="card filters"
        onSubmit={(event) => {
          event.preventDefault()
          const { name, birthDate, nationality } = typed
          void screen
            .run({
              name,
              ...(birthDate !== '' && { birthDate }),
              ...(nationality !== '' && { nationality: nationality.toUpperCase() }),
            })
            .then(setAnswer)
        }}
      >
        <Field
          field="name"
          label={texts.reviews.name}
          wide
          value={typed.name}
          onValue={set('name')}
          required
          autoComplete="off"
        />
        <Field
          field="birthDate"
          label={texts.reviews.birthDate}
          value={typed.birthDate}
          onValue={set('birthDate')}
          placeholder="1970-01-31"
          autoComplete="off"
        />
        <Field
          field="nationality"
          label={texts.reviews.nationality}
          value={typed.nationality}
          onValue={set('nationality')}
          placeholder="FRA"
          maxLength={3}
          autoComplete="off"
        />
        <div className="form-actions">
          <Button look="primary" icon="search" running={screen.running}>
            {texts.reviews.compare}
          </Button>
        </div>
        <Refusal error={screen.refusal} />
      </form>
      {answer && (
        <Section title={texts.reviews.hits} text={answer.policy}>
          {answer.hits.length === 0 ? (
            <>
              <Empty title={texts.reviews.nobody} text={texts.reviews.nobodyWhy} />
              <Searched lists={answer.lists} />
            </>
          ) : (
            <Hits hits={answer.hits} />
          )}
        </Section>
      )}
    </>
  )
}

/** Names the lists that were searched, with their dates, so that a result without a hit can be documented. */
function Searched({ lists }: Pick<ScreeningResult, 'lists'>) {
  const texts = useTexts()
  const numberOf = useNumber()
  return (
    <Table
      caption={texts.reviews.searched}
      rows={lists}
      keyOf={({ list }) => list}
      columns={[
        { name: texts.reviews.list, cell: ({ list }) => list },
        { name: texts.reviews.version, cell: ({ version }) => <span className="mono">{version}</span> },
        { name: texts.reviews.published, cell: ({ publishedAt }) => publishedAt ?? '–' },
        { name: texts.reviews.imported, cell: ({ importedAt }) => <Moment at={importedAt} /> },
        { name: texts.reviews.entries, number: true, cell: ({ entries }) => numberOf(entries) },
      ]}
    />
  )
}
