import { useEffect } from 'react'
import { useFrame } from './use-frame.ts'

/** A success screen that nobody uses for so long is left, and any after so long: the hosting page waits for its result. */
const leavingMs = { unused: 8_000, most: 60_000 }

/** When the screen leaves by itself: put off by use, but not for ever. An open question is being used. */
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

/** Leaves the frame by itself after a while, and counts down to that in the state. Work that runs is waited for. */
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
