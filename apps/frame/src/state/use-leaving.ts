import { useEffect } from 'react'
import { useFrame } from './use-frame.ts'

/**
 * Time after which the success screen closes if there is no interaction, and time after which it always
 * closes. The screen must close, because the hosting page does not receive the result until then.
 */
const leavingMs = { unused: 8_000, most: 60_000 }

/**
 * Calculates when the screen closes. Interaction delays it, up to a maximum. An open dialog counts as interaction.
 */
export function createLeavingClock(now: () => number) {
  const end = now() + leavingMs.most
  let unusedUntil = now() + leavingMs.unused
  return {
    used() {
      unusedUntil = now() + leavingMs.unused
    },
    secondsLeft(isAsking: boolean): number {
      if (isAsking) unusedUntil = now() + leavingMs.unused
      const until = isAsking ? end : Math.min(end, unusedUntil)
      return Math.max(0, Math.ceil((until - now()) / 1000))
    },
  }
}

const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'focusin'] as const
const tickMs = 250

/**
 * Closes the frame automatically, but not while a call is running. Stores the countdown in the frame state.
 */
export function useLeaving(isOn: boolean): void {
  const { frame } = useFrame()
  useEffect(() => {
    if (!isOn) return
    const { store } = frame
    const clock = createLeavingClock(() => performance.now())
    const show = () => {
      const { dialog, busy, leavesIn } = store.get()
      const left = clock.secondsLeft(dialog !== undefined)
      if (left !== leavesIn) store.set({ leavesIn: left })
      if (left > 0 || busy !== undefined) return
      clearInterval(timer)
      frame.leave()
    }
    const timer = setInterval(show, tickMs)
    show()
    for (const use of uses) document.addEventListener(use, clock.used, { passive: true })
    return () => {
      clearInterval(timer)
      for (const use of uses) document.removeEventListener(use, clock.used)
      store.set({ leavesIn: undefined })
    }
  }, [frame, isOn])
}
