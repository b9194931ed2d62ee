import { silentLogger } from '@touchstone/common'
import { readSettings, runCommand } from '@touchstone/runtime'
import { startTestServer, type TestServer } from '../server.ts'
import { startSmtp, type TestSmtp } from '../smtp.ts'
import { type Example, startExample } from './start-example.ts'

type Operate = Parameters<typeof runCommand>[0]['name']

export type JourneyWorld = {
  server: TestServer
  smtp: TestSmtp
  /** How far the clock of the service is ahead of real time, in milliseconds. */
  laterMs: number
  /** Slows down the service's clock as well, so that a capture that is drawn slowly does not arrive late. */
  slowDown(ms: number): void
  /** Starts one of the examples as a merchant's site, and returns its URL. */
  openShop(
    example: 'plain-page' | 'react-app',
    programNo: string,
    env?: Record<string, string>,
  ): Promise<string>
  /** Runs an operator command. */
  operate<Answer>(name: Operate, input: object): Promise<Answer>
  stop(): Promise<void>
}

/** Starts the service and a mail server, for journeys that involve sites and an operator. */
export async function startJourneyWorld(): Promise<JourneyWorld> {
  const smtp = await startSmtp()
  const shops: Example[] = []
  const clock = { now: () => Date.now() + world.laterMs }
  const world: JourneyWorld = {
    smtp,
    server: {} as TestServer,
    laterMs: 0,
    slowDown(ms) {
      world.laterMs -= Math.round(ms)
    },
    async openShop(example, programNo, env = {}) {
      const { url, demo } = world.server
      const settings = {
        TOUCHSTONE_URL: url,
        API_KEY: demo.apiKey,
        APP_ID: demo.mchNo,
        PROGRAM_NO: programNo,
      }
      const shop = await startExample(example, { ...settings, ...env })
      shops.push(shop)
      return shop.url
    },
    async operate<Answer>(name: Operate, input: object) {
      const { dataFolder: folder, stores: env } = world.server
      const settings = readSettings({ folder, env })
      return (await runCommand({ name, input: input as never, settings, logger: silentLogger })) as Answer
    },
    async stop() {
      for (const shop of shops) await shop.stop()
      await world.server.stop()
      await smtp.stop()
    },
  }
  // Journeys do not use the ledger. The server starts faster without it.
  world.server = await startTestServer({ env: { SMTP_URL: smtp.url, LEDGER_URL: 'off' }, clock })
  return world
}
