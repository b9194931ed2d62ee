import type { LivenessCheck } from './liveness-check.ts'
import { livenessLimits } from './liveness-limits.ts'

/** Stable codes for the advice. The translations use these codes as keys. */
export type LivenessHintCode =
  | 'face.frame-rate'
  | 'face.not-in-view'
  | 'face.too-small'
  | 'face.too-dark'
  | 'face.too-bright'
  | 'face.not-still'
  | 'face.eyes-closed'
  | 'face.covered'
  | 'face.several'
  | 'face.other-person'
  | 'face.steps-not-done'
  | 'face.screen-light'
  | 'face.not-live'

const hints: Record<LivenessHintCode, string> = {
  'face.frame-rate':
    'Too few pictures arrived. Use a faster connection or close other programs, and try again.',
  'face.not-in-view': 'Try again, and keep your whole face in view at all times.',
  'face.too-small': 'Move closer to the camera and try again.',
  'face.too-dark': 'Find even light from the front and try again.',
  'face.too-bright': 'Move out of the bright light, find even light from the front, and try again.',
  'face.not-still': 'Try again: look straight ahead and hold still until the first step.',
  'face.eyes-closed': 'Try again, and keep your eyes open.',
  'face.covered': 'Remove anything that covers your face, such as a mask or a scarf, and try again.',
  'face.several': 'Make sure that you are alone in view, and try again.',
  'face.other-person': 'Try again, and stay in front of the camera from start to finish.',
  'face.steps-not-done': 'Try again, and do each step clearly when it is requested, not earlier.',
  'face.screen-light': 'Increase the brightness of the screen, avoid bright sunlight, and try again.',
  'face.not-live': 'Show your own face, not a picture or a screen. Try again, and do each step clearly.',
}

const codes: Record<string, LivenessHintCode> = {
  'frame-rate': 'face.frame-rate',
  'face-in-view': 'face.not-in-view',
  'face-size': 'face.too-small',
  'neutral-look': 'face.not-still',
  'eyes-open': 'face.eyes-closed',
  'face-bare': 'face.covered',
  'one-face': 'face.several',
  'same-person': 'face.other-person',
  'colour-reflection': 'face.screen-light',
}

export function livenessHint({ name, measure }: LivenessCheck): { hint: string; hintCode: LivenessHintCode } {
  const hintCode = codes[name] ?? codeOf(name, measure)
  return { hint: hints[hintCode], hintCode }
}

function codeOf(name: string, measure: number): LivenessHintCode {
  if (name === 'light') return measure > livenessLimits.frames.maxLight ? 'face.too-bright' : 'face.too-dark'
  return name.startsWith('step-') ? 'face.steps-not-done' : 'face.not-live'
}
