import { useCallback, useEffect, useRef, useState } from 'react'
import type { CameraProblem } from '../camera/camera-problem.ts'
import type { CaptureTexts } from '../texts.ts'
import { ChooseDocument, type DocumentChoice } from './choose-document.tsx'
import styles from './document.module.css'
import { DocumentCamera } from './document-camera.tsx'
import type { DocumentKind } from './document-kind.ts'
import { ShowFront } from './show-front.tsx'

type Stage =
  | { name: 'choose' | 'front' | 'camera' }
  | { name: 'preview'; pictures: File[]; by: 'camera' | 'file' }

/** Guides the person from the choice of a document to the confirmation of its photos. */
export function DocumentCapture(props: {
  kinds: readonly DocumentKind[]
  texts: CaptureTexts
  /** A language tag for country names. */
  locale: string
  /** Whether to list the fictional state that issues specimens. */
  specimens?: boolean
  onPictures: (pictures: File[], kind: DocumentKind, country: string) => void
  onCameraProblem: (kind: CameraProblem['kind']) => void
  /** Whether the photos are being sent. */
  busy?: boolean
}) {
  const { kinds, texts, locale, specimens = false, onPictures, onCameraProblem, busy = false } = props
  const [stage, setStage] = useState<Stage>({ name: 'choose' })
  const [choice, setChoice] = useState<DocumentChoice>({ kind: kinds[0] ?? 'passport', country: '' })
  /** Photos of the side of the card that has the machine-readable zone. Set after they are taken. */
  const [zone, setZone] = useState<File[]>([])
  const root = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)

  // A new stage removes the focused element. Move the focus here for keyboard and screen reader users.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every new stage
  useEffect(() => {
    if (!isFirst.current) root.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [stage.name])

  const show = useCallback((pictures: File[]) => setStage({ name: 'preview', pictures, by: 'camera' }), [])
  const isFront = zone.length > 0
  const start = () => setStage({ name: isFront ? 'front' : 'choose' })
  const fail = (kind: CameraProblem['kind']) => {
    start()
    onCameraProblem(kind)
  }
  const chooseFile = (file: File) => setStage({ name: 'preview', pictures: [file], by: 'file' })
  const send = (pictures: File[]) => onPictures(pictures, choice.kind, choice.country)
  const use = (pictures: File[]) => {
    if (choice.kind !== 'id-card' || isFront) return send([...zone, ...pictures])
    setZone(pictures)
    setStage({ name: 'front' })
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
          onFile={chooseFile}
        />
      )}
      {stage.name === 'front' && (
        <ShowFront
          texts={texts}
          isBusy={busy}
          onCamera={() => setStage({ name: 'camera' })}
          onFile={chooseFile}
          onSameSide={() => send(zone)}
          onBack={() => {
            setZone([])
            setStage({ name: 'choose' })
          }}
        />
      )}
      {stage.name === 'camera' && (
        <DocumentCamera
          texts={texts}
          side={isFront ? 'front' : 'zone'}
          onTaken={show}
          onBack={start}
          onCameraProblem={fail}
        />
      )}
      {stage.name === 'preview' && stage.pictures[0] && (
        <DocumentPreview
          texts={texts}
          picture={stage.pictures[0]}
          isBusy={busy}
          onUse={() => use(stage.pictures)}
          onRetake={() => (stage.by === 'camera' ? setStage({ name: 'camera' }) : start())}
        />
      )}
    </div>
  )
}

/** Shows the photo for confirmation before it is sent. */
function DocumentPreview(props: {
  texts: CaptureTexts
  picture: File
  isBusy: boolean
  onUse: () => void
  onRetake: () => void
}) {
  const { texts, picture, isBusy, onUse, onRetake } = props
  const words = texts.document
  const [address, setAddress] = useState<string | undefined>()
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return (
    <div className={styles.capture} data-phase={isBusy ? 'sending' : 'preview'}>
      <div className={styles.stage}>
        {address !== undefined && <img className={styles.preview} src={address} alt={words.preview} />}
      </div>
      <p className={styles.message} aria-live="polite">
        {isBusy ? words.sending : words.checkPreview}
      </p>
      <div className={styles.buttons}>
        <button type="button" className="button button-primary" onClick={onUse} disabled={isBusy}>
          {words.usePicture}
        </button>
        <button type="button" className="button" onClick={onRetake} disabled={isBusy}>
          {words.retake}
        </button>
      </div>
    </div>
  )
}
