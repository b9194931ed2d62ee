import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { sharedBrowser } from '../../../../test/support/shared-browser.ts'
import { buildWidget } from '../../build.mjs'
import { type Sites, startSites } from './start-sites.ts'

/** Chromium, the built widget (built here where it is stale), and the two sites. */
export async function openBrowser(): Promise<{ browser: Browser; sites: Sites; close(): Promise<void> }> {
  await buildWidget()
  const sites = await startSites(fileURLToPath(new URL('../../dist', import.meta.url)))
  return { browser: await sharedBrowser(), sites, close: () => sites.stop() }
}
