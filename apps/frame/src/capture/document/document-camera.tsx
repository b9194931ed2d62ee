import { useCallback, useRef, useState } from 'react'
import type { CameraProblem } from '../camera/camera-problem.ts'
import { createGrabber } from '../camera/create-grabber.ts'
import { useCamera } from '../camera/use-camera.ts'
import { pause } from '../pause.ts'
import type { CaptureTexts } from '../texts.ts'
import styles from './document.module.css'
import { useDocumentGuide } from './use-document-guide.ts'

/**
 * Takes photos with the rear camera. The guide photographs the side with the machine-readable zone
 * automatically, but the person can also use the button. The front is always photographed with the button.
 */
export function DocumentCamera(props: {
  texts: CaptureTexts
  side: 'zone' | 'front'
  onTaken: (pictures: File[]) => void
  onBack: () => void
  onCameraProblem: (kind: CameraProblem['kind']) => void
}) {
  const { texts, side, onTaken, onBack, onCameraProblem } = props
  const words = texts.document
  const { video, state } = useCamera({ facing: 'environment', isOn: true, onProblem: onCameraProblem })
  const [isTaking, setTaking] = useState(false)
  const hasTaken = useRef(false)
  const take = useCallback(async () => {
    if (video.current === null || hasTaken.current) return
    hasTaken.current = true
    setTaking(true)
    const pictures = await takePictures(video.current, side === 'zone' ? zonePictures : 1)
    if (pictures.length > 0) return onTaken(pictures)
    hasTaken.current = false
    setTaking(false)
  }, [video, side, onTaken])
  const seen = useDocumentGuide({
    video,
    isOn: side === 'zone' && state === 'open' && !isTaking,
    onReady: take,
  })

  const hints: Record<string, string> = words.hints
  const hint = seen?.hint === undefined ? undefined : hints[seen.hint]
  const place = side === 'zone' ? words.place : words.placeFront
  const message = isTaking
    ? words.taken
    : state !== 'open'
      ? words.starting
      : seen === undefined
        ? place
        : seen.ready
          ? words.ready
          : (hint ?? place)
  return (
    <div className={styles.capture} data-phase={isTaking ? 'taking' : 'camera'} data-hint={seen?.hint}>
      <div className={styles.stage}>
        <video
          ref={video}
          className={styles.video}
          muted
          playsInline
          disablePictureInPicture
          aria-label={words.cameraPicture}
        />
        {seen && (
          <svg
            className={styles.overlay}
            viewBox={`0 0 ${seen.width} ${seen.height}`}
            preserveAspectRatio="xMidYMid slice"
            aria-hidden="true"
          >
            {seen.zone && (
              <polygon
                className={seen.ready ? styles.zoneReady : styles.zone}
                points={seen.zone.map(([x, y]) => `${x},${y}`).join(' ')}
              />
            )}
          </svg>
        )}
        <div className={styles.frame} />
      </div>
      <p className={styles.message} aria-live="polite" aria-atomic="true">
        {message}
      </p>
      <div className={styles.buttons}>
        <button
          type="button"
          className="button button-primary"
          onClick={take}
          disabled={state !== 'open' || isTaking}
        >
          {words.takePicture}
        </button>
        <button type="button" className="button" onClick={onBack} disabled={isTaking}>
          {words.back}
        </button>
      </div>
    </div>
  )
}

/** A character that is unclear in one photo can be clear in another. More than three photos add little. */
const zonePictures = 3
const betweenMs = 160
const jpegQuality = 0.92

/** Takes several photos in a row at the camera's full resolution. */
async function takePictures(video: HTMLVideoElement, count: number): Promise<File[]> {
  const grabber = createGrabber()
  const pictures: File[] = []
  while (pictures.length < count) {
    if (pictures.length > 0) await pause(betweenMs)
    if (!grabber.grab(video)) break
    const blob = await grabber.toJpeg(jpegQuality)
    pictures.push(new File([blob], `document-${pictures.length + 1}.jpg`, { type: 'image/jpeg' }))
  }
  return pictures
}
