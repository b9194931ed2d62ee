import { useEffect } from 'react'
import { createLeavingClock } from './leaving-clock.ts'
import { useFrame } from './use-frame.ts'

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
