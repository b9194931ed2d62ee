import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Frame } from './create-frame.ts'
import type { FrameState } from './frame-state.ts'

export const FrameContext = createContext<Frame | undefined>(undefined)

/** Returns the frame's operations and its current state. */
export function useFrame(): { frame: Frame } & FrameState {
  const frame = useContext(FrameContext)
  if (frame === undefined) throw new Error('useFrame must be used inside a FrameContext provider')
  return { frame, ...useSyncExternalStore(frame.store.subscribe, frame.store.get) }
}
