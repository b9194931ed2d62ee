import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { Moment } from '../parts/moment.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

export function WithdrawnScreen({
  step,
  onClose,
}: {
  step: StepOf<'withdrawn'>
  onClose?: (() => void) | undefined
}) {
  const { view, texts } = useFrame()
  const { withdrawn } = texts
  const merchant = view?.merchant.name ?? ''
  return (
    <Screen
      title={withdrawn.title(merchant)}
      why={step.complete ? withdrawn.why(merchant) : withdrawn.whyPending(merchant)}
      icon="check"
      actions={onClose && <Action label={texts.common.close} onPress={onClose} />}
    >
      <Facts across facts={[[withdrawn.at, <Moment key="at" at={step.at} language={texts.language} />]]} />
    </Screen>
  )
}
