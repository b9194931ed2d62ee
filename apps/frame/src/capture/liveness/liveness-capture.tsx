import { useEffect, useRef } from 'react'
import type { CameraProblem } from '../camera/camera-problem.ts'
import type { CaptureTexts } from '../texts.ts'
import { ActionIcon } from './action-icon.tsx'
import { instructionOf } from './instruction-of.ts'
import styles from './liveness.module.css'
import { phaseOf } from './liveness-state.ts'
import { Remaining } from './remaining.tsx'
import { Ring } from './ring.tsx'
import { Steps } from './steps.tsx'
import { type LivenessCalls, useLiveness } from './use-liveness.ts'

/** Films the face while the drawn challenge is done, and sends the frames. What it shows decides nothing. */
export function LivenessCapture(
  props: LivenessCalls & {
    texts: CaptureTexts
    /** The drawn challenge will have no colours. */
    isColourFree: boolean
    /** What else can be chosen before the camera is started: without colours, or with them again. */
    other: { label: string; onPress: () => void }
    onCameraProblem: (kind: CameraProblem['kind']) => void
    modelUrl?: string
  },
) {
  const { texts, isColourFree, other, onCameraProblem, modelUrl = '/frame/models/' } = props
  const words = texts.face
  const { state, camera, video, start, begin } = useLiveness({ modelUrl, calls: props, onCameraProblem })
  const root = useRef<HTMLElement>(null)
  const isOff = state.stage === 'intro' || state.stage === 'interrupted'
  const running = state.stage === 'running' ? state : undefined
  const isFilming = running !== undefined || state.stage === 'beginning'

  // The button that was pressed is gone: who works by keyboard or ear goes on here.
  useEffect(() => {
    if (!isOff) root.current?.focus({ preventScroll: true })
  }, [isOff])

  return (
    <section
      ref={root}
      className={styles.capture}
      tabIndex={-1}
      data-phase={phaseOf(state)}
      data-action={running?.moment.action}
      data-colour={running?.moment.colour}
      data-advice={state.stage === 'camera' ? state.advice : undefined}
    >
      {isFilming && <div className={styles.light} />}
      <div className={styles.front}>
        <div className={styles.stage}>
          <video
            ref={video}
            className={styles.video}
            muted
            playsInline
            disablePictureInPicture
            aria-label={words.cameraPicture}
          />
          {!isOff && <Ring share={running?.share} />}
          {isOff && (
            <div className={styles.curtain}>
              <p>{isColourFree ? words.colourFree.whatHappens : words.whatHappens}</p>
              <p>{isColourFree ? words.colourFree.light : words.light}</p>
            </div>
          )}
        </div>
        {isOff ? (
          <>
            <p className={isColourFree ? styles.note : styles.warning}>
              {state.stage === 'interrupted'
                ? words.interrupted
                : isColourFree
                  ? words.colourFree.noFlashes
                  : words.flashes}{' '}
              {/* In the sentence that it belongs to: below it, it would be out of sight in a small frame. */}
              <button type="button" className={styles.other} onClick={other.onPress}>
                {other.label}
              </button>
            </p>
            <button type="button" className="button button-primary" onClick={start}>
              {state.stage === 'interrupted' ? words.again : words.start}
            </button>
          </>
        ) : (
          <>
            <div className={styles.told}>
              {running?.moment.action && <ActionIcon action={running.moment.action} />}
              <p className={styles.instruction} aria-live="assertive" aria-atomic="true">
                {instructionOf(state, camera, words)}
              </p>
            </div>
            <div className={styles.below}>
              {state.stage === 'camera' && state.loaded < 1 && (
                <progress className={styles.bar} max={1} value={state.loaded} aria-label={words.loading} />
              )}
              {state.stage === 'camera' && state.mayStart && camera === 'open' && (
                <button type="button" className="button" onClick={begin}>
                  {words.startAnyway}
                </button>
              )}
              {state.stage === 'camera' && state.isAgain && !state.mayStart && (
                <p className={styles.note} role="status">
                  {words.slow}
                </p>
              )}
              {(state.stage === 'sending' || state.stage === 'checking') && (
                <Remaining {...state} words={words} />
              )}
              {running && <Steps running={running} words={words} />}
            </div>
          </>
        )}
      </div>
    </section>
  )
}
