import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds in the page, in a world of its own: the policy of the page forbids foreign scripts. */
export async function violationsOf(page: Page): Promise<unknown> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const world = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  const { result } = await session.send('Runtime.evaluate', {
    contextId: world.executionContextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `${axe}; axe.run({ iframes: false }).then(({violations}) => violations.map(v => v.id + ': ' + v.nodes.map(n => n.target).join(', ')))`,
  })
  return result.value
}
