import { useEffect, useRef } from 'react'
import type { CameraProblem } from '../camera/camera-problem.ts'
import { fillIn } from '../fill-in.ts'
import type { CaptureTexts } from '../texts.ts'
import { ActionIcon } from './action-icon.tsx'
import { expectedWait, instructionOf } from './instruction-of.ts'
import styles from './liveness.module.css'
import { type LivenessState, phaseOf } from './liveness-state.ts'
import { type LivenessCalls, useLiveness } from './use-liveness.ts'

/**
 * Records the face during the challenge and sends the frames. Only the server decides whether the person
 * passes.
 */
export function LivenessCapture(
  props: LivenessCalls & {
    texts: CaptureTexts
    /** Whether the challenge is the alternative without flashing colours. */
    isColourFree: boolean
    /**
     * The alternative offered before the camera starts: a challenge without colours or, if the person has
     * already chosen that, one with colours.
     */
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

  // The pressed button has been removed. Move the focus here for keyboard and screen reader users.
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
              {/* A separate link below the sentence would be out of sight in a small frame. */}
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
            <div className={styles.message}>
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
              {state.stage === 'waiting' && state.waitSeconds !== undefined && (
                <p className={styles.note} role="status">
                  {expectedWait(state.waitSeconds, words)}
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

/** Shows how many photos remain to be sent or checked. */
function Remaining(props: {
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

/** The oval for the face, surrounded by the progress of the capture. */
function Ring({ share }: { share: number | undefined }) {
  return (
    <svg className={styles.ring} viewBox="0 0 300 400" aria-hidden="true">
      <path
        className={styles.shade}
        fillRule="evenodd"
        d="M0 0H300V400H0ZM150 40A110 150 0 0 0 150 340A110 150 0 0 0 150 40Z"
      />
      <ellipse className={styles.oval} cx="150" cy="190" rx="110" ry="150" />
      {share !== undefined && (
        <path
          className={styles.done}
          d="M150 40A110 150 0 0 1 150 340A110 150 0 0 1 150 40"
          pathLength="100"
          strokeDasharray="100"
          strokeDashoffset={100 - Math.round(share * 100)}
        />
      )}
    </svg>
  )
}

type Running = Extract<LivenessState, { stage: 'running' }>

/** Shows the number of the current movement and marks the movements that the guide has detected. */
function Steps({ running, words }: { running: Running; words: CaptureTexts['face'] }) {
  const { moment, steps, seen } = running
  const isCounting = moment.phase === 'step' || moment.phase === 'pause'
  const wasSeen = moment.phase === 'step' && seen[moment.step] === true
  return (
    <p className={styles.steps}>
      <span aria-hidden="true" className={styles.dots}>
        {Array.from({ length: steps }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by their position
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
