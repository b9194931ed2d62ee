import type { AnswerClosing, Case, CaseOutcome, CloseCase } from '@touchstone/contract'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Select, TextArea } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'
import { useMembers } from './use-members.ts'

const outcomes = [
  ...(['no-concern', 'risk-accepted', 'customer-exited', 'reported'] as const),
] satisfies readonly CaseOutcome[]

/** Closes a case, answers a request to close it, or shows its result. */
export function Closing({ shown }: { shown: Case }) {
  if (shown.status === 'closed') return <Result shown={shown} />
  if (shown.status === 'open') return <Close shown={shown} />
  return shown.closing?.yours ? <Withdraw shown={shown} /> : <Answer shown={shown} />
}

function Close({ shown }: { shown: Case }) {
  const texts = useTexts()
  const [outcome, setOutcome] = useState<CaseOutcome>('no-concern')
  const [reason, setReason] = useState('')
  const close = useChange<CloseCase>('/cases/close')
  return (
    <Section title={texts.cases.close} text={shown.byTwo ? texts.cases.closeByTwoWhy : texts.cases.closeWhy}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void close.run({ number: shown.number, outcome, reason, seen: shown.entries.length })
        }}
      >
        <Select
          label={texts.cases.outcome}
          value={outcome}
          choices={outcomes.map((value) => ({ value, name: texts.cases.outcomes[value] }))}
          onValue={(value) => setOutcome(value as CaseOutcome)}
        />
        <TextArea
          field="reason"
          label={texts.cases.reason}
          hint={texts.cases.commentHint}
          value={reason}
          onValue={setReason}
          maxLength={10_000}
          required
        />
        <Refusal error={close.refusal} />
        <div className="form-actions">
          <Button look="primary" running={close.running}>
            {texts.cases.close}
          </Button>
        </div>
      </form>
    </Section>
  )
}

function Said({ shown }: { shown: Case }) {
  const texts = useTexts()
  const { closing } = shown
  if (closing === null) return null
  return (
    <Facts
      rows={[
        [texts.cases.outcome, texts.cases.outcomes[closing.outcome]],
        [
          texts.cases.reason,
          <span key="reason" className="timeline-text">
            {closing.reason}
          </span>,
        ],
      ]}
    />
  )
}

function Withdraw({ shown }: { shown: Case }) {
  const texts = useTexts()
  const withdraw = useChange<{ number: number }>('/cases/withdraw-closing')
  return (
    <Section title={texts.cases.close} text={texts.cases.yoursWhy}>
      <Said shown={shown} />
      <Refusal error={withdraw.refusal} />
      <div className="form-actions">
        <Button running={withdraw.running} onPress={() => void withdraw.run({ number: shown.number })}>
          {texts.cases.withdraw}
        </Button>
      </div>
    </Section>
  )
}

function Answer({ shown }: { shown: Case }) {
  const texts = useTexts()
  const { nameOf } = useMembers()
  const [text, setText] = useState('')
  const answer = useChange<AnswerClosing>('/cases/answer-closing')
  const isEmpty = text.trim() === ''
  const send = (agree: boolean) =>
    void answer.run({ number: shown.number, agree, text, seen: shown.entries.length })
  return (
    <Section title={texts.cases.close} text={texts.cases.secondWhy(nameOf(shown.closing?.by ?? null))}>
      <Said shown={shown} />
      <form onSubmit={(event) => event.preventDefault()}>
        <TextArea
          field="text"
          label={texts.cases.answer}
          hint={texts.cases.commentHint}
          value={text}
          onValue={setText}
          maxLength={10_000}
          required
        />
        <Refusal error={answer.refusal} />
        <div className="form-actions">
          <Button look="primary" running={answer.running || isEmpty} onPress={() => send(true)}>
            {texts.cases.agree}
          </Button>
          <Button running={answer.running || isEmpty} onPress={() => send(false)}>
            {texts.cases.disagree}
          </Button>
        </div>
      </form>
    </Section>
  )
}

function Result({ shown }: { shown: Case }) {
  const texts = useTexts()
  const { nameOf } = useMembers()
  const [reason, setReason] = useState('')
  const reopen = useChange<{ number: number; reason: string }>('/cases/reopen')
  const members = [...new Set([shown.closing?.by, shown.closedBy].flatMap((each) => each ?? []))]
  return (
    <Section title={texts.cases.closedAs} text={texts.cases.reopenWhy}>
      <Said shown={shown} />
      <p className="muted small">
        {members.map(nameOf).join(', ')} {shown.closedAt !== null && <Moment at={shown.closedAt} />}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void reopen.run({ number: shown.number, reason })
        }}
      >
        <TextArea
          field="reason"
          label={texts.cases.reason}
          value={reason}
          onValue={setReason}
          maxLength={10_000}
          required
        />
        <Refusal error={reopen.refusal} />
        <div className="form-actions">
          <Button running={reopen.running}>{texts.cases.reopen}</Button>
        </div>
      </form>
    </Section>
  )
}
