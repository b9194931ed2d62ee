import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'

export function PhoneDoneScreen() {
  const { texts } = useFrame()
  return <Screen title={texts.phone.doneTitle} why={texts.phone.done} icon="check" tone="passed" />
}
