import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSettings } from '@touchstone/runtime'
import { chromium } from 'playwright-core'
import { startServer } from '../../apps/server/src/start-server.ts'
import { createLoggers } from '../../apps/server/src/telemetry/logger.ts'
import { findChromium } from './chromium.ts'
import { dashboardViews } from './dashboard-views.ts'

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/** Writes a picture of every view of the demo's dashboard in every look to `folder/<look>/<view>.png`. */
export async function takeDashboardShots(
  folder: string,
  only: string | undefined,
  locale: string,
): Promise<number> {
  const wanted = only === undefined ? /./ : new RegExp(only)
  const server = await startDemo()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  let taken = 0
  try {
    for (const { name: look, ...options } of looks) {
      const into = join(folder, look)
      mkdirSync(into, { recursive: true })
      const context = await browser.newContext({ ...options, reducedMotion: 'reduce', locale })
      const page = await context.newPage()
      await page.request.post(`${server.url}/dashboard/api/sign-in/demo`)
      for (const { name, path } of dashboardViews(server.demo.file).filter((view) =>
        wanted.test(view.name),
      )) {
        await page.goto(`${server.url}/dashboard/${path}`, { waitUntil: 'networkidle' })
        await page.screenshot({ path: join(into, `${name}.png`), fullPage: true })
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

/** Its data folder is kept: the demo is made once. */
const dataFolder = fileURLToPath(new URL('../../node_modules/.cache/shots', import.meta.url))

async function startDemo() {
  mkdirSync(dataFolder, { recursive: true })
  const env = { PORT: '0', METRICS_PORT: '0', TOUCHSTONE_DATA: dataFolder }
  const loggers = createLoggers({ level: 'error' })
  const server = await startServer({ settings: readSettings({ folder: dataFolder, env }), loggers })
  const { demo } = server
  if (!demo) throw new Error('the service has no demo')
  return { url: server.url, demo, stop: () => server.stop() }
}
