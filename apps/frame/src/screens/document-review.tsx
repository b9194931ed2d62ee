import { Action } from '../parts/action.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Rows } from '../parts/rows.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { documentIn } from '../texts/later-texts.ts'
import type { StepOf } from './step-of.ts'

/** Explains, before the person decides, which photos are kept, for how long, and who can see them. */
export function DocumentReviewScreen({ step }: { step: StepOf<'document-review'> }) {
  const { frame, texts } = useFrame()
  const { title, why, keeps, agree, decline } = documentIn(texts).documentReview
  const choose = (name: string, agreed: boolean) => () => void frame.act(name, '/document/review', { agreed })
  return (
    <Screen
      title={title}
      why={why}
      icon="person"
      actions={
        <>
          <Action name="agree" label={agree} onPress={choose('agree', true)} />
          <Action kind="text" name="decline" label={decline} onPress={choose('decline', false)} />
        </>
      }
    >
      <Rows
        rows={[
          { key: 'take', icon: 'camera', text: keeps.take },
          { key: 'sealed', icon: 'key', text: keeps.sealed(step.days) },
          { key: 'seen', icon: 'shield', text: keeps.seen },
          { key: 'deleted', icon: 'trash', text: keeps.deleted },
        ]}
      />
      <RefusalNotice />
    </Screen>
  )
}
