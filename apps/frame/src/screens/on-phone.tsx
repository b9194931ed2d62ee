import type { Stage } from '@touchstone/contract'
import { Action } from '../parts/action.tsx'
import { Bar } from '../parts/bar.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

export function OnPhoneScreen({ step }: { step: StepOf<'on-phone'> }) {
  const { frame, view, texts } = useFrame()
  const names: Record<string, string> = texts.stages
  const stage: Stage = view?.stage ?? 'document'
  const doing = Object.hasOwn(names, step.step) ? names[step.step] : texts.stages[stage]
  return (
    <Screen
      title={texts.onPhone.title}
      why={texts.onPhone.why}
      icon="phone"
      actions={
        <Action
          kind="text"
          name="cancel"
          icon="arrowLeft"
          label={texts.onPhone.back}
          onPress={() => void frame.act('cancel', '/hand-off/cancel')}
        />
      }
    >
      <Bar part={undefined} label={texts.onPhone.doing + doing} />
      <RefusalNotice />
    </Screen>
  )
}
