import { useEffect, useState } from 'react'
import type { Locale } from '../boot/read-parameters.ts'
import { useFrame } from '../state/use-frame.ts'

/**
 * Returns the capture components, or undefined while they load. If their chunk cannot be loaded, the
 * connection counts as lost.
 */
export function useCaptures(): Captures | undefined {
  const { frame, locale } = useFrame()
  const [captures, setCaptures] = useState<Captures>()
  useEffect(() => {
    let gone = false
    void frame
      .loadWithRetry(() => loadCaptures(locale))
      .then((loaded) => {
        if (!gone) setCaptures(loaded)
      })
    return () => {
      gone = true
    }
  }, [frame, locale])
  return captures
}

/** Loads the chunk with the camera, the guide and their text. */
async function loadCaptures(locale: Locale) {
  const [captures, texts] = await Promise.all([
    import('../capture/index.ts'),
    locale === 'en'
      ? import('../capture/texts/en.ts').then(({ captureTextsEn }) => captureTextsEn)
      : import('../capture/texts/zh-hk.ts').then(({ captureTextsZhHk }) => captureTextsZhHk),
  ])
  return { ...captures, texts }
}

type Captures = Awaited<ReturnType<typeof loadCaptures>>
