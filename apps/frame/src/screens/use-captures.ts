import { useEffect, useState } from 'react'
import type { Locale } from '../boot/read-parameters.ts'
import { useFrame } from '../state/use-frame.ts'

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

/** Camera, guidance and their words: a part of the page of their own. */
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
