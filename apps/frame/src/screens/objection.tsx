import { useState } from 'react'
import { Action } from '../parts/action.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { requestsIn } from '../texts/later-texts.ts'

/**
 * The page that opens from the link in a notice. Mail scanners open links, so opening the page changes
 * nothing. The person objects by pressing the button.
 */
export function ObjectionScreen({ secret }: { secret: string }) {
  const { frame, texts } = useFrame()
  const { objection } = requestsIn(texts)
  const [isDone, setIsDone] = useState(false)
  const object = () =>
    void frame.work('object', async () => {
      await frame.post('/objection', { secret })
      setIsDone(true)
    })
  if (isDone) return <Screen title={objection.doneTitle} why={objection.done} icon="shield" />
  return (
    <Screen
      title={objection.title}
      why={objection.why}
      icon="shield"
      actions={<Action name="object" label={objection.object} onPress={object} />}
    >
      <RefusalNotice />
    </Screen>
  )
}
