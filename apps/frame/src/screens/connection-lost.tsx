import { Bar } from '../parts/bar.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'

/** Over the step, which stays as it is behind it. */
export function ConnectionLostScreen() {
  const { frame, texts } = useFrame()
  const { title, why } = texts.failures['connection-lost']
  return (
    <Screen
      title={title}
      why={why}
      icon="plug"
      tone="waiting"
      actions={
        // Not an `Action`: the call that waits for the connection holds those.
        <button type="button" className="button button-primary" onClick={() => frame.retryConnection()}>
          {texts.common.tryAgain}
        </button>
      }
    >
      <Bar part={undefined} label={texts.common.working} />
    </Screen>
  )
}
