import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../../../test/support/chromium.ts'
import { buildWidget } from '../../build.mjs'
import { type Sites, startSites } from './start-sites.ts'

/** Chromium, the built widget in a folder of its own, and the two sites. */
export async function openBrowser(): Promise<{ browser: Browser; sites: Sites; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-widget-'))
  await buildWidget({ outDir: folder })
  const sites = await startSites(folder)
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  return {
    browser,
    sites,
    async close() {
      await browser.close()
      await sites.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
