import { Action } from '../parts/action.tsx'
import { Moment } from '../parts/moment.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { requestsIn } from '../texts/later-texts.ts'
import type { StepOf } from './step-of.ts'

export function ReviewScreen({
  step,
  onClose,
}: {
  step: StepOf<'review'>
  onClose: (() => void) | undefined
}) {
  const { texts } = useFrame()
  const { review: delayed } = requestsIn(texts)
  const [before, after] = texts.review.since('\n').split('\n')
  return (
    <Screen
      title={step.held === undefined ? texts.review.title : delayed.heldTitle}
      why={step.held === undefined ? texts.review.why[step.what] : delayed.held[step.held]}
      icon="clock"
      tone="waiting"
      actions={onClose && <Action kind="plain" label={texts.common.close} onPress={onClose} />}
    >
      <p>{texts.review.leave}</p>
      <p className="muted small">
        {before}
        <Moment at={step.since} language={texts.language} />
        {after}
      </p>
    </Screen>
  )
}

/** Shown if the person has agreed to a review, but a limit on open reviews has been reached. */
export function ReviewFullScreen({
  step: { what, full },
  onClose,
}: {
  step: StepOf<'review-full'>
  onClose: (() => void) | undefined
}) {
  const { frame, texts } = useFrame()
  const text = requestsIn(texts).review.full
  const goOn = () =>
    void (what === 'document'
      ? frame.act('decline', '/document/review', { agreed: false })
      : frame.act('colours', '/liveness/colours', { colours: true }))
  return (
    <Screen
      title={text.title}
      why={text[full]}
      icon="clock"
      tone="waiting"
      actions={
        <>
          {onClose && <Action kind="plain" label={texts.common.close} onPress={onClose} />}
          <Action kind="text" name="without" label={text[what]} onPress={goOn} />
        </>
      }
    >
      <p>{text.leave}</p>
      <RefusalNotice />
    </Screen>
  )
}
