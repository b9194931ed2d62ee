import { useEffect, useState } from 'react'
import type { CaptureTexts } from '../texts.ts'
import styles from './document.module.css'

/** What would be sent, before it is. */
export function DocumentPreview(props: {
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
      <p className={styles.told} aria-live="polite">
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
