import { useEffect, useState } from 'react'
import { useFrame } from '../state/use-frame.ts'
import { type Captures, loadCaptures } from './load-captures.ts'

/** Undefined until they are there. A part of the page that can't be fetched is a lost connection like any other. */
export function useCaptures(): Captures | undefined {
  const { frame, locale } = useFrame()
  const [captures, setCaptures] = useState<Captures>()
  useEffect(() => {
    let gone = false
    void frame
      .patiently(() => loadCaptures(locale))
      .then((loaded) => {
        if (!gone) setCaptures(loaded)
      })
    return () => {
      gone = true
    }
  }, [frame, locale])
  return captures
}
