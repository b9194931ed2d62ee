import type { FrameView } from '@touchstone/contract'

const quickMs = 800
const slowMs = 5000
const quick: ReadonlySet<string> = new Set(['working', 'on-phone', 'phone-confirm'])
const slow: ReadonlySet<string> = new Set(['review', 'review-full', 'request'])

/** Returns the delay before the next poll, or undefined if only the person can advance the step. */
export function pollDelay({ step, handOff, device }: FrameView): number | undefined {
  if (quick.has(step.name) || (handOff !== undefined && device === 'own')) return quickMs
  return slow.has(step.name) ? slowMs : undefined
}
