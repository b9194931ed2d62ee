import { fillIn } from '../fill-in.ts'
import type { CaptureTexts } from '../texts.ts'
import styles from './liveness.module.css'

/** How much is still to be sent or looked at. */
export function Remaining(props: {
  stage: 'sending' | 'checking'
  left: number
  most: number
  words: CaptureTexts['face']
}) {
  const { stage, left, most, words } = props
  return (
    <>
      <progress
        className={styles.bar}
        aria-label={words[stage]}
        {...(most > 0 && { max: most, value: most - left })}
      />
      {left > 0 && <p className={styles.note}>{fillIn(words.left, { left })}</p>}
    </>
  )
}
