import type {
  DecideOnTransfer,
  NoteOnTransfer,
  ShowTransfer,
  TransferCase,
  TransferOutcome,
} from '@touchstone/contract'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'

const decisions = ['allow', 'hold', 'block'] as const
const looks = { allow: 'primary', hold: 'plain', block: 'danger' } as const

/** Records the member's decision with a note or, if two members must agree, an opinion. */
export function Decide({ of }: { of: TransferCase }) {
  const texts = useTexts().customerTransfers
  const [outcome, setOutcome] = useState<TransferOutcome['outcome']>()
  const why = of.byTwo ? (of.firstBy === '' ? texts.firstWhy : texts.secondWhy) : texts.decideWhy
  return (
    <Section title={texts.decide} text={of.firstIsYours ? texts.yours : why}>
      <div role="status">
        {outcome !== undefined && (
          <p className="notice">
            <Icon name={outcome === 'disagreed' ? 'alert' : 'check'} />
            <span>{texts.outcomes[outcome]}</span>
          </p>
        )}
      </div>
      {of.firstIsYours ? <Withdraw id={of.id} /> : <Form of={of} onOutcome={setOutcome} />}
    </Section>
  )
}

function Withdraw({ id }: { id: number }) {
  const texts = useTexts().customerTransfers
  const withdraw = useChange<ShowTransfer>('/transfers/withdraw')
  return (
    <>
      <Refusal error={withdraw.refusal} />
      <div className="form-actions">
        <Button running={withdraw.running} onPress={() => void withdraw.run({ id })}>
          {texts.withdraw}
        </Button>
      </div>
    </>
  )
}

function Form({
  of: { id, decisions: made },
  onOutcome,
}: {
  of: TransferCase
  onOutcome(outcome: TransferOutcome['outcome'] | undefined): void
}) {
  const texts = useTexts().customerTransfers
  const [note, setNote] = useState('')
  const decide = useChange<DecideOnTransfer, TransferOutcome>('/transfers/decide')
  const add = useChange<NoteOnTransfer>('/transfers/note')
  const isBusy = decide.running || add.running || note.trim() === ''
  const send = async (decision: DecideOnTransfer['decision']) => {
    add.clear()
    onOutcome(undefined)
    const answer = await decide.run({ id, decision, note, seen: made.length })
    if (answer === undefined) return
    setNote('')
    onOutcome(answer.outcome)
  }
  const addNote = async () => {
    decide.clear()
    onOutcome(undefined)
    if ((await add.run({ id, note })) !== undefined) setNote('')
  }
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <Field
        field="note"
        label={texts.note}
        value={note}
        onValue={setNote}
        maxLength={2000}
        required
        autoComplete="off"
        hint={texts.noteHint}
      />
      <Refusal error={decide.refusal ?? add.refusal} />
      <div className="form-actions">
        {decisions.map((decision) => (
          <Button key={decision} look={looks[decision]} running={isBusy} onPress={() => void send(decision)}>
            {texts.verbs[decision]}
          </Button>
        ))}
        <Button look="quiet" running={isBusy} onPress={() => void addNote()}>
          {texts.addNote}
        </Button>
      </div>
    </form>
  )
}
