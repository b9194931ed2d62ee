import { useCallback, useEffect, useRef, useState } from 'react'
import type { CameraProblem } from '../camera/camera-problem.ts'
import type { CaptureTexts } from '../texts.ts'
import { ChooseDocument, type DocumentChoice } from './choose-document.tsx'
import { DocumentCamera } from './document-camera.tsx'
import type { DocumentKind } from './document-kind.ts'
import { DocumentPreview } from './document-preview.tsx'

type Stage =
  | { name: 'choose' }
  | { name: 'camera' }
  | { name: 'preview'; pictures: File[]; by: 'camera' | 'file' }

/** From the choice of a document to pictures of it that the person has seen. */
export function DocumentCapture(props: {
  kinds: readonly DocumentKind[]
  texts: CaptureTexts
  /** A language tag, for the names of countries. */
  locale: string
  /** Lets the invented state of specimens be chosen. */
  specimens?: boolean
  onPictures: (pictures: File[], kind: DocumentKind, country: string) => void
  onCameraProblem: (kind: CameraProblem['kind']) => void
  /** The pictures are being sent. */
  busy?: boolean
}) {
  const { kinds, texts, locale, specimens = false, onPictures, onCameraProblem, busy = false } = props
  const [stage, setStage] = useState<Stage>({ name: 'choose' })
  const [choice, setChoice] = useState<DocumentChoice>({ kind: kinds[0] ?? 'passport', country: '' })
  const root = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)

  // What had the focus is gone with the stage: who works by keyboard or ear goes on here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new stage is the reason
  useEffect(() => {
    if (!isFirst.current) root.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [stage.name])

  const show = useCallback((pictures: File[]) => setStage({ name: 'preview', pictures, by: 'camera' }), [])
  const fail = (kind: CameraProblem['kind']) => {
    setStage({ name: 'choose' })
    onCameraProblem(kind)
  }
  return (
    <div ref={root} tabIndex={-1}>
      {stage.name === 'choose' && (
        <ChooseDocument
          texts={texts}
          locale={locale}
          kinds={kinds}
          specimens={specimens}
          choice={choice}
          onChange={setChoice}
          onCamera={() => setStage({ name: 'camera' })}
          onFile={(file) => setStage({ name: 'preview', pictures: [file], by: 'file' })}
        />
      )}
      {stage.name === 'camera' && (
        <DocumentCamera
          texts={texts}
          onTaken={show}
          onBack={() => setStage({ name: 'choose' })}
          onCameraProblem={fail}
        />
      )}
      {stage.name === 'preview' && stage.pictures[0] && (
        <DocumentPreview
          texts={texts}
          picture={stage.pictures[0]}
          isBusy={busy}
          onUse={() => onPictures(stage.pictures, choice.kind, choice.country)}
          onRetake={() => setStage(stage.by === 'camera' ? { name: 'camera' } : { name: 'choose' })}
        />
      )}
    </div>
  )
}
