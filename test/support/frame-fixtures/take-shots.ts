import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../chromium.ts'
import { fixtureViews } from './fixture-views.ts'
import { frameScreens, openScreen } from './frame-screens.ts'
import { startFixtureServer } from './start-fixture-server.ts'

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  // The frame size of the published client.
  { name: 'client', colorScheme: 'light', viewport: { width: 510, height: 700 } },
] as const

/** Writes a screenshot of every screen, in every variant, to `folder/<look>/<screen>.png`. */
export async function takeShots(folder: string, only: string | undefined, locale: string): Promise<number> {
  const server = await startFixtureServer(fixtureViews(Date.now()))
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  })
  let taken = 0
  try {
    for (const { name: look, ...options } of looks) {
      const into = join(folder, look)
      if (only === undefined) rmSync(into, { recursive: true, force: true })
      mkdirSync(into, { recursive: true })
      const context = await browser.newContext({ ...options, reducedMotion: 'reduce', locale })
      for (const screen of frameScreens()) {
        if (only !== undefined && !new RegExp(only).test(screen.name)) continue
        const page = await context.newPage()
        await openScreen(page, server, screen, locale.toLowerCase() === 'en' ? 'en' : 'zh-hk')
        await page.screenshot({ path: join(into, `${screen.name}.png`) })
        await page.close()
        taken++
      }
      await context.close()
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  return taken
}
