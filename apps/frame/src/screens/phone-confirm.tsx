import { Bar } from '../parts/bar.tsx'
import { Digits } from '../parts/digits.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

export function PhoneConfirmScreen({ step }: { step: StepOf<'phone-confirm'> }) {
  const { texts } = useFrame()
  return (
    <Screen title={texts.phone.confirmTitle} why={texts.phone.confirmWhy} icon="phone">
      <Digits digits={step.digits} />
      <Bar part={undefined} label={texts.phone.waiting} />
    </Screen>
  )
}
