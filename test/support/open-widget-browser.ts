import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { buildWidget } from '../../packages/widget/build.mjs'
import { type Sites, startSites } from '../../packages/widget/src/testing/start-sites.ts'
import { sharedBrowser } from './shared-browser.ts'

/** Opens Chromium, the two sites and the built widget, which is rebuilt first if it is outdated. */
export async function openBrowser(): Promise<{ browser: Browser; sites: Sites; close(): Promise<void> }> {
  await buildWidget()
  const sites = await startSites(fileURLToPath(new URL('../../packages/widget/dist', import.meta.url)))
  return { browser: await sharedBrowser(), sites, close: () => sites.stop() }
}
