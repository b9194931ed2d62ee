import type { Locale } from '../boot/read-parameters.ts'

/** Camera, guidance and their words: a part of the page of their own. */
export async function loadCaptures(locale: Locale) {
  const [captures, texts] = await Promise.all([
    import('../capture/index.ts'),
    locale === 'en'
      ? import('../capture/texts/en.ts').then(({ captureTextsEn }) => captureTextsEn)
      : import('../capture/texts/zh-hk.ts').then(({ captureTextsZhHk }) => captureTextsZhHk),
  ])
  return { ...captures, texts }
}

export type Captures = Awaited<ReturnType<typeof loadCaptures>>
