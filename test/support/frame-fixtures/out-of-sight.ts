import type { Page } from 'playwright-core'

type Size = { width: number; height: number }

/**
 * The frame sizes of the published client, of a phone, and of our widget in a window of 1280 by 900 pixels.
 */
export const frameSizes: readonly Size[] = [
  { width: 510, height: 700 },
  { width: 390, height: 844 },
  { width: 480, height: 760 },
]

/** Returns, for each frame size, the main buttons that are visible only after scrolling. */
export async function outOfSight(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const isNow = ({ width, height }: Size) => width === before?.width && height === before.height
  const found: string[] = []
  // Starts with the current size, because the page must be rendered again for every other size.
  for (const size of [...frameSizes].sort((one, other) => Number(isNow(other)) - Number(isNow(one)))) {
    if (!isNow(size)) await page.setViewportSize(size)
    const hidden = await page.evaluate(() => {
      window.scrollTo(0, 0)
      const within = document.querySelector('dialog[open]') ?? document
      return [...within.querySelectorAll<HTMLElement>('.button-primary')]
        .filter((each) => each.offsetHeight > 0)
        .filter((each) => {
          const { top, bottom, left, right } = each.getBoundingClientRect()
          const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          return top < 0 || bottom > window.innerHeight || !each.contains(middle)
        })
        .map((each) => each.textContent)
    })
    found.push(...hidden.map((name) => `out of sight at ${size.width}×${size.height}: ${name}`))
  }
  if (before) await page.setViewportSize(before)
  return found
}
