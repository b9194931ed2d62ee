import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { Moment } from '../parts/moment.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { requestsIn } from '../texts/later-texts.ts'
import type { StepOf } from './step-of.ts'

/**
 * Shows a move or an erasure that is delayed so that the person can object, and the decisions that can be
 * made on this device.
 */
export function RequestScreen({ step }: { step: StepOf<'request'> }) {
  const { frame, texts } = useFrame()
  const { request } = requestsIn(texts)
  const decide = (decision: (typeof step.decides)[number]) =>
    void frame.act(decision, '/request', { decision })
  const decidesHere = step.decides.includes('cancel')
  const whyObjected = decidesHere ? request.whyDecide : request.whyObjected
  const why = step.objected ? whyObjected : request.why
  return (
    <Screen
      title={request.title[step.what]}
      why={why}
      icon="alert"
      tone="waiting"
      actions={
        <>
          {step.decides.map((decision) => (
            <Action
              key={decision}
              kind={decision === 'continue' ? 'plain' : 'primary'}
              name={decision}
              label={request.decide[step.what][decision]}
              onPress={() => decide(decision)}
            />
          ))}
          {step.face && (
            <Action
              kind="plain"
              name="lost"
              icon="face"
              label={request.showFace}
              onPress={() => void frame.act('lost', '/device/lost')}
            />
          )}
        </>
      }
    >
      <Facts across facts={[[request.due, <Moment key="due" at={step.due} language={texts.language} />]]} />
      {step.decides.length === 0 && !step.face && <p className="notice">{request.operator}</p>}
      <RefusalNotice />
    </Screen>
  )
}
