import type { CameraState } from '../camera/use-camera.ts'
import { fillIn } from '../fill-in.ts'
import type { CaptureTexts } from '../texts.ts'
import type { LivenessState } from './liveness-state.ts'

/** Returns the main instruction, which screen readers also announce. */
export function instructionOf(
  state: LivenessState,
  camera: CameraState,
  words: CaptureTexts['face'],
): string {
  switch (state.stage) {
    case 'camera':
      if (camera !== 'open') return words.openingCamera
      if (state.loaded < 1) return words.loading
      if (state.advice) return words.advice[state.advice]
      return state.hasGuide ? words.advice['no-face'] : words.withoutGuide
    case 'waiting':
      return fillIn(words.waiting, { ahead: state.ahead })
    case 'beginning':
      return words.beginning
    case 'running':
      return runningInstruction(state, words)
    case 'sending':
      return words.sending
    case 'checking':
      return words.checking
    default:
      return ''
  }
}

/** Returns the expected wait in minutes, rounded up, so that the sentence seldom changes. */
export function expectedWait(waitSeconds: number, words: CaptureTexts['face']): string {
  if (waitSeconds <= 60) return words.waitShort
  return fillIn(words.waitLong, { minutes: Math.ceil(waitSeconds / 60) })
}

function runningInstruction(
  { moment }: Extract<LivenessState, { stage: 'running' }>,
  words: CaptureTexts['face'],
): string {
  if (moment.action) return words.actions[moment.action]
  switch (moment.phase) {
    case 'neutral':
      return words.neutral
    case 'done':
      return words.done
    default:
      return words.pause
  }
}
