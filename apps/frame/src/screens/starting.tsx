import { Bar } from '../parts/bar.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'

export function Starting() {
  const { texts } = useFrame()
  return (
    <Screen title={texts.starting.title} why={texts.starting.why} icon="shield">
      <Bar part={undefined} label={texts.common.working} />
    </Screen>
  )
}
