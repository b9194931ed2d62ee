import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Frame } from './create-frame.ts'
import type { FrameState } from './frame-state.ts'

export const FrameContext = createContext<Frame | undefined>(undefined)

/** The frame's deeds and its state as it is now. */
export function useFrame(): { frame: Frame } & FrameState {
  const frame = useContext(FrameContext)
  if (frame === undefined) throw new Error('a screen stands outside of the frame')
  return { frame, ...useSyncExternalStore(frame.store.subscribe, frame.store.get) }
}
