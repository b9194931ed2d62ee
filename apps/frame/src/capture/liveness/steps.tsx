import { fillIn } from '../fill-in.ts'
import type { CaptureTexts } from '../texts.ts'
import styles from './liveness.module.css'
import type { LivenessState } from './liveness-state.ts'

type Running = Extract<LivenessState, { stage: 'running' }>

/** Which of the movements this is, and which ones were seen. */
export function Steps({ running, words }: { running: Running; words: CaptureTexts['face'] }) {
  const { moment, steps, seen } = running
  const isCounting = moment.phase === 'step' || moment.phase === 'pause'
  const wasSeen = moment.phase === 'step' && seen[moment.step] === true
  return (
    <p className={styles.steps}>
      <span aria-hidden="true" className={styles.dots}>
        {Array.from({ length: steps }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are their places
          <span key={index} className={seen[index] ? styles.dotSeen : styles.dot} />
        ))}
      </span>
      <span>{isCounting ? fillIn(words.step, { step: moment.step + 1, steps }) : ''}</span>
      <span className={styles.seen} role="status">
        {wasSeen ? words.seen : ''}
      </span>
    </p>
  )
}
