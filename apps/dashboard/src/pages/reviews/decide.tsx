import { type DecideReview, maxZoneChanges, type Review, type ReviewDecided } from '@touchstone/contract'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useChange } from '../../session/use-change.ts'
import { useReviewsPath } from '../../session/use-operator.ts'
import { useTexts } from '../../texts/texts.ts'
import { readListSearch, writeListSearch } from './list-search.ts'
import { ZoneComparison } from './zone-comparison.tsx'

/**
 * Submits a decision with a note or, if two people must decide, an opinion. Members cannot confirm their own
 * opinions.
 */
export function Decide({ review }: { review: Review }) {
  const texts = useTexts()
  const [outcome, setOutcome] = useState<'first' | 'disagreed'>()
  if (outcome !== undefined)
    return (
      <Section title={texts.reviews.decision}>
        <p className="notice" role="status">
          <Icon name={outcome === 'first' ? 'check' : 'alert'} />
          <span>{texts.reviews.outcomes[outcome]}</span>
        </p>
      </Section>
    )
  return review.firstIsYours ? <Withdraw id={review.id} /> : <Form review={review} onOutcome={setOutcome} />
}

function Withdraw({ id }: { id: number }) {
  const texts = useTexts()
  const [, go] = useLocation()
  const withdraw = useChange<{ id: number }>(`${useReviewsPath()}/reviews/withdraw`, true)
  return (
    <Section title={texts.reviews.decision} text={texts.reviews.yours}>
      <Refusal error={withdraw.refusal} />
      <div className="form-actions">
        <Button
          running={withdraw.running}
          onPress={() => void withdraw.run({ id }).then((done) => done !== undefined && go('/open'))}
        >
          {texts.reviews.withdraw}
        </Button>
      </div>
    </Section>
  )
}

function Form({ review, onOutcome }: { review: Review; onOutcome(outcome: 'first' | 'disagreed'): void }) {
  const texts = useTexts()
  const { id, kind, byTwo, opinions, zoneRead } = review
  const first = opinions.find(({ ended }) => ended === null)
  const [, go] = useLocation()
  const search = writeListSearch(readListSearch(useSearch()))
  const [note, setNote] = useState('')
  // Clearing a review confirms the details that were read, so show them for comparison with the photos.
  const [zone, setZone] = useState(first?.reading.join(' ') ?? '')
  const decide = useChange<DecideReview, ReviewDecided>(`${useReviewsPath()}/reviews/decide`, true)
  const lines = zone.split(/\s+/).filter(Boolean)
  const send = (decision: 'clear' | 'confirm') => {
    void decide.run({ id, decision, note, ...(lines.length > 0 && { zone: lines }) }).then((answer) => {
      if (answer?.outcome === 'decided') go(`/open${search}`)
      else if (answer !== undefined) onOutcome(answer.outcome)
    })
  }
  const why = byTwo ? (first ? texts.reviews.secondWhy : texts.reviews.firstWhy) : texts.reviews.decisionWhy
  return (
    <Section title={texts.reviews.decision} text={why}>
      <form onSubmit={(event) => event.preventDefault()}>
        {kind === 'document' && (
          <Field
            field="zone"
            label={texts.reviews.zone}
            value={zone}
            onValue={setZone}
            className="mono"
            hint={texts.reviews.zoneHint(maxZoneChanges)}
            autoComplete="off"
          />
        )}
        {zoneRead.length > 0 && (
          <ZoneComparison read={zoneRead} entered={lines.map((line) => line.toUpperCase())} />
        )}
        <Field
          field="note"
          label={texts.reviews.note}
          value={note}
          onValue={setNote}
          maxLength={2000}
          required
          autoComplete="off"
          hint={texts.reviews.noteHint}
        />
        <Refusal error={decide.refusal} />
        <div className="form-actions">
          <Button running={decide.running || note.trim() === ''} onPress={() => send('clear')}>
            {texts.reviews.kinds[kind].clear}
          </Button>
          <Button
            look="danger"
            running={decide.running || note.trim() === ''}
            onPress={() => send('confirm')}
          >
            {texts.reviews.kinds[kind].confirm}
          </Button>
        </div>
      </form>
    </Section>
  )
}
