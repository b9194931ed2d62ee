import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { Moment } from '../parts/moment.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { requestsIn } from '../texts/later-texts.ts'
import type { StepOf } from './step-of.ts'

/** Shown if the face matches the faceprint of an erased person or of a refused face. */
export function ReservedScreen({ step }: { step: StepOf<'reserved'> }) {
  const { frame, texts } = useFrame()
  const { reserved } = requestsIn(texts)
  const answer = (agreed: boolean) =>
    void frame.act(agreed ? 'review' : 'stop', '/liveness/review', { agreed })
  return (
    <Screen
      title={texts.failures['existing-faceprint'].title}
      why={reserved.why}
      icon="face"
      tone="failed"
      actions={
        <>
          <Action name="review" label={reserved.review} onPress={() => answer(true)} />
          <Action kind="text" name="stop" label={reserved.stop} onPress={() => answer(false)} />
        </>
      }
    >
      <Facts
        across
        facts={[[reserved.until, <Moment key="until" at={step.until} language={texts.language} />]]}
      />
      <RefusalNotice />
    </Screen>
  )
}
