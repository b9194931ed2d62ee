import { FileDrop } from '../files/file-drop.tsx'
import type { CaptureTexts } from '../texts.ts'
import styles from './document.module.css'

/**
 * Asks for the photo side of a card, once the side with the machine-readable zone has been captured.
 */
export function ShowFront(props: {
  texts: CaptureTexts
  isBusy: boolean
  onCamera: () => void
  onFile: (file: File) => void
  /** Called if the person reports that the photo is on the side already captured. */
  onSameSide: () => void
  onBack: () => void
}) {
  const { texts, isBusy, onCamera, onFile, onSameSide, onBack } = props
  const words = texts.document
  return (
    <div className={styles.capture} data-phase={isBusy ? 'sending' : 'front'}>
      <p className={styles.message} aria-live="polite">
        {isBusy ? words.sending : words.front}
      </p>
      <button type="button" className="button button-primary" onClick={onCamera} disabled={isBusy}>
        {words.useCamera}
      </button>
      <FileDrop
        texts={texts}
        accept="picture"
        label={words.uploadInstead}
        isDisabled={isBusy}
        onFile={onFile}
      />
      <div className={styles.buttons}>
        <button type="button" className="button" onClick={onSameSide} disabled={isBusy}>
          {words.sameSide}
        </button>
        <button type="button" className="button" onClick={onBack} disabled={isBusy}>
          {words.back}
        </button>
      </div>
    </div>
  )
}
