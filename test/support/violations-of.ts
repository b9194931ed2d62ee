import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The rules that check colours. Only these rules depend on the theme. */
const colours = ['color-contrast', 'link-in-text-block']

/**
 * Returns the accessibility violations that axe finds in a page, and the colour violations in the other
 * theme, unless `own` is given. Runs in an isolated world, because the content security policies of the pages
 * forbid foreign scripts. Restores the theme of the page afterwards.
 */
export async function violationsOf(page: Page, themes: 'both' | 'own' = 'both'): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const { frameTree } = await session.send('Page.getFrameTree')
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    })
    const evaluate = async (expression: string): Promise<unknown> => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        ...{ contextId, expression, awaitPromise: true, returnByValue: true },
      })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    }
    const run = async (options: object) =>
      (await evaluate(
        `axe.run(${JSON.stringify({ ...options, iframes: false, resultTypes: ['violations'] })}).then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(', ')))`,
      )) as string[]
    await evaluate(`${axe}; undefined`)
    const found = await run({})
    if (themes === 'own') return found
    const isDark = (await evaluate('matchMedia("(prefers-color-scheme: dark)").matches')) as boolean
    const other = isDark ? 'light' : 'dark'
    // Ignores colours during a transition, because they belong to neither theme.
    await page.emulateMedia({ colorScheme: other, reducedMotion: 'reduce' })
    const inOther = await run({ runOnly: colours })
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
    return [...found, ...inOther.map((each) => `${other}: ${each}`)]
  } finally {
    await session.detach()
  }
}
