import { useState } from 'react'
import type { CaptureTexts } from '../texts.ts'
import { FileDrop } from './file-drop.tsx'
import styles from './files.module.css'

/** Lets the person choose, preview and send a proof of address. */
export function ProofCapture(props: { texts: CaptureTexts; busy?: boolean; onFile: (file: File) => void }) {
  const { texts, busy = false, onFile } = props
  const words = texts.files
  const [file, setFile] = useState<File | undefined>()
  if (file === undefined) return <FileDrop texts={texts} accept="proof" onFile={setFile} />
  return (
    <div className={styles.proof} data-phase={busy ? 'sending' : 'preview'}>
      <p className={styles.file}>
        <span className="label">{words.chosen}</span>
        <span className={styles.name}>{file.name}</span>
      </p>
      <p aria-live="polite" className={styles.allowed}>
        {busy ? words.sending : ''}
      </p>
      <button type="button" className="button button-primary" disabled={busy} onClick={() => onFile(file)}>
        {words.send}
      </button>
      <button type="button" className="button" disabled={busy} onClick={() => setFile(undefined)}>
        {words.other}
      </button>
    </div>
  )
}
