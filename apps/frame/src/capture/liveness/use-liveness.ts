import type { LivenessChallenge, LivenessTurn } from '@touchstone/contract'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { CameraProblem } from '../camera/camera-problem.ts'
import { createGrabber } from '../camera/create-grabber.ts'
import { type CameraState, useCamera } from '../camera/use-camera.ts'
import { pause } from '../pause.ts'
import type { CapturedFrame } from './create-frame-sender.ts'
import { filmChallenge, frameSize } from './film-challenge.ts'
import { type LivenessState, remaining } from './liveness-state.ts'
import { type FaceGuide, openFaceGuide } from './open-face-guide.ts'
import { waitForTurn } from './wait-for-turn.ts'

export type LivenessCalls = {
  start: () => Promise<LivenessTurn>
  /** Returns how many frames per second the server requests from now on. */
  sendFrames: (challengeId: string, frames: CapturedFrame[]) => Promise<number>
  /** `onLeft` receives the number of unchecked photos. */
  finish: (challengeId: string, onLeft: (left: number) => void) => Promise<void>
  onUploadFailed: (error: unknown) => void
}

export type Liveness = {
  state: LivenessState
  camera: CameraState
  video: RefObject<HTMLVideoElement | null>
  /** Turns the camera on. */
  start: () => void
  /** Starts the challenge, even if the guide has not approved the view. */
  begin: () => void
}

const lookEveryMs = 150
/** The guide must approve the view for this long without interruption. */
const readyForMs = 700
/**
 * After this time, the person can start without the guide's approval. The server checks every recording in
 * any case.
 */
const patienceMs = 15_000
/**
 * Maximum number of automatic restarts on a device that is too slow. Each restart uses one of the limited
 * number of challenges.
 */
const maxRestarts = 1
const shareStep = 0.01

type Running = Extract<LivenessState, { stage: 'running' }>

/** Runs a capture: opens the camera and the guide, runs the challenge, and sends frames while recording. */
export function useLiveness(options: {
  modelUrl: string
  calls: LivenessCalls
  onCameraProblem: (kind: CameraProblem['kind']) => void
}): Liveness {
  const { modelUrl, onCameraProblem } = options
  const [state, setState] = useState<LivenessState>({ stage: 'intro' })
  const { stage } = state
  const isOn = stage !== 'intro' && stage !== 'interrupted'
  const stopFilm = useRef<() => void>(() => undefined)
  const { video, state: camera } = useCamera({
    facing: 'user',
    isOn,
    onProblem(kind) {
      stopFilm.current()
      setState({ stage: 'intro' })
      onCameraProblem(kind)
    },
  })
  const calls = useRef(options.calls)
  calls.current = options.calls
  const guide = useRef<FaceGuide | undefined>(undefined)
  const isGone = useRef(false)
  const restarts = useRef(0)

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      stopFilm.current()
    }
  }, [])

  const film = useCallback(
    async (challenge: LivenessChallenge) => {
      const element = video.current
      if (element === null) return 'stopped'
      const steps = challenge.steps.length
      const filming = filmChallenge({
        challenge,
        video: element,
        guide: guide.current,
        isPatient: restarts.current >= maxRestarts,
        send: (frames) => calls.current.sendFrames(challenge.id, frames),
        onMoment: (moment, share, seen) => setState(showMoment({ moment, steps, share, seen })),
        onLeft: (left) => setState(remaining('sending', left)),
      })
      const leave = () => document.hidden && filming.stop()
      document.addEventListener('visibilitychange', leave)
      stopFilm.current = filming.stop
      return filming.sent.finally(() => document.removeEventListener('visibilitychange', leave))
    },
    [video],
  )

  const begin = useCallback(async () => {
    setState({ stage: 'beginning' })
    try {
      const leaving = new AbortController()
      stopFilm.current = () => leaving.abort()
      const challenge = await waitForTurn({
        ask: () => calls.current.start(),
        pause,
        leaving: leaving.signal,
        onPlace: (ahead, waitSeconds) =>
          setState(ahead > 0 ? { stage: 'waiting', ahead, waitSeconds } : { stage: 'beginning' }),
      })
      if (challenge === undefined) return
      guide.current?.begin(challenge)
      const outcome = await film(challenge)
      if (isGone.current) return
      if (outcome === 'stopped') return setState({ stage: 'interrupted' })
      if (outcome === 'whole') {
        const onLeft = (left: number) => setState(remaining('checking', left))
        onLeft(0)
        return await calls.current.finish(challenge.id, onLeft)
      }
      restarts.current += 1
      const hasGuide = guide.current !== undefined
      setState({ stage: 'camera', loaded: 1, mayStart: !hasGuide, hasGuide, isAgain: true })
    } catch (error) {
      if (isGone.current) return
      setState({ stage: 'intro' })
      calls.current.onUploadFailed(error)
    }
  }, [film])

  useEffect(() => {
    if (!isOn) return
    const opening = openFaceGuide({
      modelUrl,
      onProgress: (loaded) => setState((now) => (now.stage === 'camera' ? { ...now, loaded } : now)),
    })
    opening.guide.then(
      (opened) => {
        guide.current = opened
        setState((now) => (now.stage === 'camera' ? { ...now, loaded: 1, hasGuide: true } : now))
      },
      // A capture does not depend on the guide, because the server analyses the frames itself.
      () => setState((now) => (now.stage === 'camera' ? { ...now, loaded: 1, mayStart: true } : now)),
    )
    return () => {
      guide.current = undefined
      opening.close()
    }
  }, [isOn, modelUrl])

  const isLooking = stage === 'camera' && camera === 'open'
  useEffect(() => {
    if (!isLooking) return
    const grabber = createGrabber(frameSize)
    const openedAt = performance.now()
    let readySince: number | undefined
    let isOver = false
    const timer = setInterval(() => {
      if (performance.now() - openedAt > patienceMs)
        setState((now) => (now.stage === 'camera' ? { ...now, mayStart: true } : now))
      const context = guide.current && video.current && grabber.grab(video.current)
      if (!context) return
      guide.current?.look(context.getImageData(0, 0, context.canvas.width, context.canvas.height))?.then(
        ({ advice }) => {
          if (isOver) return
          setState((now) => (now.stage === 'camera' ? { ...now, advice } : now))
          if (advice !== 'ready') readySince = undefined
          else readySince ??= performance.now()
          if (readySince === undefined || performance.now() - readySince < readyForMs) return
          isOver = true
          begin()
        },
        () => setState((now) => (now.stage === 'camera' ? { ...now, mayStart: true } : now)),
      )
    }, lookEveryMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isLooking, video, begin])

  const start = useCallback(
    () => setState({ stage: 'camera', loaded: 0, mayStart: false, hasGuide: false, isAgain: false }),
    [],
  )
  return { state, camera, video, start, begin }
}

/**
 * Returns the same state object if nothing visible has changed. The clock ticks fifty times a second, and
 * each new object would cause a render.
 */
function showMoment(next: Omit<Running, 'stage'>): (now: LivenessState) => LivenessState {
  return (now) => {
    const isSame =
      now.stage === 'running' &&
      now.moment.phase === next.moment.phase &&
      now.moment.action === next.moment.action &&
      now.moment.colour === next.moment.colour &&
      now.seen === next.seen &&
      next.share - now.share < shareStep
    return isSame ? now : { stage: 'running', ...next }
  }
}
