import { useEffect, useRef } from 'react'
import { useFrame } from './use-frame.ts'

/**
 * Runs a task once per key, as soon as no other call is running. The delay is needed because a screen can
 * appear before the call that led to it has ended.
 */
export function useWhenIdle(key: string, run: () => void): void {
  const { busy } = useFrame()
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (busy !== undefined || done.current === key) return
    done.current = key
    run()
  })
}
