import { Action } from '../parts/action.tsx'
import { Bar } from '../parts/bar.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { documentIn } from '../texts/later-texts.ts'
import { HandOffOffer } from './hand-off-offer.tsx'
import { showCameraProblem } from './show-camera-problem.ts'
import type { StepOf } from './step-of.ts'
import { useCaptures } from './use-captures.ts'

export function DocumentScreen({ step }: { step: StepOf<'document'> }) {
  const { frame, texts, locale, busy } = useFrame()
  const { document: words } = documentIn(texts)
  const captures = useCaptures()
  const send = (pictures: Blob[], kind: string, country: string) => {
    const form = new FormData()
    form.set('kind', kind)
    form.set('country', country)
    for (const [index, picture] of pictures.entries()) form.append('picture', picture, `picture-${index + 1}`)
    void frame.act('document', '/document', form)
  }
  return (
    <Screen
      title={words.title}
      why={step.keptDays === undefined ? words.why : words.whyKept(step.keptDays)}
      actions={
        step.keptDays !== undefined && (
          <Action
            kind="text"
            name="dont-keep"
            label={words.dontKeep}
            onPress={() => void frame.act('dont-keep', '/document/review', { agreed: false })}
          />
        )
      }
    >
      {captures === undefined ? (
        <Bar part={undefined} label={words.loading} />
      ) : (
        <captures.DocumentCapture
          kinds={step.kinds}
          texts={captures.texts}
          locale={locale}
          busy={busy === 'document'}
          onPictures={send}
          onCameraProblem={(problem) => showCameraProblem(frame, problem)}
        />
      )}
      {busy === 'document' && <Bar part={undefined} label={words.sending} />}
      <RefusalNotice />
      <HandOffOffer />
    </Screen>
  )
}
