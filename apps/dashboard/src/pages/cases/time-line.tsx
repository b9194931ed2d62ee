import type { Case } from '@touchstone/contract'
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Select, TextArea } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useChange } from '../../session/use-change.ts'
import { type Texts, useTexts } from '../../texts/texts.ts'
import { useMembers } from './use-members.ts'

type Entry = Case['entries'][number]

/** Shows everything that happened in a case, newest first, and adds comments. */
export function TimeLine({ shown }: { shown: Case }) {
  const texts = useTexts()
  const { nameOf } = useMembers()
  const { number, entries, status } = shown
  const remove = useChange<{ number: number; entry: number }>('/cases/remove-text')
  return (
    <Section title={texts.cases.timeLine} text={texts.cases.timeLineWhy}>
      {status !== 'closed' && <Comment shown={shown} />}
      <Refusal error={remove.refusal} />
      <ol className="timeline" reversed>
        {entries.toReversed().map((entry) => (
          <li key={entry.number}>
            <p>
              <strong>{entry.by === null ? texts.cases.server : nameOf(entry.by)}</strong>{' '}
              {texts.cases.entries[entry.kind]} {detailOf(shown, entry, texts, nameOf)}
            </p>
            <p className="muted small">
              <Moment at={entry.at} />
            </p>
            {entry.text !== null && <p className="timeline-text">{entry.text}</p>}
            {entry.textRemoved && <p className="muted">{texts.cases.textRemoved}</p>}
            {entry.kind === 'comment' && entry.text !== null && (
              <Button
                look="quiet"
                running={remove.running}
                onPress={() => void remove.run({ number, entry: entry.number })}
              >
                {texts.cases.removeText}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Returns what changed, if it is not in the entry's text. */
function detailOf(
  { items, files }: Case,
  { kind, detail }: Entry,
  texts: Texts,
  nameOf: (memberNo: string | null) => string,
): ReactNode {
  const { from, to, outcome } = detail
  if (kind === 'assigned')
    return texts.cases.change(nameOf(from as string | null), nameOf(to as string | null))
  if (kind === 'priority') {
    const names = texts.cases.priorities as Readonly<Record<string, string>>
    return texts.cases.change(names[String(from)] ?? '', names[String(to)] ?? '')
  }
  if (kind === 'due' && typeof to === 'string') return <Moment at={to} />
  if (typeof outcome === 'string')
    return (texts.cases.outcomes as Readonly<Record<string, string>>)[outcome] ?? ''
  const item = items.find(({ number }) => number === detail.item)
  if (item) return `(${texts.cases.itemKinds[item.kind]} ${item.label})`
  const file = files.find(({ number }) => number === detail.file)
  return file && `(${file.name})`
}

function Comment({ shown }: { shown: Case }) {
  const texts = useTexts()
  const [text, setText] = useState('')
  const [item, setItem] = useState('')
  const comment = useChange<{ number: number; text: string; item?: number }>('/cases/comment')
  const about = shown.items.filter(({ ref }) => ref !== null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void comment
          .run({ number: shown.number, text, ...(item !== '' && { item: Number(item) }) })
          .then((done) => done !== undefined && setText(''))
      }}
    >
      <TextArea
        field="text"
        label={texts.cases.comment}
        hint={texts.cases.commentHint}
        value={text}
        onValue={setText}
        maxLength={10_000}
        required
      />
      {about.length > 0 && (
        <Select
          label={texts.cases.commentOn}
          value={item}
          choices={[
            { value: '', name: texts.cases.wholeCase },
            ...about.map(({ number, kind, label }) => ({
              value: String(number),
              name: `${texts.cases.itemKinds[kind]} ${label.length > 40 ? `${label.slice(0, 39)}…` : label}`,
            })),
          ]}
          onValue={setItem}
        />
      )}
      <Refusal error={comment.refusal} />
      <div className="form-actions">
        <Button running={comment.running}>{texts.cases.addComment}</Button>
      </div>
    </form>
  )
}
