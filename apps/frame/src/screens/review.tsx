import { Action } from '../parts/action.tsx'
import { Moment } from '../parts/moment.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

export function ReviewScreen({
  step,
  onClose,
}: {
  step: StepOf<'review'>
  onClose: (() => void) | undefined
}) {
  const { texts } = useFrame()
  const [before, after] = texts.review.since('\n').split('\n')
  return (
    <Screen
      title={texts.review.title}
      why={texts.review.why[step.what]}
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
